"""Power: what is assumed, what is simulated from it, and what is said of it."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from scipy.special import ndtr, ndtri
from scipy.stats import binom, multivariate_normal

from acceptability.analyses.power import manifest
from acceptability.analyses.power.compute import compute
from acceptability.analyses.power.figure import draw_power
from acceptability.analyses.power.page import part
from acceptability.analyses.power.table import make_assumptions, make_power
from acceptability.analyses.power.words import say_power
from acceptability.analyses.stimuli.compute import compute as stimuli_of
from acceptability.contracts import io
from acceptability.datasets.user_pairs.reader import from_records
from acceptability.errors import InputError
from acceptability.figures.style import COLUMN, PAGE
from acceptability.statistics.clusters import sign_flip_p
from acceptability.statistics.power import simulation
from acceptability.statistics.power.assumptions import assume, components, units_of
from acceptability.statistics.power.declared import ASSUMPTIONS, GIVEN, RATINGS, SCORES, parse_assumptions
from acceptability.statistics.power.simulation import Design, Experiments, Pools, paired_p, planned

BLIMP = ("blimp", np.nan)


def pairs_of(*sizes: int) -> pd.DataFrame:
    """Pairs of phenomena of these sizes, each of which is a cluster."""
    phenomenon = np.repeat(np.arange(len(sizes)), sizes).astype(str)
    names = np.arange(len(phenomenon)).astype(str)
    columns = {f"{what}_id": np.char.add(what[0], names) for what in ("pair", "good", "bad")}
    return pd.DataFrame(columns | dict.fromkeys(("paradigm", "phenomenon", "cluster"), phenomenon))


def sentences_of(pairs: pd.DataFrame, good=np.nan, bad=np.nan) -> pd.DataFrame:
    number = len(pairs)
    rating = np.concatenate([np.broadcast_to(np.asarray(side, dtype=float), number) for side in (good, bad)])
    names = [*pairs["good_id"], *pairs["bad_id"]]  # as texts, they share no frame
    return pd.DataFrame({"sentence_id": names, "sentence": names, "rating": rating})


def computed(pairs: pd.DataFrame) -> dict[str, pd.DataFrame]:
    made = compute(pairs=pairs, sentences=sentences_of(pairs), thresholds=[0.5], raters=None, assumptions={})
    io.check_table(made["power"], manifest.POWER, "power")
    io.check_table(made["assumptions"], manifest.ASSUMPTIONS, "assumptions")
    return made


@pytest.fixture
def few_experiments(monkeypatch):
    """Enough where words count, and no number does."""
    monkeypatch.setattr(simulation, "POOL", 2**12)
    monkeypatch.setattr(simulation, "EXPERIMENTS", 100)


@pytest.fixture(scope="module")
def of_60() -> dict[str, pd.DataFrame]:
    return computed(pairs_of(*[5] * 12))


# What is assumed


def test_given_assumptions_are_read():
    assert parse_assumptions(" rater_sd=0.9, share_right = 0.7,") == {"rater_sd": 0.9, "share_right": 0.7}
    assert parse_assumptions("") == {}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("rater_ds=0.9", "did you mean 'rater_sd'?"),
        ("rater_sd", "must be a name and a number, such as rater_sd=0.9"),
        ("rater_sd=much", "'much' is not a number"),
        ("rater_sd=0", "write a number that is above 0"),
        ("rater_sd=nan", "write a number that is above 0"),
        ("human_mean=inf", "write a number that is finite"),
        ("human_sd_pairs=-1", "write a number that is 0 or above"),
        ("share_right=1", "between 0 and 1"),
        ("systems_r_pairs=1", "between -1 and 1"),
        ("raters=2.5", "write a whole number"),
        ("rater_sd=1,rater_sd=2", "given twice"),
    ],
)
def test_a_wrong_assumption_is_one_line(text, complaint):
    with pytest.raises(InputError) as error:
        parse_assumptions(text)
    assert complaint in str(error.value) and str(error.value).startswith("ASSUME: ") and "\n" not in str(error.value)


def test_components_of_a_hand_case():
    """Units {1, 3} and {5, 9}: W = (1 + 1 + 4 + 4) / 2 = 5, B = 2 · 2 · 2.5² = 25, n₀ = 2."""
    values, units = np.array([1.0, 3, 5, 9]), np.array([0, 0, 1, 1])
    assert components(values, values, units) == pytest.approx((10, 5))
    assert components(values, -values, units) == pytest.approx((-10, -5))


def drawn(seed: int, units: int, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Deltas of people (without error) and two systems (3 × pairs) as declared, and the unit of each pair."""
    assumed = {name: it.value for name, it in ASSUMPTIONS.items()}
    generator, of = np.random.default_rng(seed), np.repeat(np.arange(units), size)
    total = np.zeros((3, len(of)))
    for level, number, places in (("phenomena", units, of), ("pairs", len(of), np.arange(len(of)))):
        sds = np.array([assumed[f"human_sd_{level}"], *[assumed[f"system_sd_{level}"]] * 2])
        people, systems = assumed[f"people_r_{level}"], assumed[f"systems_r_{level}"]
        r = np.array([[1, people, people], [people, 1, systems], [people, systems, 1]])
        total += generator.multivariate_normal(np.zeros(3), r * np.outer(sds, sds), number).T[:, places]
    middle = ndtri(assumed["share_right"]) * np.hypot(assumed["system_sd_phenomena"], assumed["system_sd_pairs"])
    return total + np.array([[assumed["human_mean"]], [middle], [middle]]), of


def test_a_tables_own_numbers_replace_declared_ones():
    """They are computed from a large table that was drawn with the declared ones, so they are about the same again."""
    (human, first, second), _ = drawn(1, 2500, 6)
    pairs, generator = pairs_of(*[6] * 2500), np.random.default_rng(2)
    slopes = ndtri((np.arange(13) + 0.5) / 13)
    slopes *= 0.283 / slopes.std(ddof=1)
    error = generator.normal(0, np.sqrt(0.673**2 - 0.283**2 / 4), (2, len(human), 13))
    z = np.stack([human[:, None] + slopes, -human[:, None] - slopes]) / 2 + error
    names = np.repeat([*pairs["good_id"], *pairs["bad_id"]], 13)
    who = np.tile(np.arange(13).astype(str), 2 * len(pairs))
    ratings = pd.DataFrame({"participant": who, "sentence_id": names, "z_score": z.ravel()})
    sentences = sentences_of(pairs, *z.mean(axis=2))
    columns = {("a", "pll"): first, ("b", "pll"): second}
    assumed = assume(pairs, sentences, ratings, columns)
    assert set(assumed.sources.values()) == {RATINGS, SCORES}
    for name, it in ASSUMPTIONS.items():
        assert assumed[name] == pytest.approx(it.value, abs=0.035), name
    given = assume(pairs, sentences, ratings, columns, 20, {"rater_sd": 0.9, "share_right": 0.7})
    assert (given["raters"], given["rater_sd"], given["share_right"]) == (20, 0.9, 0.7)
    assert [name for name, source in given.sources.items() if source == GIVEN] == ["raters", "rater_sd", "share_right"]
    alone = assume(pairs, sentences_of(pairs), None, {("a", "pll"): first})
    of_scores = {name for name, source in alone.sources.items() if source == SCORES}
    assert of_scores == {"share_right", "system_sd_phenomena", "system_sd_pairs"}


def test_few_pairs_and_incomplete_scores_replace_nothing():
    pairs = pairs_of(4, 4, 4)
    few = assume(pairs, sentences_of(pairs, 1.0, 0.0), None, {("a", "m"): np.arange(12.0)})
    assert all(few.sources[name] == it.source and few[name] == it.value for name, it in ASSUMPTIONS.items())
    pairs = pairs_of(*[5] * 12)
    partial = assume(pairs, sentences_of(pairs), None, {("a", "m"): np.array([np.nan, *range(59)])})
    assert SCORES not in partial.sources.values()


def test_systems_that_agree_with_people_agree_with_each_other():
    pairs = pairs_of(*[5] * 12)
    assumed = assume(pairs, sentences_of(pairs), assumptions={"people_r_pairs": 0.9})
    assert assumed["systems_r_pairs"] == pytest.approx(0.81) and assumed.sources["systems_r_pairs"] == GIVEN
    with pytest.raises(InputError, match=r"systems_r_pairs: 0.1 is not possible.*agree by at least 0.62; change one"):
        assume(pairs, sentences_of(pairs), assumptions={"people_r_pairs": 0.9, "systems_r_pairs": 0.1})
    with pytest.raises(InputError, match="one of the two must be above 0"):
        assume(pairs, sentences_of(pairs), assumptions={"system_sd_pairs": 0, "system_sd_phenomena": 0})
    with pytest.raises(InputError, match="RATERS, which is 20; write one of them"):
        assume(pairs, sentences_of(pairs), raters=20, assumptions={"raters": 10})


# What is simulated


def test_designs():
    pairs = pairs_of(2, 3, 4).assign(cluster=["a"] * 5 + ["b"] * 4)
    design = planned(pairs, 10)
    assert list(units_of(pairs)) == [0] * 2 + [1] * 3 + [2] * 4
    assert (list(design.sizes), list(design.clusters), design.number, design.pairs) == ([2, 3, 4], [0, 0, 1], 2, 9)
    assert list(design.by_cluster(design.sizes)) == [5, 4]
    assert list(design.twice_pairs().sizes) == [4, 6, 8] and design.twice_raters().raters == 20
    twice = design.twice_phenomena()
    assert (list(twice.sizes), list(twice.clusters)) == ([2, 3, 4, 2, 3, 4], [0, 0, 1, 2, 2, 3])
    assert planned(pairs_of(*[1] * 700), 5).twice_phenomena().number == 500  # as tests join them


@pytest.mark.parametrize("clusters", [6, 9, 14, 80])
def test_p_is_that_of_the_projects_test(clusters):
    generator = np.random.default_rng(clusters)
    sums = generator.integers(-3, 6, (300, clusters)).astype(np.float32)
    ours, theirs = paired_p(sums), sign_flip_p(sums.T, 100_000, 1)
    assert np.abs(ours - theirs).max() < 0.03
    near = np.abs(theirs - 0.05) > 0.01
    assert ((ours < 0.05) == (theirs < 0.05))[near].all()


def test_p_of_all_signs():
    assert paired_p(np.array([[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, -1]], dtype=np.float32)) == pytest.approx(
        [2 / 64, 14 / 64]
    )


INDEPENDENT = {"system_sd_phenomena": 0.0, "system_sd_pairs": 1.0, "systems_r_pairs": 0.5, "people_r_pairs": 0.2}


def shares(shift: float) -> tuple[float, float]:
    """The shares of pairs that only the first and only the second system gets right, with INDEPENDENT and 0.828."""
    middle = ndtri(0.828)
    both = multivariate_normal.cdf([middle, middle - shift], cov=[[1, 0.5], [0.5, 1]])
    return ndtr(middle) - both, ndtr(middle - shift) - both


def test_the_smallest_difference_of_independent_pairs_is_that_of_mcnemars_test():
    """Where each pair is a cluster, flipping signs is McNemar's exact test, whose power sums binomial probabilities."""
    number = 150
    pairs = pairs_of(*[1] * number)
    pools = Pools(assume(pairs, sentences_of(pairs), assumptions=INDEPENDENT), 2)
    estimated = Experiments(pools, planned(pairs, 13)).smallest_difference(BLIMP)

    def power(shift: float) -> float:
        only_first, only_second = shares(shift)
        apart = only_first + only_second
        total = 0.0
        for differ in range(1, number + 1):
            fewer = np.arange(differ + 1)
            found = 2 * binom.cdf(np.minimum(fewer, differ - fewer), differ, 0.5) < 0.05
            total += binom.pmf(differ, number, apart) * binom.pmf(fewer, differ, only_first / apart)[found].sum()
        return total

    low, high = 0.0, 2.0
    for _ in range(20):
        middle = (low + high) / 2
        low, high = (middle, high) if power(middle) < 0.8 else (low, middle)
    exact = np.subtract(*shares(low))
    assert estimated.value == pytest.approx(exact, rel=0.04)
    assert abs(estimated.value - exact) < 4 * estimated.error + 0.002 and 0 < estimated.error < 0.03 * exact
    assert estimated.shift == pytest.approx(low, rel=0.05)


def test_the_width_of_an_interval_of_independent_pairs_is_that_of_a_binomial():
    pairs = pairs_of(*[1] * 400)
    experiments = Experiments(Pools(assume(pairs, sentences_of(pairs), assumptions=INDEPENDENT), 2), planned(pairs, 13))
    width = experiments.interval_width(BLIMP)
    assert width.value == pytest.approx(2 * 1.966 * np.sqrt(0.828 * 0.172 / 400), rel=0.02)


def test_shortcuts_for_large_units_and_many_units_change_little(monkeypatch):
    """Stretched sums of large units, and normal sums of many units, find the same as sums of single pairs."""

    def values(design: Design) -> list[float]:
        pools = Pools(assumed, design.sizes.max())
        experiments = Experiments(pools, design)
        return [experiments.smallest_difference(BLIMP).value, experiments.interval_width(BLIMP).value]

    pairs = pairs_of(*[64] * 30)
    assumed = assume(pairs, sentences_of(pairs))
    exact = values(planned(pairs, 13))
    monkeypatch.setattr(simulation, "MOST_PAIRS", 16)
    assert values(planned(pairs, 13)) == pytest.approx(exact, rel=0.06)
    monkeypatch.undo()
    several = pairs_of(*[4] * 300).assign(cluster=np.arange(1200) // 20)
    exact = values(planned(several, 13))
    monkeypatch.setattr(simulation, "MOST_UNITS", 100)
    assert values(planned(several, 13)) == pytest.approx(exact, rel=0.06)


def test_decisions_are_certain_with_many_raters_and_not_with_one():
    pairs = pairs_of(*[5] * 12)
    pools = Pools(assume(pairs, sentences_of(pairs)), 10)
    by_raters = [pools.certain(1.0, raters).value for raters in (2, 5, 13, 50, 10_000)]
    assert by_raters == sorted(by_raters) and by_raters[0] < 0.1 and by_raters[-1] > 0.95
    alone = pools.certain(1.0, 1)
    assert alone.value == 0 and "one rating" in alone.note


def test_what_is_doubled_matters_where_it_can(of_60):
    value = of_60["power"].set_index(["quantity", "criterion", "design"])["value"].sort_index()
    for quantity in ("smallest_difference", "interval_width"):
        of_blimp = value[quantity, "blimp"]
        assert of_blimp["twice the raters"] == of_blimp["as planned"]
        assert of_blimp["twice the phenomena"] < of_blimp["twice the pairs"] < of_blimp["as planned"]
    certain = value["certain", "adc"]
    assert certain["twice the pairs"] == certain["twice the phenomena"] == certain["as planned"]
    assert certain["twice the raters"] > certain["as planned"] + 0.1
    assert computed(pairs_of(*[5] * 12))["power"].equals(of_60["power"])  # the same again
    assert of_60["power"]["note"].eq("").all() and of_60["power"]["value"].notna().all()


# What is said


@pytest.mark.parametrize(
    ("sizes", "why"),
    [
        ([1], "all pairs are in one cluster, so there is no test"),
        ([40], "all pairs are in one cluster, so there is no test"),
        ([1, 1], "there are only 2 clusters"),
        ([3] * 5, "there are only 5 clusters, and no p is below 0.05 with fewer than 6"),
        ([1] * 6, "not even the greatest difference"),
    ],
)
@pytest.mark.usefixtures("few_experiments")
def test_designs_that_find_nothing_say_so(sizes, why):
    power = computed(pairs_of(*sizes))["power"]
    assert (power["value"].isna() == power["note"].ne("")).all()
    plan = power[(power["quantity"] == "smallest_difference") & (power["design"] == "as planned")]
    assert plan["note"].str.startswith(why).all()
    said = say_power(power)
    assert "no difference between two systems can be found" in said[0] and why in said[0]
    mend = f"You need at least 6 phenomena, or values of the column cluster; there {'is' if len(sizes) == 1 else 'are'} {len(sizes)}."
    assert (mend in said[0]) == (len(sizes) < 6)
    buys = "Nor would" if len(sizes) < 3 else "A difference can be found only with twice the phenomena ("
    assert said[-1].startswith(buys)
    assert not any("nan" in sentence for sentence in said)
    assert "none" in set(make_power(power=power)["As planned"])
    plt.close(draw_power(power=power, width=COLUMN))


def test_sentences_say_the_numbers_and_what_buys_most(of_60):
    said = say_power(of_60["power"])
    value = of_60["power"].set_index(["quantity", "criterion", "design"])["value"].sort_index()
    points = {name: f"{100 * value['smallest_difference', 'blimp', name]:.0f}" for name in value.index.levels[2]}
    assert said[0].startswith("With 60 pairs in 12 clusters, the smallest difference") and said[0].count("points") == 2
    assert f"{points['as planned']} points by the BLiMP criterion" in said[0]
    assert "twice the phenomena buys most" in said[-1]
    assert f"from {points['as planned']} points to {points['twice the phenomena']}" in said[-1]
    assert f"twice the pairs: {points['twice the pairs']}" in said[-1]
    assert said[-1].endswith("The number of raters does not matter for the BLiMP criterion.")
    assert "twice the raters:" not in said[-1]
    assert "the same in the whole 95 % interval of the human delta" in said[-3]
    value = value["share", "adc"]
    assert said[-2].startswith("With twice the raters, the better system’s share by the ADC is itself expected to go")
    assert f"from {100 * value['as planned']:.1f} to {100 * value['twice the raters']:.1f} % at δ = 0.5" in said[-2]


@pytest.mark.usefixtures("few_experiments")
def test_the_page_says_when_a_tables_own_numbers_replace_assumptions(of_60):
    shown = part(of_60["power"], of_60["assumptions"], STIMULI, {"simulated": False})
    said = "at least 30 pairs have them, in at least 6 phenomena of two pairs or more"
    assert any(said in text and "yours has 60 pairs and 12 such phenomena" in text for text in paragraphs(shown))
    few = computed(pairs_of(5, 5, 1))
    shown = part(few["power"], few["assumptions"], STIMULI, {"simulated": False})
    assert any("yours has 11 pairs and 2 such phenomena" in text for text in paragraphs(shown))


STIMULI = pd.DataFrame({name: ["", ""] for name in ("pair_id", "frame", "twin", "shares_sentence", "marks")})
STIMULI["phenomenon"] = ["a", "b"]


def test_the_expected_share_is_that_of_the_model(of_60):
    """A system's delta lies within δ of people's, and has its sign: by simulation, with other code."""
    rows = of_60["power"].query("quantity == 'share'").set_index(["criterion", "design"])
    draw, number = np.random.default_rng(8), 400_000
    value = {name: it.value for name, it in ASSUMPTIONS.items()}
    parts = {}
    for level in ("phenomena", "pairs"):
        r = value[f"people_r_{level}"]
        people, own = draw.standard_normal((2, number))
        parts[level] = (
            people * value[f"human_sd_{level}"],
            (r * people + np.sqrt(1 - r**2) * own) * value[f"system_sd_{level}"],
        )
    human = value["human_mean"] + parts["phenomena"][0] + parts["pairs"][0]
    middle = ndtri(value["share_right"]) * np.hypot(value["system_sd_phenomena"], value["system_sd_pairs"])
    system = middle + parts["phenomena"][1] + parts["pairs"][1]
    assert rows.loc[("blimp", "as planned"), "value"] == pytest.approx(value["share_right"], abs=0.005)
    for design, raters in (("as planned", 13), ("twice the raters", 26)):
        seen = human + value["rater_sd"] * np.sqrt(2 / raters) * draw.standard_normal(number)
        share = ((np.abs(seen - system) < 0.5) & (np.sign(seen) == np.sign(system))).mean()
        assert rows.loc[("adc", design), "value"] == pytest.approx(share, abs=0.005)
    assert rows.loc[("blimp", "twice the raters"), "value"] == rows.loc[("blimp", "as planned"), "value"]


NAMES = ["Ann", "Tom", "Kim", "Sue", "Bob", "Joe", "Max", "Eve"]


def own(records: list[dict]) -> tuple[list[str], int]:
    """Returns the sentences that the terminal prints about power, and how many clusters power is computed with."""
    sentences, pairs = from_records(records)
    made = compute(pairs=pairs, sentences=sentences, thresholds=[0.5], raters=None, assumptions={})
    stimuli = stimuli_of(pairs=pairs, sentences=sentences, word_counts=None)["stimuli"]
    return part(**made, stimuli=stimuli, described={"simulated": False}).summary, int(made["power"]["clusters"].iloc[0])


@pytest.mark.usefixtures("few_experiments")
def test_clusters_with_items_of_one_frame_are_joined_for_power_and_that_is_said_before_it():
    """Eight clusters of two pairs; the first pairs of the first two are items of one frame."""
    records = []
    for n, name in enumerate(NAMES):
        verb = "slept" if n < 2 else f"did{n}"
        for good, bad in ((f"{name} {verb} well", f"{name} well {verb}"), (f"One{n} ate it{n}", f"Ate{n} it one")):
            pair = {"pair_id": str(len(records)), "phenomenon": "x", "cluster": str(n), "good": good, "bad": bad}
            records.append(pair)
    said, clusters = own(records)
    assert clusters == 7
    assert said[0].startswith("For 2 pairs, items of the same frame, or pairs that share a sentence, are in other")
    assert said[1].startswith("For power, these are joined, which makes 7 clusters: copy the column cluster of")
    assert said[2].startswith("With 16 pairs in 7 clusters, ")


@pytest.mark.usefixtures("few_experiments")
def test_one_construction_of_independent_items_is_advised_to_name_them():
    records = [{"pair_id": str(n), "phenomenon": "x", "good": f"{name} saw{n} it{n}", "bad": f"saw{n} {name} so"}
               for n, name in enumerate(NAMES)]  # fmt: skip
    said, clusters = own(records)
    assert clusters == 1 and said[0].startswith("All pairs are of one phenomenon and one cluster.")
    assert "they are 8 items: if these are independent of each other, give each a value of its own" in said[0]
    of_one_frame = [
        it | {"good": f"{name} slept", "bad": f"{name} sleep"} for it, name in zip(records, NAMES, strict=True)
    ]
    assert not any("All pairs are of one" in it for it in own(of_one_frame)[0])  # one item, so to speak
    said, clusters = own([it | {"cluster": it["pair_id"]} for it in records])
    assert clusters == 8 and said[0].startswith("With 8 pairs in 8 clusters, ")


def paragraphs(shown):
    return [block.text for block in shown.blocks if block.kind == "paragraph"]


def test_the_figure_has_three_panels_and_the_tables_all_numbers(of_60):
    for width in (PAGE, COLUMN):
        figure = draw_power(power=of_60["power"], width=width)
        titles = ["smallest difference found", "width of a 95 % interval", "certain decisions"]
        assert [axes.get_title() for axes in figure.axes] == titles
        plt.close(figure)
    table = make_power(power=of_60["power"])
    assert list(table.columns[:3]) == ["Quantity", "Criterion", "As planned"] and len(table) == 9
    shifts = table[table["Quantity"].str.startswith("Difference of the two systems’ deltas")]
    assert shifts["Criterion"].tolist() == ["BLiMP", "ADC, δ = 0.5"]
    assert shifts["As planned"].str.match(r"\d\.\d\d").all()
    assert list(make_assumptions(assumptions=of_60["assumptions"])["Assumption"]) == list(ASSUMPTIONS)


@pytest.mark.usefixtures("few_experiments")
def test_a_tables_scores_are_taken_from_its_systems():
    (human, first, second), _ = drawn(3, 12, 5)
    human += np.random.default_rng(4).normal(0, 0.673 * np.sqrt(2 / 10), 60)
    pairs = pairs_of(*[5] * 12)
    names = [*pairs["good_id"], *pairs["bad_id"]]
    scores = {
        system: pd.DataFrame({"sentence_id": names, "measure": "m", "score": np.concatenate([deltas / 2, -deltas / 2])})
        for system, deltas in (("a", first), ("b", second))
    }
    sentences = sentences_of(pairs, human / 2, -human / 2)
    made = compute(pairs=pairs, sentences=sentences, thresholds=[1.0], raters=10, assumptions={}, scores=scores)
    numbers, single = made["assumptions"].set_index("name"), ("rater_sd", "participant_sd")
    assert numbers.loc["share_right", "value"] == pytest.approx(((first > 0).mean() + (second > 0).mean()) / 2)
    assert numbers["source"].to_dict() == {
        name: GIVEN if name == "raters" else ASSUMPTIONS[name].source if name in single else source
        for name, source in zip(numbers.index, [RATINGS] * 6 + [SCORES] * 7, strict=True)
    }
