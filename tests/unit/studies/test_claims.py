from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from acceptability.analyses.specifications.compute import compute as specify
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS as PAIRS_TABLE
from acceptability.contracts.data import SENTENCES as SENTENCES_TABLE
from acceptability.contracts.scoring import SCORES as SCORES_TABLE
from acceptability.contracts.studies import CHECKED_CLAIMS, CLAIMS
from acceptability.errors import InputError
from acceptability.options import OPTIONS
from acceptability.statistics import specifications
from acceptability.statistics.clusters import bootstrap_weights
from acceptability.statistics.specifications import DEFAULT_CHOICES, Case
from acceptability.studies import claims
from acceptability.studies.claims import Outcome, check_claims, holds
from check_claims import main as check_claims_script
from helpers import ROOT

OUR_OWN = io.read_table(ROOT / "paper/adc/claims.csv", CLAIMS)


ROWS = pd.DataFrame(
    {"share": [0.4, 0.5, 0.3], "blimp": [0.9, 0.8, 0.7], "pearson_r": [0.3, 0.1, 0.2]},
    index=["a-mlm/pll", "b-mlm/pll", "c/slor"],
)


@pytest.mark.parametrize(
    ("quantity", "argument", "truth"),
    [
        ("above", "*-mlm/pll c/slor", True),
        ("above", "a-mlm/pll b-mlm/pll", False),
        ("blimp_above", "a-mlm/pll b-mlm/pll", True),
        ("r_above", "a-mlm/pll c/slor", True),
        ("r_above", "*-mlm/pll c/slor", False),
        ("reaches", "* 0.3", True),
        ("reaches", "* 0.31", False),
        ("below", "* 0.5", False),
        ("below", "* 0.51", True),
        ("apart_less", "a-mlm/pll c/slor 0.11", True),
        ("apart_less", "*-mlm/pll c/slor 0.15", False),
        ("apart_less", "c/slor a-mlm/pll 0.11", True),
        ("apart_less", "c/slor a-mlm/pll 0.09", False),
        ("loses_more", "* 0.29", True),
        ("loses_more", "* 0.35", False),
        ("loses_less", "* 0.51", True),
        ("loses_less", "* 0.45", False),
        ("falls_further", "c/slor b-mlm/pll", True),
        ("falls_further", "c/slor a-mlm/pll", False),
    ],
)
def test_claims_by_hand(quantity, argument, truth):
    values = {name: ROWS[[name]].set_axis([0], axis=1) for name in ROWS}
    assert holds(values, quantity, argument).tolist() == [truth]


@pytest.mark.parametrize(
    ("quantity", "argument", "form"),
    [
        ("above", "a-mlm/pll", "'model/measure model/measure'"),
        ("above", "a-mlm/pll b-mlm/pll c/slor", "'model/measure model/measure'"),
        ("above", "a-mlm/pll b-mlm/pll 0.5", "'model/measure model/measure'"),
        ("below", "a-mlm/pll", "'model/measure 0.5'"),
        ("below", "a-mlm/pll half", "'model/measure 0.5'"),
        ("below", "a-mlm/pll nan", "'model/measure 0.5'"),
        ("below", "a-mlm/pll b-mlm/pll 0.5", "'model/measure 0.5'"),
        ("reaches", "", "'model/measure 0.5'"),
        ("apart_less", "a-mlm/pll 0.1", "'model/measure model/measure 0.5'"),
    ],
)
def test_an_argument_with_too_few_or_too_many_parts_is_refused(quantity, argument, form):
    with pytest.raises(InputError, match=f"quantity {quantity} needs an argument such as {form}, not '{argument}'"):
        claims.parse(ROWS.index, quantity, argument)


@given(st.sampled_from([*claims.QUANTITIES]), st.lists(st.sampled_from([*ROWS.index, "*"]), max_size=4), st.booleans())
def test_an_argument_is_read_whole_or_refused(quantity, patterns, has_bound):
    *_, number = claims.QUANTITIES[quantity]
    argument = " ".join([*patterns, *(["0.25"] if has_bound else [])])
    if len(patterns) == number and has_bound == (quantity in claims.BOUNDED):
        groups, bound = claims.parse(ROWS.index, quantity, argument)
        assert len(groups) == len(patterns) and bound == (0.25 if has_bound else 0)
    else:
        with pytest.raises(InputError):
            claims.parse(ROWS.index, quantity, argument)


@pytest.mark.parametrize(
    ("quantity", "argument"),
    [("above", "b-mlm/pll c/slor"), ("loses_more", "c/slor 0.39"), ("r_above", "a-mlm/pll c/slor")],
)
def test_a_claim_is_asked_of_every_case_by_itself(quantity, argument):
    other = ROWS.sample(frac=1, random_state=1).set_axis(ROWS.index)
    values = {name: pd.concat([ROWS[name], other[name]], axis=1, keys=[0, 1]) for name in ROWS}
    each = [
        holds({name: table.iloc[:, [case]] for name, table in values.items()}, quantity, argument)[0] for case in (0, 1)
    ]
    assert holds(values, quantity, argument).tolist() == each


def claim_rows(**columns) -> pd.DataFrame:
    row = {"place": "p", "claim": "c", "threshold": "0.5", "quantity": "above", "argument": "x/pll y/slor", "note": ""}
    return pd.DataFrame([row | columns])


def key(threshold: float = 0.5, **choices: str) -> tuple:
    own = dict(zip(OPTIONS, DEFAULT_CHOICES, strict=True))
    assert choices.keys() <= own.keys()
    return threshold, *(own | choices).values()


def outcome(low: float, high: float, **more) -> Outcome:
    middle = (low + high) / 2
    return Outcome(middle, middle > 0, low, high, **({"share": 0.9, "numbers": ()} | more))


YES, NO, OPEN = (0.1, 0.3), (-0.3, -0.1), (-0.1, 0.1)


@pytest.fixture
def judged(monkeypatch):
    """The row of check_claims for one claim, if these are its outcomes."""

    def judge(found: dict, **columns) -> pd.Series:
        monkeypatch.setattr(claims, "weigh", lambda *_: [found])
        return check_claims(claim_rows(**columns), [], ["x/pll", "y/slor"], {}, [0.5, 5]).iloc[0]

    return judge


@pytest.mark.parametrize(
    ("own", "others", "verdict"),
    [
        (YES, [YES, YES], "robust"),
        (YES, [YES, OPEN], "holds"),
        (YES, [YES, NO], "depends"),
        (NO, [YES, OPEN], "depends"),
        (OPEN, [YES, NO], "depends"),
        (OPEN, [OPEN, OPEN], "undecided"),
        (OPEN, [YES, YES], "undecided"),
        (OPEN, [NO, OPEN], "undecided"),
        (NO, [OPEN, NO], "fails"),
        (NO, [NO, NO], "never holds"),
    ],
)
def test_verdicts(judged, own, others, verdict):
    keys = [key(), key(weight="phenomena"), key(human_scale="sentences")]
    ends = [own, *others]
    row = judged({name: outcome(*of) for name, of in zip(keys, ends, strict=True)})
    assert row["verdict"] == verdict
    assert (row["supported"], row["refuted"], row["specifications"]) == (ends.count(YES), ends.count(NO), 3)
    assert (row["depends_on"] != "") == (verdict == "depends")


def test_a_verdict_on_every_threshold_needs_each(judged):
    both = {key(0.5): outcome(*YES), key(5): outcome(*OPEN)}
    assert judged(both, threshold="")["verdict"] == "undecided"
    assert judged(both | {key(5): outcome(*YES)}, threshold="")["verdict"] == "robust"
    row = judged(both | {key(5): outcome(*NO)}, threshold="")
    assert (row["verdict"], row["depends_on"], row["own"]) == ("depends", "threshold", "no")


def test_the_choices_that_alone_turn_it_are_named(judged):
    found = {
        key(human_scale=scale, weight=weight): outcome(*(YES if scale == "participants" else NO))
        for scale, weight in product(OPTIONS["human_scale"].values, OPTIONS["weight"].values)
    }
    assert judged(found)["depends_on"] == "human_scale"
    found[key(weight="phenomena")] = outcome(*NO)
    assert judged(found)["depends_on"] == "human_scale, weight"
    apart = {key(): outcome(*YES), key(human_scale="sentences", weight="phenomena"): outcome(*NO)}
    apart |= {key(weight="phenomena"): outcome(*OPEN), key(human_scale="sentences"): outcome(*OPEN)}
    assert judged(apart)["depends_on"] == "several choices together"


def test_counts_and_shares_are_of_the_specifications_they_say(judged):
    found = {
        key(0.5): outcome(*YES, share=0.9, numbers=(0.2, 0.3)),
        key(5): outcome(*YES, share=0.8, numbers=(0.2, 0.3)),
        key(weight="phenomena"): outcome(*OPEN, share=0.1, numbers=(0.2, 0.4)),
    }
    row = judged(found, threshold="")
    assert row[["bootstraps", "different"]].tolist() == [0.8, 2]
    assert row[["own", "holding", "specifications"]].tolist() == ["yes", 2, 3]


def test_the_equivalence_p_is_the_greatest_of_the_papers_own(judged):
    found = {
        key(0.5): outcome(*YES, equivalence_p=0.01),
        key(5): outcome(*YES, equivalence_p=0.03),
        key(weight="phenomena"): outcome(*YES, equivalence_p=0.5),
    }
    row = judged(found, quantity="loses_less", argument="x/pll 0.4", threshold="")
    assert (row["equivalence_p"], row["bound"]) == (0.03, 0.4)
    assert np.isnan(judged({key(): outcome(*YES)})[["equivalence_p", "bound"]].astype(float)).all()


@pytest.mark.parametrize(
    ("quantity", "argument", "ends", "supported"),
    [
        ("reaches", "x/pll 0.5", (0.5, 0.5), True),
        ("reaches", "x/pll 0.5", (0.4, 0.499), False),
        ("loses_more", "x/pll 0.5", (0.5, 0.5), False),
        ("above", "x/pll y/slor", (0.0, 0.0), False),
        ("below", "x/pll 0.5", (0.5, 0.5), False),
        ("below", "x/pll 0.5", (0.4, 0.499), True),
        ("apart_less", "x/pll y/slor 0.5", (0.5, 0.6), False),
    ],
)
def test_a_bound_that_is_just_reached_is_what_the_quantity_says(judged, quantity, argument, ends, supported):
    row = judged({key(): outcome(*ends)}, quantity=quantity, argument=argument)
    assert (row["supported"], row["refuted"]) == (int(supported), int(not supported))


@pytest.mark.parametrize("quantity", ["below", "reaches", "loses_more", "loses_less"])
@pytest.mark.parametrize("seed", range(8))
def test_the_verdict_changes_just_outside_the_bounds_and_not_inside(judged, quantity, seed):
    draw = np.random.default_rng(seed)
    middles = draw.uniform(0.3, 0.5) + draw.normal(scale=0.05, size=6)
    keys = [key(threshold, weight=weight, length=length)
            for threshold, weight, length in product([0.5], OPTIONS["weight"].values, OPTIONS["length"].values)]  # fmt: skip
    keys += [key(human_scale="sentences"), key(population="pairs")]
    found = {name: outcome(middle - 0.04, middle + 0.05) for name, middle in zip(keys, middles, strict=True)}

    def verdict(bound: float) -> pd.Series:
        return judged(found, quantity=quantity, argument=f"x/pll {float(bound)!r}")

    for bound in (0.0, *draw.uniform(0.2, 0.6, size=5), 1.0):
        row = verdict(bound)
        low, high = row["bound_from"], row["bound_to"]
        inside, tiny = np.random.default_rng(1).uniform, 1e-9
        assert not low > bound and not high < bound
        from_, to = (-1.0 if np.isnan(low) else low + tiny), (2.0 if np.isnan(high) else high - tiny)
        for other in (from_, to, inside(from_, to), inside(from_, to)):
            assert verdict(other)["verdict"] == row["verdict"]
        for end, beyond in ((low, low - tiny), (high, high + tiny)):
            assert np.isnan(end) or verdict(beyond)["verdict"] != row["verdict"]
    assert np.isnan(verdict(0.0)["bound_from"]) and np.isnan(verdict(1.0)["bound_to"])


def test_equivalence_by_hand():
    """The greatest of the one-sided p, by a normal distribution whose SD is that of the bootstraps."""
    bootstraps = np.array([[0.01, 0.03, 0.01, 0.03], [-0.04, -0.02, -0.04, -0.02]])  # SDs 0.01
    numbers = np.column_stack([[0.015, -0.03], bootstraps])
    assert claims.equivalence(numbers, 0.05) == pytest.approx(stats.norm.cdf((0.03 - 0.05) / 0.01))
    assert claims.equivalence(numbers[:1], 0.05) == pytest.approx(stats.norm.cdf(-3.5))
    assert claims.equivalence(numbers, 0.03) == 0.5
    assert claims.equivalence(numbers, 0.02) == pytest.approx(stats.norm.cdf(1.0))
    same = np.full((2, 5), 0.03)  # nothing varies
    assert claims.equivalence(same, 0.05) == 0 and claims.equivalence(same, 0.03) == 1


def world(seed: int = 3, number: int = 24, **of_rows: np.ndarray) -> tuple[Case, pd.Series]:
    """Pairs of 12 phenomena, with rows x/pll and y/slor."""
    generator = np.random.default_rng(seed)
    index = pd.Index([f"p{place}" for place in range(number)], name="pair_id")
    human = generator.normal(0.5, 1, size=number)
    rows = {"x/pll": human + generator.normal(0, 0.5, size=number), "y/slor": generator.normal(size=number)} | of_rows
    phenomena = pd.Series([f"f{place % 12}" for place in range(number)], index)
    columns = pd.DataFrame({"human": human} | rows | {"oracle": human}, index)
    return Case(DEFAULT_CHOICES, columns, np.full(number, 1 / number)), phenomena


@pytest.mark.parametrize("weighted", [False, True])
def test_what_the_bootstraps_draw_is_what_any_program_computes_on_the_drawn_pairs(weighted):
    case, phenomena = world(number=22)
    weights = np.random.default_rng(1).uniform(0.5, 3, size=22) if weighted else np.ones(22)
    case = Case(case.choices, case.columns, weights / weights.sum())
    clusters = phenomena.sample(frac=1, random_state=2)  # in any order
    found = claims.drawn(case, clusters, [0.5, 5], repetitions=200)
    names = sorted(set(clusters))
    times = bootstrap_weights(len(names), 200, claims.SEED)
    weight = pd.Series(case.weights, case.columns.index)
    for bootstrap in (0, 1, 2, 77, 200):
        often = dict(zip(names, times[bootstrap - 1] if bootstrap else [1] * len(names), strict=True))
        chosen = [pair for pair in case.columns.index for _ in range(often[clusters[pair]])]
        sample, each = case.columns.loc[chosen], weight[chosen].to_numpy()
        for row, threshold in product(("x/pll", "y/slor", "oracle"), (0.5, 5)):
            same, apart = sample[row] * sample["human"] > 0, (sample[row] - sample["human"]).abs()
            values = {name: table.loc[row, bootstrap] for name, table in found[threshold].items()}
            assert values["share"] == pytest.approx(np.average(same & (apart < threshold), weights=each))
            assert values["blimp"] == pytest.approx(np.average(sample[row] > 0, weights=each))
            covariance = np.cov(sample["human"], sample[row], aweights=each)
            r = covariance[0, 1] / np.sqrt(covariance[0, 0] * covariance[1, 1])
            assert values["pearson_r"] == pytest.approx(r)
            if not weighted:
                assert r == pytest.approx(stats.pearsonr(sample["human"], sample[row]).statistic)


def check(case_or_cases, clusters, thresholds=(0.5, 5), **columns) -> pd.Series:
    cases = case_or_cases if isinstance(case_or_cases, list) else [case_or_cases]
    return check_claims(claim_rows(**columns), cases, ["x/pll", "y/slor"], clusters, list(thresholds)).iloc[0]


def test_support_depends_on_what_is_drawn_and_the_table_says_where_it_does(tmp_path):
    """x wins in every phenomenon of two articles and loses in those of a third, which is small.

    Among 60 phenomena that makes x the winner. Of three articles, x loses where the third is drawn thrice (1 in 27).
    """
    number = 120
    third = np.arange(number) % 60 < 10
    phenomena, articles = np.arange(number) % 60, np.where(third, "c", np.array(["a", "b"])[np.arange(number) % 2])
    ids = [f"p{place}" for place in range(number)]
    pairs = pd.DataFrame({"pair_id": ids, "good_id": [f"{name}.g" for name in ids], "paradigm": "p"})
    pairs = pairs.assign(bad_id=[f"{name}.b" for name in ids], phenomenon=phenomena.astype(str), cluster=articles)
    good = pd.DataFrame({"sentence_id": pairs["good_id"], "rating": 1.0, "x": np.where(third, -1.0, 1.0), "y": -1.0})
    bad = pd.DataFrame({"sentence_id": pairs["bad_id"], "rating": 0.0, "x": 0.0, "y": np.where(third, -2.0, 0.0)})
    sentences = pd.concat([good, bad], ignore_index=True).assign(sentence="one two")
    io.write_table(sentences.drop(columns=["x", "y"]), tmp_path / "sentences.csv", SENTENCES_TABLE)
    io.write_table(pairs, tmp_path / "pairs.csv", PAIRS_TABLE)
    io.write_table(claim_rows(argument="x/pll y/slor", threshold="5"), tmp_path / "claims.csv", CLAIMS)
    for name, measure in (("x", "pll"), ("y", "slor")):
        scores = sentences[["sentence_id", name]].set_axis(["sentence_id", "score"], axis=1).assign(measure=measure)
        io.write_table(scores, tmp_path / f"{name}.csv", SCORES_TABLE)
    files = {name: tmp_path / f"{name}.csv" for name in ("sentences", "pairs", "claims")}
    scored = {"scores": [tmp_path / "x.csv", tmp_path / "y.csv"], "rows": ["x/pll", "y/slor"]}

    def checked() -> pd.Series:
        check_claims_script(**files, **scored, thresholds=[5], tie=0.0, to=tmp_path / "to.csv")
        return io.read_table(tmp_path / "to.csv", CHECKED_CLAIMS).iloc[0]

    row = checked()
    assert row[["own", "verdict", "verdict_over_phenomena"]].tolist() == ["yes", "undecided", "robust"]
    assert row["bootstraps"] == pytest.approx(1 - 1 / 27, abs=0.01)
    io.write_table(pairs.assign(cluster=pairs["phenomenon"]), tmp_path / "pairs.csv", PAIRS_TABLE)
    assert checked()[["verdict", "verdict_over_phenomena"]].tolist() == ["robust", ""]


def test_whose_claim_holds_in_all_bootstraps_is_robust_and_its_opposite_never_holds():
    case, phenomena = world()
    human = case.columns["human"]
    case = Case(DEFAULT_CHOICES, case.columns.assign(**{"x/pll": human, "y/slor": -human}), case.weights)
    best = check(case, phenomena)
    assert best[["verdict", "own", "bootstraps"]].tolist() == ["robust", "yes", 1]
    worst = check(case, phenomena, argument="y/slor x/pll")
    assert worst[["verdict", "own", "bootstraps"]].tolist() == ["never holds", "no", 0]
    assert check(case, phenomena, quantity="reaches", argument="x/pll 1")["verdict"] == "robust"
    assert check(case, phenomena, quantity="below", argument="x/pll 1")["verdict"] == "never holds"
    assert check(case, phenomena, quantity="", argument="")[["verdict", "own"]].tolist() == [
        "not reproducible here",
        "",
    ]


def test_equal_shares_are_equal_in_whatever_order_they_are_added_up():
    """x and y meet as many pairs of other phenomena: neither is above the other, and they are apart by exactly 0."""
    case, phenomena = world(number=23)
    human = np.ones(23)
    x = np.where(np.arange(23) < 10, 1.0, -1.0)
    case = Case(DEFAULT_CHOICES, case.columns.assign(**{"human": human, "x/pll": x, "y/slor": x[::-1]}), case.weights)
    for threshold in ("0.5", "5"):
        for argument in ("x/pll y/slor", "y/slor x/pll"):
            assert check(case, phenomena, threshold=threshold, argument=argument)["own"] == "no"
    all_of_them = phenomena.map(lambda _: "one")
    near = check(case, all_of_them, quantity="apart_less", argument="x/pll y/slor 0.000000001")
    assert near[["own", "bootstraps", "verdict", "equivalence_p"]].tolist() == ["yes", 1, "robust", 0]
    values = {"share": 0.5, "blimp": 0.8, "pearson_r": 0.0}
    values = {name: pd.DataFrame([[value]], index=["x/pll"]) for name, value in values.items()}
    assert 0.8 - 0.5 > 0.3 and not holds(values, "loses_more", "x/pll 0.3")[0]


def test_weighed_evidence_is_the_statistic_and_its_percentiles():
    case, phenomena = world()
    (found,) = claims.weigh(claim_rows(threshold=""), [case], ["x/pll", "y/slor"], phenomena, [0.5, 5])
    assert [*found] == [(0.5, *DEFAULT_CHOICES), (5, *DEFAULT_CHOICES)]
    for threshold in (0.5, 5):
        of = found[(threshold, *DEFAULT_CHOICES)]
        share = claims.drawn(case, phenomena, [threshold])[threshold]["share"]
        apart = share.loc["x/pll"] - share.loc["y/slor"]
        assert of.value == pytest.approx(apart[0]) and of.holds == (apart[0] > 0)
        assert of.numbers == (of.value,)
        assert (of.low, of.high) == pytest.approx(np.quantile(apart[1:], [0.025, 0.975]))
        assert of.share == (apart[1:] > 1e-9).mean()
        assert np.isnan(of.equivalence_p)


def test_a_claim_that_something_is_small_has_an_equivalence_p():
    case, phenomena = world()
    asked = {"quantity": "apart_less", "argument": "x/pll y/slor 0.9"}
    (found,) = claims.weigh(claim_rows(**asked), [case], ["x/pll", "y/slor"], phenomena, [0.5])
    share = claims.drawn(case, phenomena, [0.5])[0.5]["share"]
    apart = (share.loc["x/pll"] - share.loc["y/slor"]).to_numpy()
    p = stats.norm.cdf((abs(apart[0]) - 0.9) / apart[1:].std())
    assert found[(0.5, *DEFAULT_CHOICES)].equivalence_p == pytest.approx(p) and 0 < p < 0.05
    assert check(case, phenomena, **asked)["equivalence_p"] == pytest.approx(p)


def test_correlations_that_do_not_exist_support_nothing():
    """x has one delta for all pairs: no r, so neither the claim nor its opposite is borne out."""
    case, phenomena = world(**{"x/pll": np.full(24, 0.1)})
    for argument in ("x/pll y/slor", "y/slor x/pll"):
        row = check(case, phenomena, quantity="r_above", argument=argument)
        assert row[["verdict", "own", "supported", "refuted"]].tolist() == ["undecided", "no", 0, 0]
        assert np.isnan(row[["bound_from", "bound_to"]].astype(float)).all()


SENTENCES = pd.DataFrame(
    {
        "sentence_id": list("abcdefg"),
        "sentence": ["one two", "one two three four", "one", "two", "one two", "a b c", "far away from the others"],
        "rating": [1.0, -1.0, 0.5, 0.0, 1.5, np.nan, 8.0],
    }
)
PAIRS = pd.DataFrame({"pair_id": list("pqr"), "good_id": list("ace"), "bad_id": list("bdf"), "phenomenon": list("stu")})
IDS = list("abcdefg")
SCORES = {
    "x": pd.DataFrame({"sentence_id": IDS, "measure": "pll", "score": [-4.0, -9.0, -1.0, -3.0, -2.0, -5.0, -30.0]}),
    "y": pd.DataFrame({"sentence_id": IDS, "measure": "slor", "score": [1.0, 0.5, 0.2, 0.2, 0.1, 0.3, 0.0]}),
}
CLUSTERS = PAIRS.set_index("pair_id")["phenomenon"]


def of_paper(several: pd.DataFrame) -> pd.DataFrame:
    cases = specifications.cases(SENTENCES, PAIRS, SCORES)
    return check_claims(several, cases, ["x/pll", "y/slor"], CLUSTERS, [0.5, 5])


def test_every_specification_of_the_papers_own_rows_is_asked():
    several = pd.concat([claim_rows(), claim_rows(claim="d", threshold="")])
    checked = of_paper(several)
    assert checked["specifications"].tolist() == [32, 64]
    made = specify(
        sentences=SENTENCES, pairs=PAIRS, scores=SCORES, thresholds=[0.5, 5], reference="reference", tie=0
    ).query("system != 'reference'")
    shares = made.pivot(index=specifications.SPECIFICATION, columns="system", values="share")
    at_half = shares[shares.index.get_level_values("threshold") == 0.5]
    for table, row in ((at_half, checked.iloc[0]), (shares, checked.iloc[1])):
        assert row["holding"] == (table["x"] > table["y"]).sum()
        assert row["different"] == (table["x"] - table["y"]).round(9).nunique() < row["specifications"]


def test_choices_that_change_nothing_are_counted_once(judged):
    found = {key(): outcome(*YES, numbers=(0.3913486133765,))}
    found[key(weight="phenomena")] = outcome(*YES, numbers=(0.3913486133765,))
    assert judged(found)["different"] == 1
    case, phenomena = world()
    moved = Case(key(weight="phenomena")[1:], case.columns * (1 + 1e-14), case.weights)  # as rounding errors do
    row = check([case, moved], phenomena, quantity="r_above")
    assert row[["specifications", "different"]].tolist() == [2, 1]


def test_a_claim_about_a_threshold_that_was_not_asked_says_so():
    found = of_paper(claim_rows(threshold="7")).iloc[0]
    assert (found["verdict"], found["own"], found["specifications"]) == ("δ = 7 was not asked", "", 0)


def test_a_claim_about_nothing_is_refused():
    for columns in ({"argument": "z/pll y/slor"}, {"quantity": "beyond"}, {"argument": "oracle y/slor"}):
        with pytest.raises(InputError):
            of_paper(claim_rows(**columns))


def test_checked_claims_keep_their_contract():
    changes = [
        {},
        {"quantity": "", "argument": ""},
        {"threshold": "7"},
        {"quantity": "r_above", "threshold": ""},
        {"quantity": "loses_less", "argument": "* 0.1"},
        {"quantity": "reaches", "argument": "x/* 0.5"},
    ]
    several = pd.concat([claim_rows(claim=str(number), **change) for number, change in enumerate(changes)])
    checked = of_paper(several)
    checked["verdict_over_phenomena"] = ""  # what the script adds
    assert io.check_table(checked, CHECKED_CLAIMS, "claims.csv")["own"].isin(["yes", "no", ""]).all()
    assert list(checked)[len(several.columns) : -1] == claims.RESULT and checked.index.tolist() == list(range(6))


def test_our_own_claims_are_known_quantities():
    rows = pd.DataFrame(
        {"share": 0.3, "blimp": 0.8, "pearson_r": 0.2},
        index=["bert-large-cased-cola-published/cola_score", "bert-large-cased-mlm-published/pll", "trigram-published/slor",
               "trigram-published/log_prob"],
    )  # fmt: skip
    for claim in OUR_OWN[OUR_OWN["quantity"] != ""].itertuples():
        # of equal rows none is above another, all lose 0.5, and 0.3 is below 0.5 and above none of the bounds reached
        expected = claim.quantity in ("below", "apart_less", "loses_more")
        values = {name: rows[[name]].set_axis([0], axis=1) for name in rows}
        assert holds(values, claim.quantity, claim.argument).tolist() == [expected], claim.claim
        assert claim.threshold in ("", "0.5", "1", "5")
