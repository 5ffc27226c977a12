"""Mistakes in config.yaml: each is named by its place, with what is allowed there."""

import pytest

from acceptability.errors import InputError
from configurations import CAUSAL, DEMO, PAPER, changed, planned

TRIGRAM = "ngram/toy-trigram-simulated"
TOY_TRIGRAM = DEMO["ngram"]["toy-trigram-simulated"]
BERT = "models/toy-bert-simulated"
LOCAL = {"label": "x", "kind": "masked", "path": "folder", "measures": ["pll"]}
HUB = {"label": "x", "kind": "masked", "hub": "a/b", "measures": ["pll"]}
LSTM = LOCAL | {"kind": "lstm", "measures": ["log_prob"]}
TOY_LSTM = "models/toy-lstm-simulated/training"
TRAINED = DEMO["models"]["toy-lstm-simulated"]["training"]
CLASSIFIER = "classifiers/toy-classifier-simulated"
TOY_CLASSIFIER = DEMO["classifiers"]["toy-classifier-simulated"]

BAD = [
    (f"{CLASSIFIER}/base", "toy-brt", r"toy-classifier-simulated.base: the model 'toy-brt' is not declared"),
    (f"{CLASSIFIER}/base", "toy-lstm-simulated", r"base: toy-lstm-simulated is a lstm model; name a masked one"),
    (
        f"{CLASSIFIER}/labelled",
        "toy-simulated",
        r"labelled: the labelled dataset 'toy-simulated' is not declared.*; declared: toy-labels-simulated",
    ),
    (f"{CLASSIFIER}/stability", ["toy"], r"stability: the dataset 'toy' is not declared.*; declared: toy-simulated$"),
    (f"{CLASSIFIER}/restarts", [], r"restarts: \[\] does not fit: The number of each restart"),
    (f"{CLASSIFIER}/restarts", [1, 3, 2, 3], "restarts: 3 occurs more than once; write it once"),
    (f"{CLASSIFIER}/restarts", [-1], r"restarts.1: -1 does not fit: a whole number"),
    (f"{CLASSIFIER}/restarts", [1.5], r"restarts.1: 1.5 does not fit: a whole number"),
    (f"{CLASSIFIER}/measures", ["pll"], r"'pll' is not allowed; allowed: cola_score, logit_margin, p_acceptable"),
    (f"{CLASSIFIER}/training", {"epoch": 3}, r"unknown key 'epoch' \(did you mean 'epochs'\?\)"),
    (f"{CLASSIFIER}/training", {"learning_rate": "2e-5"}, r"learning_rate: '2e-5' does not fit: .*not 2e-5"),
    ("classifiers/toy-bert-simulated", TOY_CLASSIFIER, r"is declared under models and under classifiers"),
    ("too_long", "cut", r"too_long: 'cut' is not allowed; allowed: refuse, skip, window"),
    ("keep_restarts", "yes", r"keep_restarts: 'yes' does not fit: true or false: whether the weights"),
    ("models/mine", {k: v for k, v in LOCAL.items() if k != "path"}, r"needs one of .*; it has none of them"),
    ("models/mine", LOCAL | {"hub": "a/b"}, r"models.mine: needs one of hub, path, corpus; it has hub and path"),
    ("models/mine", HUB | {"revision": "main"}, r"models.mine.revision: 'main' does not fit: .*Its commit"),
    ("models/mine", HUB | {"hub": "../b"}, r"models.mine.hub: '../b' does not fit"),
    ("models/mine", LOCAL | {"trust_remote_code": True}, r"models.mine: unknown key 'trust_remote_code'"),
    ("models/mine", LOCAL | {"beginning": True}, r"mine.beginning: is for `causal` and `served` only; remove"),
    ("models/mine", LOCAL | {"ending": False}, r"mine.ending: is for `causal`, `encoder_decoder` and `lstm` only"),
    ("models/mine", LOCAL | {"leading_space": True}, r"mine.leading_space: is for `causal` only"),
    ("models/mine", LOCAL | {"measures": ["log_prob"]}, r"'log_prob' is not allowed.*; allowed: pll, mean_pll,"),
    ("models/mine", CAUSAL | {"measures": ["pll"]}, r"measures.1: 'pll' is not allowed; allowed: log_prob, mean"),
    ("models/mine", CAUSAL | {"measures": ["slor"]}, r"the key 'unigrams' is missing: .* such as slor need this"),
    ("models/mine", LSTM | {"measures": ["pll"]}, r"measures.1: 'pll' is not allowed; allowed: log_prob, mean_lp"),
    ("models/mine", LSTM | {"beginning": True}, r"mine.beginning: is for `causal` and `served` only; remove"),
    (
        "models/mine",
        LSTM | {"precision": "tf32"},
        r"precision: is for `causal`, `encoder_decoder`, `masked` and `mntp` only",
    ),
    ("models/mine", LSTM | {"exact_savings": True}, r"exact_savings: is for `causal` only"),
    ("models/mine", LOCAL | {"fakes": {}}, r"models.mine.fakes: is for `lstm` only; remove this key"),
    ("models/mine", LSTM | {"fakes": {}}, r"models.mine.fakes: needs real sentences, but this model has no corpus; re"),
    ("models/mine", LSTM | {"real_fake": {}}, r"models.mine.real_fake: needs real sentences, but this model has no"),
    (
        TOY_LSTM,
        TRAINED | {"vocabulary": 10_001, "hidden": 15},
        r"training.hidden: .* softmax needs hidden of 16 or more",
    ),
    ("models/mine", LSTM | {"fakes": {"longest": 3}}, r"mine.fakes.longest: 3 .*4"),
    ("models/mine", LSTM | {"fakes": {"as_published": True}}, r"models.mine.fakes: unknown key 'as_published'"),
    (f"{CLASSIFIER}/training", {"as_published": True}, r"simulated.training: unknown key 'as_published'"),
    (f"{CLASSIFIER}/encoder", "cbow", r"simulated.training: is without `encoder` only; remove this key"),
    (
        CLASSIFIER,
        {key: value for key, value in TOY_CLASSIFIER.items() if key != "training"} | {"encoder": "cbow"},
        r"simulated.base: toy-bert-simulated is a masked model; name a lstm one",
    ),
    (f"{CLASSIFIER}/encoder", "elmo", r"encoder: 'elmo' is not allowed.*; allowed: cbow, lm-states, real-fake"),
    (f"{CLASSIFIER}/transfer", {}, r"transfer: is with `encoder` only; remove this key"),
    (f"{BERT}/training/dropout", 0.1, r"training: unknown key 'dropout'; allowed: batch_tokens, epochs, "),
    (f"{BERT}/training/heads", ..., r"training: the key 'heads' is missing: Number of attention heads"),
    (
        "models/mine",
        CAUSAL | {"beginning": 3},
        r"models.mine.beginning: 3 does not fit: .*What precedes each sentence: true puts",
    ),
    ("models/mine", LOCAL | {"precision": "half"}, r"'half' is not allowed; allowed: float32, tf32, bfloat16,"),
    ("models/mine", LOCAL | {"devices": "all", "shards": 2}, r"shards: 2 does not fit: with `devices: all`, this must"),
    (
        "models/mine",
        LSTM | {"devices": "all"},
        r"mine.devices: is for `causal`, `encoder_decoder`, `masked` and `mntp` only",
    ),
    ("models/mine", LOCAL | {"shards": 0}, r"models.mine.shards: 0 does not fit: Number of jobs"),
    (f"{BERT}/corpus", "brown", r"models.toy-bert-simulated.corpus: the corpus 'brown' is not declared"),
    (f"{BERT}/training", ..., r"the key 'training' is missing, which 'corpus' needs: The size"),
    (f"{BERT}/training/heads", 3, r"training.hidden: must be a multiple of heads"),
    (f"{BERT}/training/layers", 0, r"training.layers: 0 does not fit: Number of layers"),
    ("models/toy-trigram-simulated", LOCAL, r"'toy-trigram-simulated' is declared under ngram and under models"),
    (
        "criterai",
        {},
        r"top level: unknown key 'criterai' \(did you mean 'criteria'\?\); allowed: as_babylm, check, classifiers, corpora, criteria",
    ),
    ("criteria/threshold", [1], r"criteria: unknown key 'threshold' .*'thresholds'.*; allowed: thresholds"),
    ("datasets/mine", {"kind": "pairs", "label": "x"}, r"mine: the key 'pairs' is missing: .*Path of a table"),
    ("datasets/toy-simulated/pairs", "x.csv", r"not allowed for this kind"),
    ("datasets/toy-simulated/simulated", True, r"simulated.simulated: not allowed for this kind"),
    (
        "datasets/toy-simulated/kind",
        "pair",
        r"'pair' is not allowed \(did you mean 'pairs'\?\); allowed: .*labelled, .*li-adger, .*pairs, .*toy, toy-labels, turblimp",
    ),
    ("datasets/mine", {"kind": "csv", "label": "x"}, r"'csv' is not allowed; allowed: .*cola,.* toy"),
    ("datasets/toy-trigram-simulated", {"kind": "toy", "label": "x"}, r"simulated: has the same name as a system"),
    (
        "datasets/toy-simulated-details",
        {"kind": "toy", "label": "x"},
        r"datasets.toy-simulated: its detailed report would have the name of that on toy-simulated-details; rename",
    ),
    ("criteria/thresholds", [0.5, 0], r"criteria.thresholds.2: 0 does not fit: δ must be a positive number"),
    ("criteria/thresholds", ["big"], r"'big' does not fit: δ must be a positive number"),
    ("criteria/thresholds", [], r"criteria.thresholds: \[\] does not fit: Values of δ"),
    ("criteria/thresholds", [float("nan")], r"δ must be a (finite|positive) number"),
    ("criteria/thresholds", [float("inf")], r"δ must be a finite number"),
    (
        "run",
        ["toy-trigam-simulated"],
        r"run: the system 'toy-trigam-simulated' is not declared \(did you mean 'toy-trigram-simulated'\?\); declared: ",
    ),
    ("run", "everything", r"run: 'everything' does not fit"),
    ("run", [], r"no system under run can score the dataset 'toy-simulated'; add one of: toy-trigram-simulated, toy-"),
    ("run", ["toy-bert-simulated"] * 2, r"run: \['toy-bert-simulated', 'toy-bert-simulated'\] does not fit"),
    ("ngram/Toy Model", TOY_TRIGRAM, r"'Toy Model' does not fit: lower-case letters"),
    ("ngram/reference", TOY_TRIGRAM, r"ngram.reference: this name is reserved for baselines; rename it"),
    ("corpora/mine", {"kind": "text"}, r"corpora.mine: the key 'path' is missing"),
    ("corpora/brown", {"kind": "brown", "path": "x"}, r"not allowed for this kind"),
    (
        "corpora/mine",
        {"kind": "txt", "path": "x"},
        r"'txt' is not allowed \(did you mean 'text'\?\); allowed: bnc, brown, ",
    ),
    (f"{TRIGRAM}/corpus", "brwn", r"toy-trigram-simulated.corpus: the corpus 'brwn' is not declared"),
    (f"{TRIGRAM}/order", 1, r"order: 1 does not fit: Length of the longest n-grams, from 2 to 6"),
    (f"{TRIGRAM}/order", 7, r"order: 7 does not fit"),
    (f"{TRIGRAM}/tokenisation", "word", r"'word' is not allowed \(did you mean 'words'\?\)"),
    (f"{TRIGRAM}/lowercase", "yes", r"lowercase: 'yes' does not fit: true or false: whether capital"),
    (f"{TRIGRAM}/measures", ["slr"], r"'slr' is not allowed \(did you mean 'slor'\?\)"),
    (f"{TRIGRAM}/measures", ["pll"], r"measures.1: 'pll' is not allowed.*; allowed: log_prob, "),
    (f"{TRIGRAM}/measures", [], r"measures: \[\] does not fit"),
    (f"{TRIGRAM}/end_of_sentence", ..., r"'end_of_sentence' is missing: true or false: whether the end"),
    (f"{TRIGRAM}/colour", "red", r"'red' does not fit: Its colour in figures, as #RRGGBB"),
    ("examples/blimp-but-not-adc/dataset", "toy", r"the dataset 'toy' is not declared.*; declared: toy-simulated$"),
    (
        "examples/blimp-but-not-adc/met/by",
        ["toy-trigram-simulated/pll"],
        r"met.by: the row 'toy-trigram-simulated/pll' is not declared",
    ),
    ("examples/blimp-but-not-adc/missed/threshold", ..., r"missed: the key 'threshold' is missing: δ of the ADC"),
    ("examples/blimp-but-not-adc/met/threshold", 1, r"met.threshold: not allowed for this kind; remove"),
    ("mirror", "", r"mirror: '' does not fit: A folder"),
]


@pytest.mark.parametrize(("path", "value", "message"), BAD)
def test_mistakes_are_named_with_what_is_allowed(path, value, message):
    with pytest.raises(InputError, match=message) as caught:
        planned(changed(DEMO, path, value))
    assert str(caught.value).startswith("config.yaml: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("size", [{"vocabulary": 10_000, "hidden": 15}, {"vocabulary": 10_001, "hidden": 16}])
def test_an_lstm_may_be_narrow_with_few_words(size):
    planned(changed(DEMO, TOY_LSTM, TRAINED | size))


def test_a_dataset_that_no_running_system_can_score_is_refused():
    """The study's rows run, but none of them can score one's own pairs."""
    mine = changed(PAPER, "datasets/mine", {"kind": "pairs", "label": "x", "pairs": "x.csv"})
    with pytest.raises(InputError, match="can score the dataset 'mine'; add one of: brown-trigram, bert-base-uncased"):
        planned(mine | {"run": []})


def test_a_configuration_without_pairs_is_told_what_to_do():
    message = "nothing to score: name a study under studies, .*; labelled sentences in splits need a classifier"
    with pytest.raises(InputError, match=message):
        planned(PAPER | {"studies": []})


def test_brown_is_not_split_at_white_space():
    with pytest.raises(
        InputError, match="brown-trigram.tokenisation: punctuation marks are separate words in the Brown corpus"
    ):
        planned(changed(PAPER, "ngram/brown-trigram/tokenisation", "whitespace"))
