import copy
from pathlib import Path

import pytest
import yaml

from acceptability.config import configuration
from acceptability.errors import InputError
from acceptability.scoring import measures
from acceptability.sources import fetching

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = yaml.safe_load((ROOT / "workflow/schemas/config.schema.yaml").read_text(encoding="utf-8"))
SOURCES = yaml.safe_load((ROOT / "workflow/schemas/sources.schema.yaml").read_text(encoding="utf-8"))
PAPER = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
DEMO = yaml.safe_load((ROOT / "resources/demo/config.yaml").read_text(encoding="utf-8"))
TRIGRAM = "ngram/toy-trigram-simulated"
TOY_TRIGRAM = DEMO["ngram"]["toy-trigram-simulated"]


@pytest.mark.parametrize("config", [PAPER, DEMO])
def test_our_own_configurations_are_valid(config):
    configuration.check(config, SCHEMA)


def test_our_own_registry_is_valid():
    configuration.check_sources(fetching.read_registry(ROOT / "resources/sources.tsv"), SOURCES)


def changed(config: dict, path: str, value) -> dict:
    """A copy with one key set (or removed, where the value is ...)."""
    config = copy.deepcopy(config)
    *parents, last = path.split("/")
    inner = config
    for key in parents:
        inner = inner.setdefault(key, {})
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return config


BERT = "models/toy-bert-simulated"
LOCAL = {"label": "x", "kind": "masked", "path": "folder", "measures": ["pll"]}
CAUSAL = {"label": "x", "kind": "causal", "path": "folder", "beginning": True, "measures": ["log_prob"]}

CLASSIFIER = "classifiers/toy-classifier-simulated"
TOY_CLASSIFIER = DEMO["classifiers"]["toy-classifier-simulated"]

BAD = [
    (f"{CLASSIFIER}/base", "toy-brt", r"toy-classifier-simulated.base: the model 'toy-brt' is not declared"),
    (f"{CLASSIFIER}/labelled", "cola", r"labelled: the labelled sentences 'cola' is not declared"),
    (f"{CLASSIFIER}/stability", ["toy"], r"stability: the dataset 'toy' is not declared; declared: toy-simulated"),
    (f"{CLASSIFIER}/restarts", [], r"restarts: \[\] does not fit: The number of each restart"),
    (f"{CLASSIFIER}/restarts", [1, 1], r"restarts: \[1, 1\] does not fit"),
    (f"{CLASSIFIER}/restarts", [-1], r"restarts.0: -1 does not fit: a whole number"),
    (f"{CLASSIFIER}/restarts", [1.5], r"restarts.0: 1.5 does not fit: a whole number"),
    (f"{CLASSIFIER}/measures", ["pll"], r"'pll' is not allowed; allowed: cola_score, logit_margin, p_acceptable"),
    (f"{CLASSIFIER}/training", {"epoch": 3}, r"unknown key 'epoch' \(did you mean 'epochs'\?\)"),
    (f"{CLASSIFIER}/training", {"learning_rate": "2e-5"}, r"learning_rate: '2e-5' does not fit: .*not 2e-5"),
    ("classifiers/toy-classifier", TOY_CLASSIFIER, r"classifiers.toy-classifier: names of classifiers .*end in"),
    ("classifiers/sentence-length", TOY_CLASSIFIER, r"is declared under baselines and under classifiers"),
    ("labelled/mine", {"kind": "cola", "label": "x"}, r"labelled.mine: kind cola is named cola"),
    ("labelled/mine", {"kind": "csv", "label": "x"}, r"'csv' is not allowed; allowed: cola, toy"),
    ("keep_restarts", "yes", r"keep_restarts: 'yes' does not fit: true keeps the weights"),
    ("models/mine", LOCAL | {"hub": "a/b", "revision": "0" * 40}, r"models.mine: needs one of .*; it has hub and path"),
    (
        "models/mine",
        {k: v for k, v in LOCAL.items() if k != "path"},
        r"models.mine: needs one of .*; it has none of them",
    ),
    (
        "models/mine",
        LOCAL | {"hub": "a/b"},
        r"models.mine: the key 'revision' is missing, which 'hub' needs: The commit on the hub",
    ),
    (
        "models/mine",
        LOCAL | {"hub": "a/b", "revision": "main"},
        r"models.mine.revision: 'main' does not fit: The commit on the hub",
    ),
    ("models/mine", LOCAL | {"hub": "../b", "revision": "0" * 40}, r"models.mine.hub: '../b' does not fit"),
    ("models/mine", LOCAL | {"trust_remote_code": True}, r"models.mine: unknown key 'trust_remote_code'"),
    (
        "models/mine",
        LOCAL | {"beginning": True},
        r"models.mine.beginning: is for models of kind causal, and this one is masked",
    ),
    (
        "models/mine",
        LOCAL | {"measures": ["log_prob"]},
        r"log_prob is no measure of a masked model; allowed: pll, mean_pll,",
    ),
    (
        "models/mine",
        CAUSAL | {"measures": ["pll"]},
        r"pll is no measure of a causal model; allowed: log_prob, mean_lp, pen_lp$",
    ),
    ("models/mine", CAUSAL | {"measures": ["slor"]}, r"models.mine.measures.0: 'slor' is not allowed"),
    (
        "models/mine",
        {k: v for k, v in CAUSAL.items() if k != "beginning"},
        r"models.mine: the key 'beginning' is missing: true",
    ),
    ("models/mine", LOCAL | {"precision": "int8"}, r"'int8' is not allowed; allowed: float32, tf32, bfloat16, float16"),
    ("models/mine", LOCAL | {"shards": 0}, r"models.mine.shards: 0 does not fit: Into how many jobs"),
    (
        "models/mine",
        LOCAL | {"released": "nobody"},
        r"models.mine.released: the published system 'nobody' is not declared",
    ),
    (f"{BERT}/corpus", "brown", r"models.toy-bert-simulated.corpus: the corpus 'brown' is not declared"),
    (
        f"{BERT}/training",
        ...,
        r"models.toy-bert-simulated: the key 'training' is missing, which 'corpus' needs: The shape and the training",
    ),
    (f"{BERT}/training/heads", 3, r"training.hidden: must be a multiple of heads"),
    (f"{BERT}/training/layers", 0, r"training.layers: 0 does not fit: Number of layers"),
    (
        "models/toy-bert",
        DEMO["models"]["toy-bert-simulated"],
        r"models.toy-bert: names of systems trained on the toy language",
    ),
    ("models/mine-simulated", LOCAL, r"models.mine-simulated: names of systems trained on the toy language"),
    ("models/toy-trigram-simulated", LOCAL, r"'toy-trigram-simulated' is declared under ngram and under models"),
    (
        "criterai",
        {},
        r"top level: unknown key 'criterai' \(did you mean 'criteria'\?\); allowed: baselines, classifiers, corpora, criteria",
    ),
    ("criteria/threshold", [1], r"criteria: unknown key 'threshold' .*'thresholds'.*; allowed: thresholds"),
    ("datasets", ..., r"the key 'datasets' is missing: Sentences in minimal pairs"),
    ("datasets/mine", {"kind": "pairs", "label": "x"}, r"datasets.mine: the key 'pairs' is missing"),
    ("datasets/toy-simulated/pairs", "x.csv", r"not allowed for this kind"),
    (
        "datasets/toy-simulated/kind",
        "pair",
        r"'pair' is not allowed \(did you mean 'pairs'\?\); allowed: li-adger, pairs, toy",
    ),
    ("criteria/thresholds", [0.5, 0], r"criteria.thresholds.1: 0 does not fit: δ must be a positive number"),
    ("criteria/thresholds", [-1], r"-1 does not fit: δ must be a positive number"),
    ("criteria/thresholds", ["big"], r"'big' does not fit: δ must be a positive number"),
    ("criteria/thresholds", [], r"criteria.thresholds: \[\] does not fit: Values of δ"),
    (
        "run",
        ["sentence-lenth"],
        r"run: the system 'sentence-lenth' is not declared \(did you mean 'sentence-length'\?\); declared: ",
    ),
    ("run", [], r"run: \[\] does not fit: The systems that run"),
    ("run", "everything", r"run: 'everything' does not fit"),
    ("baselines/Toy Model", {"kind": "length", "label": "x"}, r"'Toy Model' does not fit: lower-case letters"),
    ("baselines/my-published", {"kind": "length", "label": "x"}, r"end in -published; rename it"),
    ("corpora/mine", {"kind": "text"}, r"corpora.mine: the key 'path' is missing"),
    ("corpora/brown", {"kind": "brown", "path": "x"}, r"not allowed for this kind"),
    ("corpora/mine", {"kind": "toy"}, r"kind toy belongs to the corpus toy-simulated"),
    (f"{TRIGRAM}/corpus", "brwn", r"toy-trigram-simulated.corpus: the corpus 'brwn' is not declared"),
    (f"{TRIGRAM}/order", 1, r"order: 1 does not fit: Length of the longest n-grams, from 2 to 6"),
    (f"{TRIGRAM}/order", 7, r"order: 7 does not fit"),
    (f"{TRIGRAM}/tokenisation", "word", r"'word' is not allowed \(did you mean 'words'\?\)"),
    (f"{TRIGRAM}/lowercase", "yes", r"lowercase: 'yes' does not fit: true where capital letters are ignored"),
    (f"{TRIGRAM}/measures", ["slr"], r"'slr' is not allowed \(did you mean 'slor'\?\)"),
    (f"{TRIGRAM}/measures", [], r"measures: \[\] does not fit"),
    (f"{TRIGRAM}/end_of_sentence", ..., r"'end_of_sentence' is missing: true where the end of the sentence is scored"),
    ("ngram/toy-trigram", TOY_TRIGRAM, r"ngram.toy-trigram: names of systems trained on the toy language"),
    ("ngram/sentence-length", TOY_TRIGRAM, r"'sentence-length' is declared under baselines and under ngram"),
    ("baselines/sentence-length/corpus", "x", r"unknown key 'corpus'"),
    ("baselines/sentence-length/colour", "red", r"'red' does not fit: Colour in figures, as #RRGGBB"),
    ("datasets/toy-simulated/simulated", False, r"end in -simulated"),
    ("datasets/mine", {"kind": "li-adger", "label": "x"}, r"kind li-adger belongs to the dataset li-adger"),
    ("examples/blimp-but-not-adc/dataset", "toy", r"the dataset 'toy' is not declared.*; declared: toy-simulated"),
    ("examples/blimp-but-not-adc/met/by", ["sentence-length/pll"], r"the row 'sentence-length/pll' is not declared"),
    ("examples/blimp-but-not-adc/missed/threshold", ..., r"the criterion adc needs a threshold"),
    ("mirror", "", r"mirror: '' does not fit: A folder"),
    ("criteria/thresholds", [float("nan")], r"δ must be a (finite|positive) number"),
    ("criteria/thresholds", [float("inf")], r"δ must be a finite number"),
]


@pytest.mark.parametrize(("path", "value", "message"), BAD)
def test_mistakes_are_named_with_what_is_allowed(path, value, message):
    with pytest.raises(InputError, match=message) as caught:
        configuration.check(changed(DEMO, path, value), SCHEMA)
    assert str(caught.value).startswith("config.yaml: ")
    assert "\n" not in str(caught.value)


def test_a_dataset_that_no_running_system_can_score_is_refused():
    config = changed(PAPER, "datasets/mine", {"kind": "pairs", "label": "x", "pairs": "x.csv"})
    config["run"].remove("brown-trigram")
    with pytest.raises(InputError, match="can score the dataset 'mine'; add one of: sentence-length, brown-trigram"):
        configuration.check(config, SCHEMA)


def test_a_system_declared_twice_is_refused():
    config = changed(PAPER, "baselines/trigram-published", {"kind": "length", "label": "x"})
    with pytest.raises(InputError, match="'trigram-published' is declared under published and under baselines"):
        configuration.check(config, SCHEMA)


def test_a_dataset_alone_needs_nothing_of_the_papers_removed():
    config = PAPER | {
        "run": ["sentence-length"],
        "datasets": {"mine": {"kind": "pairs", "label": "x", "pairs": "x.csv"}},
    }
    configuration.check(config, SCHEMA)


def test_the_papers_rows_must_stay_declared_beside_its_dataset():
    with pytest.raises(InputError, match="published: the paper's row 'trigram-published/slor' is not declared"):
        configuration.check(changed(PAPER | {"run": "all"}, "published/trigram-published", ...), SCHEMA)


def test_a_published_system_must_name_a_registered_file():
    registry = fetching.read_registry(ROOT / "resources/sources.tsv")
    configuration.check_origins(PAPER, registry)
    wrong = changed(PAPER, "published/trigram-published/source", "li-adger-all-model.csv")
    with pytest.raises(
        InputError, match=r"published.trigram-published.source: .*did you mean 'li-adger-all-models.csv'"
    ):
        configuration.check_origins(wrong, registry)


def test_a_key_that_stands_twice_is_refused(tmp_path):
    path = tmp_path / "config.yaml"
    path.write_text("run: all\ncriteria: {thresholds: [1]}\nrun: [a]\n")
    with pytest.raises(InputError, match=r"config.yaml, row 3: the key 'run' stands here twice"):
        configuration.check_keys(path)
    path.write_text("run: [all\n")
    with pytest.raises(InputError, match=r"config.yaml: is not YAML: [^\n]*$"):
        configuration.check_keys(path)
    for good in ("config.yaml", "resources/demo/config.yaml"):
        configuration.check_keys(ROOT / good)


def described(schema: dict, path: str = "") -> list[str]:
    """Every key of a schema that has no description of its own or behind its $ref."""
    missing = []
    for name, inner in schema.get("properties", {}).items():
        target = SCHEMA["$defs"][inner["$ref"].split("/")[-1]] if "$ref" in inner else inner
        if not target.get("description"):
            missing.append(f"{path}.{name}")
        missing += described(target, f"{path}.{name}")
    if isinstance(schema.get("additionalProperties"), dict):
        missing += described(schema["additionalProperties"], f"{path}.*")
    elif schema.get("type") == "object" and schema.get("additionalProperties") is not False:
        missing.append(f"{path}: not strict")
    return missing


@pytest.mark.parametrize("schema", [SCHEMA, SOURCES])
def test_every_key_is_described_and_no_other_is_allowed(schema):
    assert described(schema) == []


def test_rows_follow_the_order_of_run_and_all_follows_the_declarations():
    few = PAPER | {"run": ["trigram-published", "sentence-length", "bert-large-cased-mlm-published"]}
    assert list(configuration.row_labels(few, configuration.systems_of(few, "li-adger"))) == [
        "trigram-published/slor",
        "trigram-published/log_prob",
        "sentence-length/negative_length",
        "bert-large-cased-mlm-published/pll",
    ]
    everything = configuration.systems_of(PAPER | {"run": "all"}, "li-adger")
    assert set(everything) == {key for section in configuration.SECTIONS for key in PAPER[section]}


def test_labels_and_colours_tell_the_rows_apart():
    rows = configuration.systems_of(PAPER | {"run": "all"}, "li-adger")
    labels, colours = configuration.row_labels(PAPER, rows), configuration.row_colours(PAPER, rows)
    assert labels["trigram-published/slor"] == "Trigram SLOR"
    assert len(set(labels.values())) == len(labels)
    usual = configuration.row_colours(PAPER, configuration.systems_of(PAPER, "li-adger"))
    assert len(set(usual.values())) == len(usual)
    few = configuration.row_colours(PAPER, ["trigram-published", "bert-base-uncased-mlm-published"])
    assert few == {row: colours[row] for row in few}  # whatever runs beside it


def test_a_folder_that_is_a_file_is_refused(tmp_path):
    (tmp_path / "results").write_text("")
    with pytest.raises(InputError, match="results: is not a folder that can be written to"):
        configuration.check_folder(tmp_path / "results")
    configuration.check_folder(tmp_path / "not yet there")


def test_a_folder_without_permission_is_refused(tmp_path, monkeypatch):
    (tmp_path / "results").mkdir()
    configuration.check_folder(tmp_path / "results")
    monkeypatch.setattr(configuration.os, "access", lambda path, mode: False)
    with pytest.raises(InputError, match="results: is not a folder that can be written to"):
        configuration.check_folder(tmp_path / "results")


def test_a_csv_says_whether_it_is_rated(tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text("pair_id,phenomenon,good,bad\n")
    assert not configuration.is_rated({"kind": "pairs", "pairs": str(path)})
    path.write_text("pair_id,phenomenon,good,bad,good_rating,bad_rating\n")
    assert configuration.is_rated({"kind": "pairs", "pairs": str(path)})
    path.write_text("pair_id,phenomenon,good,bad,bad_rating\n")
    with pytest.raises(InputError, match="has bad_rating only; good_rating and bad_rating go together"):
        configuration.is_rated({"kind": "pairs", "pairs": str(path)})


def test_single_ratings_are_known_of_li_adger_the_toy_language_and_a_csv_of_ratings():
    mine = {"kind": "pairs", "pairs": "pairs.csv"}
    known = [configuration.has_single_ratings(entry) for entry in (mine, mine | {"ratings": "ratings.csv"})]
    assert known == [False, True]
    assert all(configuration.has_single_ratings({"kind": kind}) for kind in ("li-adger", "toy"))


@pytest.mark.parametrize(
    ("section", "entry", "key"),
    [
        ("datasets", {"kind": "pairs", "pairs": "nowhere.txt"}, "pairs"),
        ("datasets", {"kind": "pairs", "pairs": "here.txt", "ratings": "nowhere.txt"}, "ratings"),
        ("corpora", {"kind": "text", "path": "nowhere.txt"}, "path"),
    ],
)
def test_a_file_that_is_not_there_is_named(section, entry, key, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here.txt").write_text("")
    with pytest.raises(InputError, match=rf"config.yaml: {section}.mine.{key}: there is no file nowhere.txt; correct"):
        configuration.check_files({section: {"mine": entry}})
    (tmp_path / "nowhere.txt").write_text("")
    configuration.check_files({section: {"mine": entry}})


def test_a_bnc_that_is_not_there_comes_with_instructions(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    config = {"corpora": {"bnc": {"kind": "bnc", "path": "BNC"}}}
    with pytest.raises(InputError, match=r"corpora.bnc.path: there is no file or folder BNC; get the BNC XML edition"):
        configuration.check_files(config)
    (tmp_path / "BNC").mkdir()
    configuration.check_files(config)


def test_brown_is_not_split_at_white_space():
    with pytest.raises(InputError, match="brown-trigram.tokenisation: punctuation stands apart in Brown"):
        configuration.check(changed(PAPER, "ngram/brown-trigram/tokenisation", "whitespace"), SCHEMA)


def test_only_what_comes_through_the_registry_needs_fetching():
    assert configuration.needs_fetching(PAPER)
    assert not configuration.needs_fetching(DEMO)
    assert configuration.needs_fetching(DEMO | {"corpora": {"brown": {"kind": "brown"}}})


def test_every_measure_has_a_label_and_is_allowed():
    sections = [SCHEMA["properties"][section]["additionalProperties"]["properties"] for section in ("ngram", "models")]
    allowed = {name for section in sections for name in section["measures"]["items"]["enum"]}
    assert allowed == set(measures.MEASURES)
    assert allowed < set(configuration.MEASURES)
    assert set(configuration.MODEL_MEASURES) == set(sections[1]["measures"]["items"]["enum"])
    assert len(set(configuration.MEASURES.values())) == len(configuration.MEASURES)


def test_training_depends_on_these_keys_only():
    config = changed(PAPER, "ngram/brown-trigram/measures", ["slor"])
    config = changed(config, "ngram/brown-trigram/end_of_sentence", False)
    expected = {"order": 3, "tokenisation": "words", "lowercase": True, "discount_fallback": False}
    assert configuration.ngram_training(config, "brown-trigram") == expected
    assert configuration.ngram_training(DEMO, "toy-trigram-simulated") == expected | {"discount_fallback": True}


def test_scoring_depends_on_these_keys_only():
    config = changed(PAPER, "models/mine", CAUSAL | {"shards": 3.0, "threads": 4.0})
    assert configuration.scoring(config, "mine") == {
        "kind": "causal", "precision": "float32", "shards": 3, "threads": 4, "beginning": True,
    }  # fmt: skip
    assert configuration.scoring(config, "bert-base-uncased") == {
        "kind": "masked",
        "precision": "float32",
        "shards": 1,
        "threads": 2,
        "as_published": True,
    }
    assert configuration.training(changed(DEMO, f"{BERT}/training/layers", 2.0), "toy-bert-simulated")["layers"] == 2


def test_where_a_models_files_are(tmp_path):
    assert configuration.files_of_model(PAPER, "bert-base-uncased") == [
        f"resources/models/bert-base-uncased/{PAPER['models']['bert-base-uncased']['revision']}/fetched.json"
    ]
    trained = configuration.files_of_model(PAPER, "brown-bert")
    assert "results/models/brown-bert/model.safetensors" in trained
    config = changed(PAPER, "models/mine", LOCAL | {"path": str(tmp_path)})
    with pytest.raises(InputError, match=r"models.mine.path: the folder .* has no config.json; correct the path"):
        configuration.check_files(config)
    for name in ("config.json", "model.safetensors", "vocab.txt", "merges.txt", "pytorch_model.bin", "README.md"):
        (tmp_path / name).touch()
    configuration.check_files(config)
    found = [Path(path).name for path in configuration.files_of_model(config, "mine")]
    assert found == ["config.json", "merges.txt", "model.safetensors", "vocab.txt"]


def test_released_scores_are_compared_where_the_model_runs():
    assert configuration.released(PAPER) == {}
    some = PAPER | {"run": [*PAPER["run"], "bert-base-uncased"]}
    assert configuration.released(some) == {"bert-base-uncased": "bert-base-uncased-mlm-published"}
    assert configuration.describe_run(some, ["li-adger"])["models"] == [
        {
            "key": "bert-base-uncased",
            "label": "BERT base uncased (here)",
            "trained": False,
            "origin": "google-bert/bert-base-uncased at 86b5e093",
        }
    ]


def test_a_classifier_of_a_causal_model_and_a_dataset_named_like_labelled_sentences_are_refused():
    causal = changed(PAPER, "models/mine", CAUSAL)
    wrong = PAPER["classifiers"]["brown-bert-cola"] | {"base": "mine"}
    with pytest.raises(InputError, match=r"classifiers.wrong.base: mine is a causal model; name a masked one"):
        configuration.check(changed(causal, "classifiers/wrong", wrong), SCHEMA)
    pairs = {"kind": "pairs", "label": "x", "pairs": "x.csv"}
    with pytest.raises(InputError, match=r"'cola' is declared under labelled and under datasets; rename the dataset"):
        configuration.check(changed(PAPER, "datasets/cola", pairs), SCHEMA)


def test_fine_tuning_is_the_authors_unless_the_entry_says_otherwise():
    """The paper's three: 4 epochs, batches of 20, a learning rate of 2e-5, and as many restarts as section 7 says."""
    for key, count in [("bert-base-uncased", 10), ("bert-large-uncased", 20), ("bert-large-cased", 20)]:
        settings = configuration.fine_tuning(PAPER, f"{key}-cola")
        expected = {"epochs": 4, "batch_size": 20, "learning_rate": 2e-5, "frozen": False, "as_published": True}
        assert settings == expected | {"threads": 2}
        assert len(PAPER["classifiers"][f"{key}-cola"]["restarts"]) == count
        assert configuration.selection(PAPER, f"{key}-cola") == "as_published"
    own = configuration.fine_tuning(PAPER, "brown-bert-cola")
    assert (own["learning_rate"], own["as_published"], own["threads"]) == (1e-4, False, 1)
    assert configuration.selection(PAPER, "brown-bert-cola") == "corrected"


def test_what_has_to_do_with_classifiers():
    assert configuration.classifiers_of(PAPER, "cola") == []  # none runs unless it is asked for
    everything = PAPER | {"run": "all"}
    assert configuration.classifiers_of(everything, "cola") == list(PAPER["classifiers"])
    released = "bert-base-uncased-restarts-published"
    assert configuration.unstable(PAPER, "li-adger") == [released]
    assert configuration.unstable(everything, "li-adger") == [released, *PAPER["classifiers"]]
    assert configuration.with_threshold(PAPER) == ["brown-trigram"]
    labels = configuration.row_labels(PAPER, ["brown-bert-cola"])
    assert labels["brown-bert-cola/cola_score"] == "Brown BERT CoLA eq. (5)"
    colours = configuration.colours_of(everything, [released, "brown-bert-cola"])
    assert colours[released] == PAPER["published"]["bert-base-uncased-cola-published"]["colour"]
    assert list(configuration.labelled_of(PAPER)) == ["cola"]  # Table 5 belongs to the paper
    own = {"mine": {"kind": "pairs", "label": "Mine", "pairs": "mine.csv"}}
    alone = PAPER | {"datasets": own, "corpora": {}}
    assert not configuration.labelled_of(alone) and not configuration.needs_fetching(alone)
    trained = alone | {"run": ["brown-bert-cola"]}
    assert list(configuration.labelled_of(trained)) == ["cola"] and configuration.needs_fetching(trained)


def test_the_human_line_is_the_printed_one():
    assert configuration.human_mcc(ROOT / "resources/published/table-5.csv") == {"humans, 0.697": 0.697}
