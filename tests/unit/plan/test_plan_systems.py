"""The plan says which systems run, and what trainings and scorings depend on."""

import pytest

from acceptability.analyses.analysis import Files
from acceptability.errors import InputError
from configurations import ADC, CAUSAL, DEMO, OWN, OWN_PAIRS, PAPER, STUDY, WITH_ENCODERS, changed, keys, planned

BERT = "toy-bert-simulated"
ON_ENCODERS = ["brown-cbow-cola", "brown-states-cola", "brown-real-fake-cola", "brown-elmo-cola"]
CLASSIFIERS = [*STUDY["classifiers"], "brown-bert-cola", *ON_ENCODERS]
PUBLISHED = list(dict.fromkeys(row.split("/")[0] for row in STUDY["rows"]))


def test_a_studys_rows_run_first_and_then_run_in_its_order():
    own = ["brown-bert", "brown-trigram"]
    for run, others in ((own, own), (["brown-trigram", "trigram-published"], ["brown-trigram"])):
        assert keys(planned(PAPER | {"run": run}).datasets["li-adger"].systems) == [*PUBLISHED, *others]


def test_all_that_is_declared_runs_on_what_it_can_score():
    everything = planned(changed(ADC | {"run": "all"}, "datasets/mine", OWN["datasets"]["mine"]))
    assert keys(everything.datasets["li-adger"].systems) == list(everything.systems)
    own = keys(everything.datasets["mine"].systems)
    assert own == [key for key in everything.systems if key not in STUDY["published"]]


def test_a_system_may_be_for_some_datasets_only():
    raw = changed(PAPER | {"run": "all"}, "datasets/mine", OWN["datasets"]["mine"])
    both, limited = planned(raw), planned(changed(raw, "ngram/brown-trigram/datasets", ["mine"]))
    assert "brown-trigram" in keys(limited.datasets["mine"].systems)
    assert "brown-trigram" not in keys(limited.datasets["li-adger"].systems)
    assert "brown-unigram" in keys(both.datasets["blimp-full"].systems)
    assert "brown-unigram" not in keys(both.datasets["mine"].systems)
    assert "brown-trigram" not in keys(limited.datasets["cola"].threshold_systems)
    parts = planned(changed(raw, "datasets/parts", {"kind": "blimp", "label": "Parts", "method": "prefix"}))
    judges = {system for system in both.datasets["blimp-full"].systems if system.key in raw["classifiers"]}
    assert judges and not judges & set(parts.datasets["parts"].systems)  # they judge whole sentences
    assert parts.datasets["parts"].restart_classifiers == []
    with pytest.raises(InputError, match="ngram.brown-trigram.datasets: the dataset 'blimp' is not declared"):
        planned(changed(PAPER, "ngram/brown-trigram/datasets", ["blimp"]))


def test_datasets_with_pairs_come_first_that_are_no_studys():
    mine = planned(changed(ADC, "datasets/mine", OWN["datasets"]["mine"]))
    assert keys(mine.paired) == ["mine", "li-adger"]
    assert list(mine.reported) == ["li-adger", "cola", "mine"]


def test_what_is_registered_is_what_a_run_draws_on():
    """BLiMP belongs to the study, li-adger's files to its dataset: without them neither is fetched."""
    paper = planned(ADC).registered
    assert {"blimp.zip", "blimp-models.jsonl", "blimp-humans.csv", "li-forced-choice.csv"} <= paper
    assert {"li-adger-pairs.csv", "li-adger-pll-scores.csv", "li-adger-restarts.csv", "cola-dev.csv"} <= paper
    assert "brown.zip" in paper
    alone = changed(OWN, "datasets/li-adger", {"kind": "li-adger", "label": "LI-Adger"})
    of_people = {"li-magnitude-estimates.csv", "li-forced-choice.csv", "li-conditions.csv", "li-likert.csv"}
    of_pairs = {f"li-adger-{name}.csv" for name in ("sentences", "ratings", "pairs")}
    assert planned(alone).registered == of_people | of_pairs | {"brown.zip"}
    assert planned(OWN).registered == {"brown.zip"}
    assert planned(DEMO).registered == set()  # it runs without a network
    assert "brown.zip" not in planned(ADC | {"run": []}).registered  # declared, but not used
    trained = planned(OWN | {"run": ["brown-bert-cola"]}).registered
    assert {"cola-train.csv", "brown.zip"} <= trained  # its base is trained on Brown
    assert not {name for name in trained if name.startswith(("li-", "blimp"))}


def test_own_files_are_the_users():
    mine = {"mine": {"kind": "pairs", "label": "Mine", "pairs": "pairs.csv", "ratings": "ratings.csv"}}
    text = {"kind": "text", "path": "text.txt"}
    config = changed(OWN | {"datasets": mine | PAPER["datasets"]}, "corpora/text", text)
    assert planned(config).own_files == ["pairs.csv", "ratings.csv"]  # the text is not used
    used = changed(config, "ngram/brown-trigram/corpus", "text")
    assert planned(used).own_files == ["pairs.csv", "ratings.csv", "text.txt"]
    assert planned(DEMO).own_files == []


def test_seeds_are_those_of_the_trainings_that_run():
    demo = planned(DEMO)
    of_bert = {BERT: 1, "toy-classifier-simulated": [1, 2, 3]}
    of_lstm = {"toy-lstm-simulated": 1, "toy-encoder-simulated": [1, 2]}
    assert demo.seeds == of_bert | of_lstm
    assert planned(DEMO | {"run": [BERT]}).seeds == {BERT: 1}
    assert planned(DEMO | {"run": ["toy-classifier-simulated"]}).seeds == of_bert
    assert keys(demo.trained) == [BERT, "toy-lstm-simulated"]
    assert planned(DEMO | {"run": ["toy-trigram-simulated"]}).trained == []


def test_provenance_is_asked_of_what_was_trained_and_of_what_scored():
    models = ("trigram", "bert", "lstm", "classifier", "encoder")
    assert planned(DEMO).provenance_files == [
        *(f"results/models/toy-{model}-simulated/provenance.json" for model in models),
        *(f"results/tokens/toy-simulated/toy-{model}-simulated.json" for model in ("bert", "lstm")),
        *(f"results/tokens/toy-labels-simulated/toy-{model}-simulated.json" for model in ("bert", "lstm")),
    ]


def test_training_depends_on_these_keys_only():
    config = changed(PAPER, "ngram/brown-trigram/measures", ["slor"])
    config = changed(config, "ngram/brown-trigram/end_of_sentence", False)
    expected = {"order": 3, "tokenisation": "words", "lowercase": True, "discount_fallback": False}
    assert planned(config).systems["brown-trigram"].training == expected
    assert planned(DEMO).systems["toy-trigram-simulated"].training == expected | {"discount_fallback": True}


def test_scoring_depends_on_these_keys_only():
    plan = planned(changed(PAPER, "models/mine", CAUSAL | {"shards": 3.0, "threads": 4.0}))
    assert plan.systems["mine"].scoring == {
        "kind": "causal", "precision": "float32", "shards": 3, "threads": 4, "beginning": True, "ending": False,
        "leading_space": False, "exact_savings": True,
    }  # fmt: skip
    scored = CAUSAL | {"beginning": False, "ending": True, "leading_space": True}
    described = planned(changed(PAPER, "models/mine", scored)).systems["mine"].scoring
    assert {key: described[key] for key in ("beginning", "ending", "leading_space")} == {
        "beginning": False, "ending": True, "leading_space": True,
    }  # fmt: skip
    open_to_the_model = {key: value for key, value in CAUSAL.items() if key != "beginning"}
    described = planned(changed(PAPER, "models/mine", open_to_the_model)).systems["mine"].scoring
    assert described["beginning"] == "auto"
    assert "beginning" not in plan.systems["bert-base-uncased"].scoring
    assert plan.systems["bert-base-uncased"].scoring == {
        "kind": "masked",
        "precision": "float32",
        "shards": 1,
        "threads": 2,
        "as_published": True,
    }
    two = planned(changed(DEMO, f"models/{BERT}/training/layers", 2.0)).systems[BERT].training["layers"]
    assert two == 2 and isinstance(two, int)


def test_sentences_that_are_too_long_are_refused_unless_the_configuration_says_otherwise():
    assert planned(DEMO).too_long == "refuse"
    usual = planned(DEMO).systems[BERT].scoring
    assert planned(DEMO | {"too_long": "window"}).systems[BERT].scoring == usual | {"too_long": "window"}
    assert planned(DEMO | {"too_long": "refuse"}).systems[BERT].scoring == usual


def test_systems_that_leave_sentences_out_are_those_with_limits():
    few = ["toy-trigram-simulated", BERT, "toy-classifier-simulated", "toy-encoder-simulated"]
    for choice in ("refuse", "skip", "window"):
        demo = planned(DEMO | {"too_long": choice, "run": few})
        assert [demo.systems[key].partial for key in few] == [False, *[choice == "skip"] * 3]
        assert ("partial" in demo.datasets["toy-simulated"].has) == (choice == "skip")
    skipping = planned(WITH_ENCODERS | {"too_long": "skip", "run": "all"})
    assert not skipping.systems["brown-lstm"].partial and skipping.systems["brown-cbow-cola"].partial


def test_what_is_fitted_on_partial_scores_is_partial():
    of_bert = {"row": f"{BERT}/pll", "unigrams": "toy-trigram-simulated"}
    fitted = of_bert | {"label": "MORCELA", "measures": ["morcela"]}
    config = changed(DEMO | {"run": "all"}, "fitted/mine", fitted)
    for choice in ("refuse", "skip"):
        assert planned(config | {"too_long": choice}).systems["mine"].partial == (choice == "skip")


def test_what_is_recorded_of_scorings_and_trainings_is_found():
    few = ["toy-trigram-simulated", BERT, "toy-classifier-simulated"]
    demo = planned(DEMO | {"run": few})
    pairs, labels = demo.datasets["toy-simulated"], demo.datasets["toy-labels-simulated"]
    assert pairs.subject.files[Files.SCORINGS] == [
        f"results/tokens/toy-simulated/{BERT}.json", "results/scores/toy-simulated/toy-classifier-simulated.json",
    ]  # fmt: skip
    assert labels.subject.files[Files.SCORINGS] == [f"results/tokens/toy-labels-simulated/{BERT}.json"]
    assert labels.subject.files[Files.TRAININGS] == ["results/models/toy-classifier-simulated/provenance.json"]


def test_fine_tuning_is_the_authors_unless_the_entry_says_otherwise():
    """The paper's three: 4 epochs, batches of 20, a learning rate of 2e-5, and as many restarts as section 7 says."""
    systems = planned(PAPER).systems
    for key, count in [("bert-base-uncased", 10), ("bert-large-uncased", 20), ("bert-large-cased", 20)]:
        classifier = systems[f"{key}-cola"]
        expected = {"epochs": 4, "batch_size": 20, "learning_rate": 2e-5, "frozen": False, "as_published": True}
        assert classifier.training == expected | {"threads": 2}
        assert len(classifier.restarts) == count
        assert classifier.selection == "as_published"
    own = systems["brown-bert-cola"]
    assert [own.training[key] for key in ("learning_rate", "as_published", "threads")] == [1e-4, False, 1]
    assert own.selection == "corrected"


def test_classifiers_on_encoders_start_from_them_and_are_selected_on_dev():
    systems = planned(WITH_ENCODERS | {"run": "all"}).systems
    assert {key: systems[key].base_files[0] for key in [*ON_ENCODERS, "brown-bert-cola"]} == {
        "brown-cbow-cola": "results/models/brown-lstm/config.json",
        "brown-states-cola": "results/models/brown-lstm/config.json",
        "brown-real-fake-cola": "results/encoders/brown-lstm/real-fake/config.json",
        "brown-elmo-cola": "results/encoders/brown-lstm/real-fake-elmo/config.json",
        "brown-bert-cola": "results/models/brown-bert/config.json",
    }
    usual = systems["brown-cbow-cola"].training
    few_units = changed(WITH_ENCODERS, "classifiers/brown-cbow-cola/transfer", {"hidden": 20.0})
    few = planned(few_units).systems["brown-cbow-cola"]
    assert few.training == usual | {"hidden": 20} and isinstance(few.training["hidden"], int)
    assert few.selection == "corrected"
    alone = planned(WITH_ENCODERS | {"run": ["brown-elmo-cola"]})
    assert keys(alone.trained) == ["brown-lstm"] and keys(alone.used_corpora) == ["brown"]


def test_training_makes_room_for_a_model_whose_size_is_not_known():
    systems = planned(PAPER).systems
    assert systems["bert-large-cased-cola"].room_for_training > systems["brown-bert-cola"].room_for_training


def test_what_has_to_do_with_classifiers():
    paper, everything = planned(PAPER), planned(WITH_ENCODERS | {"run": "all"})
    assert paper.datasets["cola"].classifiers == []  # none runs unless it is asked for
    assert keys(everything.datasets["cola"].classifiers) == CLASSIFIERS
    released = ["bert-base-uncased-restarts-published"]
    assert keys(paper.datasets["li-adger"].restart_classifiers) == released
    judges = keys(everything.datasets["li-adger"].restart_classifiers)
    assert judges == [*released, *STUDY["classifiers"], "brown-bert-cola"]
    thresholds = keys(paper.datasets["cola"].threshold_systems)
    assert thresholds == ["brown-trigram"]  # and no system that is for other datasets
    lstm = planned(WITH_ENCODERS | {"run": ["brown-trigram", "brown-lstm", "brown-cbow-cola"]})
    thresholds = keys(lstm.datasets["cola"].threshold_systems)
    assert thresholds == ["brown-trigram", "brown-lstm"]  # what scores, of whatever kind
    assert keys(paper.labelled) == ["cola"]  # Table 5 belongs to the paper
    assert planned(OWN | {"run": ["brown-trigram"]}).labelled == []
    trained = planned(OWN | {"run": ["brown-bert-cola"]})
    assert keys(trained.labelled) == ["cola"]
    assert keys(trained.datasets["mine"].restart_classifiers) == ["brown-bert-cola"]  # it judges all datasets


def test_what_scores_labelled_sentences_gets_a_threshold_from_them():
    run = PAPER | {"studies": [], "run": ["brown-trigram", "brown-bert", "brown-bert-cola"]}
    alone = run | {"datasets": OWN_PAIRS | PAPER["datasets"]}
    entry = {"kind": "cola-targeted", "label": "Sets", "thresholds_from": "cola"}
    sets = changed(alone, "datasets/sets", entry)
    only = changed(sets, "models/brown-bert/datasets", ["sets"])  # it needs a threshold to judge them
    both = ["brown-trigram", "brown-bert"]  # the classifier has its own boundary
    for config, judged in ((alone, []), (sets, ["sets"]), (only, ["sets"])):
        plan = planned(config)
        cola = plan.datasets["cola"]
        assert (keys(cola.judged_by), keys(cola.threshold_systems)) == (judged, both)
        assert "results/tokens/cola/brown-bert.json" in plan.provenance_files
    elsewhere = planned(changed(alone, "models/brown-bert/datasets", ["mine"]))
    assert keys(elsewhere.datasets["cola"].threshold_systems) == ["brown-trigram"]
    assert planned(sets).datasets["sets"].thresholds_from.key == "cola"
    no_classifier = run | {"run": ["brown-trigram"], "datasets": {"sets": entry} | PAPER["datasets"]}
    assert keys(planned(no_classifier).labelled) == ["cola"]
    assert keys(planned(sets).datasets["sets"].restart_classifiers) == ["brown-bert-cola"]


def test_systems_of_a_studys_rows_are_specified_whether_they_run_or_not():
    assert planned(PAPER).datasets["li-adger"].subject.specification_systems == [*PUBLISHED, "brown-trigram"]
    assert planned(OWN).datasets["mine"].subject.specification_systems == ["brown-trigram"]


def test_data_and_what_is_trained_on_them_know_that_they_are_simulated():
    demo, paper = planned(DEMO), planned(PAPER | {"run": "all"})
    assert all(dataset.simulated for dataset in demo.datasets.values())
    assert all(model.simulated for model in demo.models.values())
    assert not any(part.simulated for part in [*paper.datasets.values(), *paper.models.values()])
    own = changed(OWN, "datasets/mine/simulated", True)
    assert planned(own).datasets["mine"].title == "Mine (simulated data)"
