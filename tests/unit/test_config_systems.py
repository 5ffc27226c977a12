"""What runs, and what trainings and scorings depend on."""

import pytest

from acceptability.config import limits, systems, trainings
from acceptability.errors import InputError
from configurations import ADC, CAUSAL, DEMO, OWN, OWN_PAIRS, PAPER, STUDY, changed, checked, joined

BERT = "models/toy-bert-simulated"
ON_ENCODERS = ["brown-cbow-cola", "brown-states-cola", "brown-real-fake-cola", "brown-elmo-cola"]
CLASSIFIERS = [*STUDY["classifiers"], "brown-bert-cola", *ON_ENCODERS]
PUBLISHED = list(dict.fromkeys(row.split("/")[0] for row in STUDY["rows"]))


def test_a_studys_rows_run_first_and_then_run_in_its_order():
    few = checked(PAPER | {"run": ["brown-bert", "brown-trigram"]})
    assert systems.systems_of(few, "li-adger") == [*PUBLISHED, "brown-bert", "brown-trigram"]
    again = checked(PAPER | {"run": ["brown-trigram", "trigram-published"]})
    assert systems.systems_of(again, "li-adger") == [*PUBLISHED, "brown-trigram"]


def test_all_that_is_declared_runs_on_what_it_can_score():
    everything = checked(changed(ADC | {"run": "all"}, "datasets/mine", OWN["datasets"]["mine"]))
    assert systems.systems_of(everything, "li-adger") == list(systems.declared(everything))
    assert set(systems.declared(everything)) == {
        key for section in systems.SECTIONS for key in everything.get(section, {})
    }
    own = systems.systems_of(everything, "mine")
    assert own == [key for key in systems.declared(everything) if key not in STUDY["published"]]


def test_a_system_may_be_for_some_datasets_only():
    both = checked(changed(PAPER | {"run": "all"}, "datasets/mine", OWN["datasets"]["mine"]))
    limited = changed(both, "ngram/brown-trigram/datasets", ["mine"])
    assert "brown-trigram" in systems.systems_of(limited, "mine")
    assert "brown-trigram" not in systems.systems_of(limited, "li-adger")
    assert "brown-unigram" in systems.systems_of(both, "blimp-full")
    assert "brown-unigram" not in systems.systems_of(both, "mine")
    assert "brown-trigram" not in systems.thresholded(limited, "cola")
    parts = changed(both, "datasets/parts", {"kind": "blimp", "label": "Parts", "method": "prefix"})
    judges = set(systems.systems_of(both, "blimp-full")) & set(both["classifiers"])
    assert judges and not judges & set(systems.systems_of(parts, "parts"))  # they judge whole sentences
    assert systems.unstable(parts, "parts") == []
    wrong = changed(PAPER, "ngram/brown-trigram/datasets", ["blimp"])
    with pytest.raises(InputError, match="ngram.brown-trigram.datasets: the dataset 'blimp' is not declared"):
        checked(wrong)


def test_datasets_with_pairs_come_first_that_are_no_studys():
    mine = checked(changed(ADC, "datasets/mine", OWN["datasets"]["mine"]))
    assert systems.paired(mine) == ["mine", "li-adger"]
    assert list(systems.manifests(mine)) == ["li-adger", "cola", "mine"]


def test_what_is_registered_is_what_a_run_draws_on():
    """BLiMP belongs to the study, li-adger's files to its dataset: without them neither is fetched."""
    paper = systems.registered(checked(ADC))
    assert {"blimp.zip", "blimp-models.jsonl", "blimp-humans.csv", "li-forced-choice.csv"} <= paper
    assert {"li-adger-pairs.csv", "li-adger-pll-scores.csv", "li-adger-restarts.csv", "cola-dev.csv"} <= paper
    assert "brown.zip" in paper
    alone = changed(OWN, "datasets/li-adger", {"kind": "li-adger", "label": "LI-Adger"})
    assert systems.registered(checked(alone)) == {
        "li-adger-sentences.csv",
        "li-adger-ratings.csv",
        "li-adger-pairs.csv",
        "li-magnitude-estimates.csv",
        "li-forced-choice.csv",
        "li-conditions.csv",
        "li-likert.csv",
        "brown.zip",
    }
    assert systems.registered(checked(OWN)) == {"brown.zip"}
    assert systems.registered(checked(DEMO)) == set()  # it runs without a network
    assert "brown.zip" not in systems.registered(checked(ADC | {"run": []}))  # declared, but not used
    trained = systems.registered(checked(OWN | {"run": ["brown-bert-cola"]}))
    assert {"cola-train.csv", "brown.zip"} <= trained  # its base is trained on Brown
    assert not {name for name in trained if name.startswith(("li-", "blimp"))}


def test_own_files_are_the_users():
    mine = {"mine": {"kind": "pairs", "label": "Mine", "pairs": "pairs.csv", "ratings": "ratings.csv"}}
    text = {"kind": "text", "path": "text.txt"}
    config = changed(OWN | {"datasets": mine | PAPER["datasets"]}, "corpora/text", text)
    assert systems.own_files(checked(config)) == ["pairs.csv", "ratings.csv"]  # the text is not used
    used = changed(config, "ngram/brown-trigram/corpus", "text")
    assert systems.own_files(checked(used)) == ["pairs.csv", "ratings.csv", "text.txt"]
    assert systems.own_files(checked(DEMO)) == []


def test_seeds_are_those_of_the_trainings_that_run():
    demo = checked(DEMO)
    of_bert = {"toy-bert-simulated": 1, "toy-classifier-simulated": [1, 2, 3]}
    of_lstm = {"toy-lstm-simulated": 1, "toy-encoder-simulated": [1, 2]}
    assert systems.seeds(demo) == of_bert | of_lstm
    assert systems.seeds(checked(DEMO | {"run": ["toy-bert-simulated"]})) == {"toy-bert-simulated": 1}
    assert systems.seeds(checked(DEMO | {"run": ["toy-classifier-simulated"]})) == of_bert
    assert systems.trained(demo) == ["toy-bert-simulated", "toy-lstm-simulated"]
    assert systems.trained(checked(DEMO | {"run": ["toy-trigram-simulated"]})) == []


def test_provenance_is_asked_of_what_was_trained_and_of_what_scored():
    assert systems.provenance_files(checked(DEMO)) == [
        "results/models/toy-trigram-simulated/provenance.json",
        "results/models/toy-bert-simulated/provenance.json",
        "results/models/toy-lstm-simulated/provenance.json",
        "results/models/toy-classifier-simulated/provenance.json",
        "results/models/toy-encoder-simulated/provenance.json",
        "results/tokens/toy-simulated/toy-bert-simulated.json",
        "results/tokens/toy-simulated/toy-lstm-simulated.json",
        "results/tokens/toy-labels-simulated/toy-bert-simulated.json",
        "results/tokens/toy-labels-simulated/toy-lstm-simulated.json",
    ]


def test_training_depends_on_these_keys_only():
    config = changed(PAPER, "ngram/brown-trigram/measures", ["slor"])
    config = checked(changed(config, "ngram/brown-trigram/end_of_sentence", False))
    expected = {"order": 3, "tokenisation": "words", "lowercase": True, "discount_fallback": False}
    assert trainings.ngram_training(config, "brown-trigram") == expected
    assert trainings.ngram_training(DEMO, "toy-trigram-simulated") == expected | {"discount_fallback": True}


def test_scoring_depends_on_these_keys_only():
    config = checked(changed(PAPER, "models/mine", CAUSAL | {"shards": 3.0, "threads": 4.0}))
    assert systems.scoring(config, "mine") == {
        "kind": "causal", "precision": "float32", "shards": 3, "threads": 4, "beginning": True, "ending": False,
        "leading_space": False, "exact_savings": True,
    }  # fmt: skip
    scored = CAUSAL | {"beginning": False, "ending": True, "leading_space": True}
    described = systems.scoring(checked(changed(PAPER, "models/mine", scored)), "mine")
    assert {key: described[key] for key in systems.CAUSAL_SETTINGS} == {
        "beginning": False, "ending": True, "leading_space": True,
    }  # fmt: skip
    assert systems.scoring(config, "bert-base-uncased") == {
        "kind": "masked",
        "precision": "float32",
        "shards": 1,
        "threads": 2,
        "as_published": True,
        "exact_savings": True,
    }
    assert trainings.training(changed(DEMO, f"{BERT}/training/layers", 2.0), "toy-bert-simulated")["layers"] == 2


def test_sentences_that_are_too_long_are_refused_unless_the_configuration_says_otherwise():
    assert systems.too_long(DEMO) == "refuse"
    windows = DEMO | {"too_long": "window"}
    bert = "toy-bert-simulated"
    assert systems.scoring(windows, bert) == systems.scoring(DEMO, bert) | {"too_long": "window"}
    assert systems.scoring(DEMO | {"too_long": "refuse"}, bert) == systems.scoring(DEMO, bert)


def test_a_dataset_is_prepared_in_its_place_unless_sentences_may_be_left_out():
    for choice in ("refuse", "window"):
        assert systems.prepared(checked(DEMO | {"too_long": choice}), "pairs") == "results/pairs/{dataset}.csv"
    skipping = checked(DEMO | {"too_long": "skip"})
    assert systems.prepared(skipping, "pairs") == "results/prepared/pairs/{dataset}.csv"
    few = checked(
        DEMO | {"too_long": "skip", "run": ["toy-trigram-simulated"], "examples": {}}
    )  # no model: nothing is too long
    assert systems.prepared(few, "pairs") == "results/pairs/{dataset}.csv"


def test_systems_with_limits_are_models_and_classifiers():
    few = ["toy-trigram-simulated", "toy-bert-simulated", "toy-classifier-simulated"]
    demo = checked(DEMO | {"too_long": "skip", "run": few})
    bert, classifier = "toy-bert-simulated", "toy-classifier-simulated"
    folder = {"folder": f"results/models/{bert}", "kind": "masked"}
    assert limits.limited(demo, "toy-simulated") == {bert: bert, classifier: bert}
    assert limits.with_limits(demo, "toy-simulated") == {
        bert: folder | {"as_published": True},
        classifier: folder | {"as_published": False},
    }
    assert limits.limited(demo, "toy-labels-simulated") == {bert: bert, classifier: bert}
    few = checked(DEMO | {"run": ["toy-trigram-simulated"], "examples": {}})
    assert limits.limited(few, "toy-simulated") == {}
    assert limits.files_of_limited(demo, "toy-simulated") == systems.files_of_model(demo, bert)
    assert limits.files_of_limited(few, "toy-simulated") == []


def test_limits_are_read_where_a_model_stands(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/config.json").write_text("{}")
    config = checked(changed(PAPER | {"run": "all"}, "models/mine", CAUSAL))
    described = limits.with_limits(config, "li-adger")
    assert described["mine"] == {
        "folder": "folder", "kind": "causal", "beginning": True, "ending": False, "leading_space": False,
    }  # fmt: skip
    revision = STUDY["models"]["bert-base-uncased"]["revision"]
    assert described["bert-base-uncased"]["folder"] == f"resources/models/bert-base-uncased/{revision}"
    assert set(described) == {*STUDY["models"], *CLASSIFIERS, "mine", "brown-bert"}  # but not the LSTM itself
    assert described["brown-cbow-cola"] == {
        "folder": "results/models/brown-lstm", "kind": "lstm", "beginning": True, "ending": False, "leading_space": False,
        "as_published": False, "longest": 65,
    }  # fmt: skip
    cutting = changed(config, "classifiers/brown-cbow-cola/transfer", {"as_published": True})
    assert "brown-cbow-cola" not in limits.with_limits(cutting, "li-adger")


def test_fine_tuning_is_the_authors_unless_the_entry_says_otherwise():
    """The paper's three: 4 epochs, batches of 20, a learning rate of 2e-5, and as many restarts as section 7 says."""
    paper = checked(PAPER)
    for key, count in [("bert-base-uncased", 10), ("bert-large-uncased", 20), ("bert-large-cased", 20)]:
        settings = trainings.fine_tuning(paper, f"{key}-cola")
        expected = {"epochs": 4, "batch_size": 20, "learning_rate": 2e-5, "frozen": False, "as_published": True}
        assert settings == expected | {"threads": 2}
        assert len(systems.restarts_of(paper, f"{key}-cola")) == count
        assert trainings.selection(paper, f"{key}-cola") == "as_published"
    own = trainings.fine_tuning(paper, "brown-bert-cola")
    assert (own["learning_rate"], own["as_published"], own["threads"]) == (1e-4, False, 1)
    assert trainings.selection(paper, "brown-bert-cola") == "corrected"


def test_classifiers_on_encoders_start_from_them_and_are_selected_on_dev():
    paper = checked(PAPER | {"run": "all"})
    folders = {key: systems.files_of_base(paper, key)[0] for key in [*ON_ENCODERS, "brown-bert-cola"]}
    assert folders == {
        "brown-cbow-cola": "results/models/brown-lstm/config.json",
        "brown-states-cola": "results/models/brown-lstm/config.json",
        "brown-real-fake-cola": "results/encoders/brown-lstm/real-fake/config.json",
        "brown-elmo-cola": "results/encoders/brown-lstm/real-fake-elmo/config.json",
        "brown-bert-cola": "results/models/brown-bert/config.json",
    }
    few = changed(paper, "classifiers/brown-elmo-cola/transfer", {"hidden": 20.0, "as_published": True})
    settings = trainings.of_restarts(few, "brown-elmo-cola")
    assert settings == trainings.TRANSFER | {"hidden": 20, "as_published": True, "frozen": True}
    assert isinstance(settings["hidden"], int)
    assert trainings.selection(few, "brown-elmo-cola") == "corrected"
    alone = checked(PAPER | {"run": ["brown-elmo-cola"]})
    assert systems.trained(alone) == ["brown-lstm"] and set(systems.used_corpora(alone)) == {"brown"}


def test_training_makes_room_for_a_model_whose_size_is_not_known():
    paper = checked(PAPER)
    assert trainings.room_for_training(paper, "bert-large-cased-cola") > trainings.room_for_training(
        paper, "brown-bert-cola"
    )


def test_what_has_to_do_with_classifiers():
    paper, everything = checked(PAPER), checked(PAPER | {"run": "all"})
    assert systems.classifiers_of(paper, "cola") == []  # none runs unless it is asked for
    assert systems.classifiers_of(everything, "cola") == CLASSIFIERS
    released = "bert-base-uncased-restarts-published"
    assert systems.unstable(paper, "li-adger") == [released]
    assert systems.unstable(everything, "li-adger") == [released, *STUDY["classifiers"], "brown-bert-cola"]
    assert systems.thresholded(paper, "cola") == ["brown-trigram"]  # and no system that is for other datasets
    lstm = checked(PAPER | {"run": ["brown-trigram", "brown-lstm", "brown-cbow-cola"]})
    assert systems.thresholded(lstm, "cola") == ["brown-trigram", "brown-lstm"]  # what scores, of whatever kind
    assert systems.labelled(paper) == ["cola"]  # Table 5 belongs to the paper
    alone = checked(OWN | {"run": ["brown-trigram"]})
    assert systems.labelled(alone) == []
    trained = checked(OWN | {"run": ["brown-bert-cola"]})
    assert systems.labelled(trained) == ["cola"]
    assert systems.unstable(trained, "mine") == ["brown-bert-cola"]  # it judges all datasets


def test_what_scores_labelled_sentences_gets_a_threshold_from_them():
    run = PAPER | {"studies": [], "run": ["brown-trigram", "brown-bert", "brown-bert-cola"]}
    alone = checked(run | {"datasets": OWN_PAIRS | PAPER["datasets"]})
    both = ["brown-trigram", "brown-bert"]  # the classifier has its own boundary
    assert systems.judged_by(alone, "cola") == [] and systems.thresholded(alone, "cola") == both
    entry = {"kind": "cola-targeted", "label": "Sets", "thresholds_from": "cola"}
    sets = changed(alone, "datasets/sets", entry)
    assert systems.judged_by(sets, "cola") == ["sets"] and systems.thresholded(sets, "cola") == both
    only = changed(sets, "models/brown-bert/datasets", ["sets"])  # it needs a threshold to judge them
    assert systems.thresholded(only, "cola") == both
    assert systems.thresholded(changed(alone, "models/brown-bert/datasets", ["mine"]), "cola") == ["brown-trigram"]
    assert systems.thresholds_of(sets, "sets") == "results/metrics/cola/simple_classifiers.csv"
    for config in (sets, alone):
        assert "results/tokens/cola/brown-bert.json" in systems.provenance_files(config)
        assert limits.limited(config, "cola") == {"brown-bert": "brown-bert", "brown-bert-cola": "brown-bert"}
    no_classifier = run | {"run": ["brown-trigram"], "datasets": {"sets": entry} | PAPER["datasets"]}
    assert systems.labelled(checked(no_classifier)) == ["cola"]
    assert systems.unstable(sets, "sets") == ["brown-bert-cola"]


def test_systems_of_a_studys_rows_are_specified_whether_they_run_or_not():
    paper = joined(PAPER)
    assert systems.specified(paper | {"run": ["brown-trigram"]}, "li-adger") == ["brown-trigram", *PUBLISHED]
    assert systems.specified(checked(OWN), "mine") == ["brown-trigram"]


@pytest.mark.parametrize("dataset", ["li-adger", "cola"])
def test_names_say_what_is_simulated(dataset):
    assert systems.is_simulated("toy-simulated") and not systems.is_simulated(dataset)
    simulated = {key for key in systems.declared(checked(DEMO)) if systems.is_simulated(key)}
    assert simulated == set(systems.declared(checked(DEMO)))
