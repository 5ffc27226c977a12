import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acceptability import measuring
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.contracts.scoring import SCORES, TOKENS
from acceptability.errors import InputError
from acceptability.kinds.registry import kinds, label_of, measures_of
from acceptability.scoring import decisions, measures
from acceptability.scoring.measures import MEASURES, Sentence
from acceptability.scoring.token_scores import scores_of_tokens, with_change_per_nat
from acceptability.statistics import criteria

# Three tokens, one of them </s>; two words of four characters, three of which have two bytes, and the space.
LOG_PROBS, UNIGRAMS = [-2.0, -6.0, -1.0], [-8.0, -4.0, -2.0]
SENTENCE = Sentence(
    2,
    {
        "log_prob": LOG_PROBS,
        "unigram_log_prob": UNIGRAMS,
        "log_prob_word_l2r": [-3.0, -6.0, -1.5],
        "log_prob_as_published": [-2.0, -7.0, -1.0],
        "log_prob_infilling": [-1.0, -5.0, -1.0],
        "log_prob_babylm_mask": [-2.5, -5.0, -0.5],
        "log_prob_babylm_prefix": [-4.0, -3.0, -2.5],
    },
    characters=9,
    bytes=12,
)
LENGTHS = {"characters": 9, "bytes": 12}


def two_columns(logs) -> Sentence:
    log_probs, unigrams = zip(*logs, strict=True)
    return Sentence(len(logs), {"log_prob": log_probs, "unigram_log_prob": unigrams})


NGRAM = ("log_prob", "mean_lp", "pen_lp", "norm_lp", "slor", "slor_as_published", "word_lp_min_1", "unigram_log_prob")


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        ("log_prob", -9.0),
        ("unigram_log_prob", -14.0),
        ("mean_lp", -3.0),
        ("mean_lp_characters", -1.0),
        ("mean_lp_bytes", -0.75),
        ("pen_lp", -9.0 / (8 / 6) ** 0.8),
        ("norm_lp", -9.0 / 14.0),
        ("slor", 5.0 / 3),
        ("slor_as_published", 5.0 / 4),
        ("word_lp_min_1", -1.5),
        ("pll", -9.0),
        ("mean_pll", -3.0),
        ("pll_word_l2r", -10.5),
        ("mean_pll_word_l2r", -3.5),
        ("pll_infilling", -7.0),
        ("pll_babylm_mask", -8.0),
        ("pll_babylm_prefix", -9.5),
        ("pll_as_published", -10.0),
        ("mean_pll_as_published", -10.0 / 3),
        ("uid", -(2**1.25 + 6**1.25 + 1)),
        ("front_mean_lp", (-2 - 6 / math.e - 1 / math.e**2) / (1 + 1 / math.e + 1 / math.e**2)),
        ("back_mean_lp", (-1 - 6 / math.e - 2 / math.e**2) / (1 + 1 / math.e + 1 / math.e**2)),
    ],
)
def test_by_hand(measure, value):
    assert MEASURES[measure].function(SENTENCE) == pytest.approx(value, rel=1e-15)


LOGS = st.lists(st.tuples(*[st.floats(-50, -0.001)] * 2), min_size=1, max_size=30)


@given(LOGS, st.randoms())
def test_the_order_of_tokens_changes_no_sum_by_a_single_bit(logs, random):
    shuffled = logs.copy()
    random.shuffle(shuffled)
    for name in NGRAM:
        measure = MEASURES[name].function
        assert measure(two_columns(logs)) == measure(two_columns(shuffled))


@given(LOGS)
def test_how_measures_relate(logs):
    p, u = (np.array(column) for column in zip(*logs, strict=True))
    sentence = Sentence(len(p) - 2, {"log_prob": p, "unigram_log_prob": u})
    assert measures.slor(sentence) == pytest.approx(measures.slor_as_published(sentence), rel=1e-12)
    assert measures.mean_lp(sentence) * len(p) == pytest.approx(measures.log_prob(sentence), rel=1e-12)
    assert measures.word_lp_min_1(sentence) <= measures.norm_lp(sentence) + 1e-9
    assert measures.pen_lp(sentence) >= measures.log_prob(sentence)
    # A model that is the unigram model has SLOR 0 and NormLP −1.
    same = Sentence(len(u), {"log_prob": u, "unigram_log_prob": u})
    assert measures.slor(same) == 0
    assert measures.norm_lp(same) == measures.word_lp_min_1(same) == -1
    # Another base of the logarithm scales SLOR and leaves NormLP as it is.
    tenth = Sentence(len(p), {"log_prob": p / math.log(10), "unigram_log_prob": u / math.log(10)})
    assert measures.slor(tenth) * math.log(10) == pytest.approx(measures.slor(sentence), rel=1e-9, abs=1e-12)
    assert measures.norm_lp(tenth) == pytest.approx(measures.norm_lp(sentence), rel=1e-9)


@given(LOGS)
def test_formulas_of_lau_et_al(logs):
    """Written out from the table of Lau et al. (2020); the signs as there."""
    p, u, ell = sum(p for p, _ in logs), sum(u for _, u in logs), len(logs)
    expected = {"mean_lp": p / ell, "pen_lp": p / (((5 + ell) / (5 + 1)) ** 0.8), "norm_lp": -(p / u)}
    expected |= {"log_prob": p, "slor": (p - u) / ell}
    for name, value in expected.items():
        assert MEASURES[name].function(two_columns(logs)) == pytest.approx(value, rel=1e-9, abs=1e-9)


@given(st.lists(st.floats(-30, 0), min_size=1, max_size=30))
def test_weighted_means_and_uniform_information(logs):
    sentence = Sentence(1, {"log_prob": logs})
    weights = np.exp(-np.arange(len(logs)))
    assert measures.front_mean_lp(sentence) == pytest.approx(np.average(logs, weights=weights), rel=1e-9, abs=1e-12)
    assert measures.back_mean_lp(sentence) == pytest.approx(
        np.average(logs[::-1], weights=weights), rel=1e-9, abs=1e-12
    )
    even = Sentence(1, {"log_prob": [sum(logs) / len(logs)] * len(logs)})
    assert measures.uid(sentence) <= measures.uid(even) + 1e-9
    assert measures.uid(Sentence(1, {"log_prob": [1e-8, *logs]})) == measures.uid(sentence)  # p = 1, but for rounding


OF_LOG_PROBS = [name for name in MEASURES if measures.is_of_log_probs(name)]


@pytest.mark.parametrize("measure", OF_LOG_PROBS)
def test_the_change_per_nat_is_the_greatest_derivative_in_the_log_prob_of_a_token(measure):
    """By differences, at each token in turn, of the column of log-probabilities that the measure sums."""
    column = next(name for name in reversed(MEASURES[measure].needs) if name != "unigram_log_prob" or measure == name)
    step, function, slopes = 1e-6, MEASURES[measure].function, []
    for place in range(len(SENTENCE)):
        changed = list(SENTENCE[column])
        changed[place] += step
        moved = Sentence(SENTENCE.words, {**SENTENCE.columns, column: changed}, **LENGTHS)
        slopes.append(abs(function(moved) - function(SENTENCE)) / step)
    assert MEASURES[measure].change_per_nat(SENTENCE) == pytest.approx(max(slopes), rel=1e-5)


@given(
    st.lists(st.tuples(st.floats(-20, -0.01), st.floats(-20, -1)), min_size=2, max_size=20),
    st.sampled_from([name for name in OF_LOG_PROBS if "log_prob" in MEASURES[name].needs]),
    st.randoms(),
)
def test_rounding_ties_and_a_hundredth_of_a_nat_a_token_does_not(logs, measure, random):
    """Log-probabilities that differ as 32-bit floats do; then each by 0.01, which no measure takes for rounding."""
    log_probs, unigrams = (np.array(column) for column in zip(*logs, strict=True))

    def scores(*columns: np.ndarray) -> pd.DataFrame:
        names = ("log_prob", "log_prob_word_l2r", "log_prob_as_published")
        given = [dict.fromkeys(names, column) | {"unigram_log_prob": unigrams} for column in columns]
        made = [Sentence(3, column, **LENGTHS) for column in given]
        rows = [(MEASURES[measure].function(one), MEASURES[measure].change_per_nat(one)) for one in made]
        return pd.DataFrame(rows, columns=["score", "change_per_nat"]).assign(sentence_id=["a", "b"])

    pair, sd = pd.DataFrame({"good_id": ["a"], "bad_id": ["b"]}), random.uniform(1e-3, 100)
    rounded = np.array([value * (1 + random.uniform(-1, 1) * 2**-24) for value in log_probs])
    for other, tied in ((rounded, True), (log_probs - 0.01, False)):
        table = scores(log_probs, other)
        values = table.set_index("sentence_id")["score"] / sd
        delta = criteria.pair_deltas(pair, values, criteria.rounding_of(table, 1e-4, sd))
        assert (delta[0] == 0) == tied


def test_change_per_nat_of_scores_without_tokens():
    """Two words and two more tokens; what depends on the tokens' probabilities is not known."""
    expected = {"pll": 1, "log_prob": 1, "unigram_log_prob": 1, "slor": 1 / 4, "slor_as_published": 1 / 4}
    expected |= {"mean_pll": 1 / 4, "pen_lp": 1.5**-0.8, "norm_lp": math.nan, "word_lp_min_1": math.nan}
    expected |= {"uid": math.nan, "cola_score": math.nan, "no_such": math.nan}
    made = {name: measures.change_per_nat_without_tokens(name, 2) for name in expected}
    assert made == pytest.approx(expected, nan_ok=True)
    scores = pd.DataFrame({"sentence_id": ["a", "stranger"], "measure": "slor", "score": 0.0})
    sentences = pd.DataFrame({"sentence_id": ["b", "a"], "sentence": ["one", "one two"]})
    assert with_change_per_nat(scores, sentences)["change_per_nat"].tolist() == pytest.approx(
        [0.25, np.nan], nan_ok=True
    )


@pytest.mark.parametrize(
    ("text", "characters", "in_bytes"),
    [
        ("He left.", 8, 8),
        (" Äiti näe. ", 9, 11),  # white space around a sentence does not count, that within does
        ("e\u0301te\u0301", 3, 7),  # accents that are written by themselves
        ("猫が寝た。", 5, 15),
        ("สวัสดี", 4, 18),  # two vowel signs of their letters
        ("👩‍👩‍👧！", 2, 21),
    ],
)
def test_characters_and_bytes_are_counted_as_the_sentence_is_written(text, characters, in_bytes):
    """Whatever the tokens are, and whether the end of the sentence is one of them."""
    sentences = pd.DataFrame({"sentence_id": ["a"], "sentence": [text]})
    tokens = pd.DataFrame({"sentence_id": "a", "log_prob": [-2.0, -6.0, -4.0]})
    table = scores_of_tokens(sentences, tokens, ["mean_lp_characters", "mean_lp_bytes"])
    assert table["score"].tolist() == [-12 / characters, -12 / in_bytes]
    assert table["change_per_nat"].tolist() == [1 / characters, 1 / in_bytes]


NOT_OF_TOKENS = {("margin",), ("prediction",), ("answer",)}


def test_each_row_of_the_registry_has_its_name_and_what_it_needs():
    for name, measure in MEASURES.items():
        assert measure.name == name
        assert measure.label and any(name in measures_of(kind) for kind in kinds().values())
        if measure.needs in NOT_OF_TOKENS:
            assert isinstance(measure.function(0.5), float)
            continue
        needed = {column: SENTENCE[column] for column in measure.needs}
        assert measure.function(Sentence(2, needed, **LENGTHS)) == measure.function(SENTENCE)
        for left_out in needed:
            with pytest.raises(InputError, match=f"no {left_out}; remove the measures that need it"):
                measure.function(Sentence(2, {it: needed[it] for it in needed if it != left_out}, **LENGTHS))


def test_equations_3_to_5_by_hand():
    """Logits (0, ln 3): P = 3/4. Logits (ln 4, 0): P = 1/5, so that the answer is −1 with probability 4/5."""
    margins = [math.log(3), -math.log(4), 0.0]
    assert list(map(measures.p_acceptable, margins)) == pytest.approx([0.75, 0.2, 0.5])
    assert list(decisions.decide(margins)) == [1, 0, 0]
    assert list(map(measures.cola_score, margins)) == pytest.approx([0.75, -0.8, -0.5])
    assert list(map(measures.MEASURES["logit_margin"].function, margins)) == margins


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=30))
def test_scores_of_classifiers_are_gradient_and_agree_with_the_decision(margins):
    margins = np.sort(margins)
    p, signed = (np.array([function(m) for m in margins]) for function in (measures.p_acceptable, measures.cola_score))
    assert np.all(np.diff(p) >= 0) and np.all(np.diff(signed) >= 0)
    assert np.all((p >= 0) & (p <= 1))
    assert np.all((np.abs(signed) >= 0.5) & (np.abs(signed) <= 1))
    assert np.array_equal(signed > 0, decisions.decide(margins) == 1)
    assert [measures.p_acceptable(-m) for m in margins] == pytest.approx(1 - p)


def test_p_acceptable_is_the_softmax():
    logits = np.random.default_rng(1).normal(size=(50, 2)) * 5
    softmax = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    margins = logits[:, 1] - logits[:, 0]
    assert list(map(measures.p_acceptable, margins)) == pytest.approx(softmax[:, 1])
    winning = np.where(logits.argmax(axis=1) == 1, 1, -1) * softmax.max(axis=1)
    assert list(map(measures.cola_score, margins)) == pytest.approx(winning)


def test_sums_double_with_the_sentence_and_are_known_as_such():
    columns = {name: [*values, *values] for name, values in SENTENCE.columns.items()}
    twice = Sentence(4, columns, **{name: 2 * length for name, length in LENGTHS.items()})
    for name, measure in MEASURES.items():
        if measure.needs not in NOT_OF_TOKENS:
            doubled = measure.function(twice) == pytest.approx(2 * measure.function(SENTENCE))
            assert doubled == measures.is_sum(name) == measure.is_sum
    assert not measures.is_sum("a measure of one's own")


def test_kinds_of_models_have_the_measures_that_they_can_have():
    lengths, of_order = ["mean_lp_characters", "mean_lp_bytes"], ["uid", "front_mean_lp", "back_mean_lp"]
    for kind in ("ngram", "causal", "lstm"):
        assert measures_of(kinds()[kind]) == [*NGRAM[:2], *lengths, *NGRAM[2:], *of_order]
    masked = kinds()["masked"]
    of_pll = [name for name in measures_of(masked) if "pll" in name]
    assert len(of_pll) == 6
    others = set(NGRAM) - {"log_prob", "mean_lp"}  # these two are pll and mean_pll
    assert set(measures_of(masked)) == {*of_pll, *others, *lengths, *of_order}
    assert label_of("slor", masked) == "PLL SLOR"
    assert label_of("slor", kinds()["causal"]) == label_of("slor", None) == "SLOR"
    assert label_of("pll", masked) == "PLL"
    assert label_of("unigram_log_prob", masked) == "unigram log-prob"
    shown = [label_of(name, masked) for name in measures_of(masked)]
    assert len(set(shown)) == len(shown)
    assert measures_of(kinds()["encoder"]) == ["cola_score", "logit_margin", "p_acceptable"]
    assert len({measure.label for measure in MEASURES.values()}) == len(MEASURES)


def test_sentences_are_measured_whatever_the_order_of_the_rows(tmp_path):
    sentences = pd.DataFrame({"sentence_id": ["b", "a"], "sentence": ["one two", "one"], "rating": np.nan})
    tokens = pd.DataFrame(
        {
            "sentence_id": ["a", "b", "a", "b", "b"],
            "position": [1, 1, 2, 2, 3],
            "token": ["one", "one", "</s>", "two", "</s>"],
            "log_prob": [-1.0, -2.0, -3.0, -6.0, -1.0],
            "unigram_log_prob": [-2.0, -8.0, -1.0, -4.0, -2.0],
            "oov": 0,
        }
    )
    paths = [tmp_path / f"{name}.csv" for name in ("sentences", "tokens", "scores")]
    io.write_table(sentences, paths[0], SENTENCES)
    io.write_table(tokens, paths[1], TOKENS)
    measuring.measure_sentences(paths[0], paths[1], ["slor", "log_prob"], paths[2])
    scores = io.read_table(paths[2], SCORES)
    assert scores["sentence_id"].tolist() == ["a", "b"] * 2
    assert scores["measure"].tolist() == ["slor"] * 2 + ["log_prob"] * 2
    assert scores["score"].tolist() == pytest.approx([-0.5, 5 / 3, -4, -9])
    with pytest.raises(InputError, match=r"tokens.csv: this model's tokens have no log_prob_word_l2r"):
        measuring.measure_sentences(paths[0], paths[1], ["pll_word_l2r"], paths[2])
