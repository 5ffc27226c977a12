"""Series: what is declared, mistakes, `make score`, shares and tests by hand."""

import itertools
import math

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.series import compute as analysis
from acceptability.analyses.series import figure, table
from acceptability.command import configuration, entries, options
from acceptability.errors import InputError
from acceptability.figures import style
from acceptability.plan.series import number_in, positive
from acceptability.rounding import compact
from acceptability.sources import commits
from acceptability.statistics import levels, trends
from configurations import CAUSAL, OWN, OWN_PAIRS, changed, keys, planned
from fake_hub import NAME, REVISION, commit_of, serving
from helpers import ROOT
from tiny_models import byte_tokenizer, gpt2, save

HUB = {"label": "Tiny", "kind": "causal", "hub": "a/b", "beginning": True, "measures": ["log_prob"]}
STEPS = {"label": "Steps", "number": "step", "model": "tiny", "revisions": {"step1000": None, "step4000": None}}
SIZES = {"label": "Sizes", "number": "parameters", "systems": {"one": None, "two": "70M"}}
CONFIG = OWN | {
    "datasets": OWN_PAIRS,
    "run": ["steps", "one", "two"],
    "models": {"tiny": HUB, "one": CAUSAL, "two": CAUSAL},
    "series": {"steps": STEPS, "sizes": SIZES},
    "ngram": {},
    "classifiers": {},
}


# What is declared.


def test_revisions_are_ordinary_models_and_a_series_name_stands_for_its_systems(monkeypatch):
    asked = []
    monkeypatch.setattr(commits, "resolve", lambda name, revision=None: asked.append((name, revision)) or "f" * 40)
    plan = planned(changed(CONFIG, "series/steps/commits", {"step4000": "e" * 40}))
    assert keys(plan.datasets["mine"].systems) == ["tiny-step1000", "tiny-step4000", "one", "two"]
    first, second = (plan.models[key] for key in ("tiny-step1000", "tiny-step4000"))
    assert (first.label, first.hub, first.measures) == ("Tiny step1000", "a/b", ("log_prob",))
    assert second.files == [f"resources/models/tiny-step4000/{'e' * 40}/fetched.json"] and not asked
    assert plan.datasets["mine"].series == {
        "steps": {"number": "step", "systems": {"tiny-step1000": 1000, "tiny-step4000": 4000}},
        "sizes": {"number": "parameters", "systems": {"one": None, "two": 70e6}},
    }
    assert plan.datasets["mine"].subject.series_labels == {
        "steps/log_prob": "Steps log-prob",
        "sizes/log_prob": "Sizes log-prob",
    }
    assert "series" in plan.datasets["mine"].has
    assert "series" not in planned(CONFIG | {"run": ["one"]}).datasets["mine"].has


def test_a_tag_is_looked_up_once_and_recorded(tmp_path, monkeypatch):
    monkeypatch.setattr(commits, "resolve", lambda name, revision=None: {None: "a", "v1": "b"}[revision] * 40)
    record = tmp_path / "commits.json"
    for damage in ("", "[1]", '{"x/y": 1}', "[" * 100_000):
        record.write_text(damage, encoding="utf-8")
        with pytest.raises(InputError, match="commits.json: is damaged; remove it"):
            commits.recorded("x/y", record)
    record.unlink()
    assert [commits.recorded("x/y", record, revision)[0] for revision in (None, "v1")] == ["a", "b"]
    monkeypatch.setattr(commits, "resolve", lambda *_: pytest.fail("asked again"))
    assert [commits.recorded("x/y", record, revision)[0] for revision in (None, "v1")] == ["a", "b"]


def test_weights_that_do_not_stay_wait_for_the_scores_of_the_model_before_last():
    revisions = {f"step{number}": None for number in (1, 2, 3, 4)}
    config = changed(CONFIG, "series/steps/revisions", revisions)
    config["series"]["steps"]["commits"] = {name: commit_of(name) for name in revisions}
    config = changed(changed(config, "models/tiny/keep_weights", False), "models/tiny/shards", 2)
    plan = planned(config)
    assert plan.models["tiny-step1"].files == [f"results/weights/tiny-step1/{commit_of('step1')}"]
    assert [plan.made_before(f"tiny-step{number}") for number in (1, 2)] == [[], []]
    assert plan.made_before("tiny-step4") == [f"results/shards/mine/tiny-step2/{number}.csv" for number in (1, 2)]


def test_weights_of_models_that_are_only_asked_wait_for_the_answers_of_the_model_before_last():
    hub = {"label": "T", "kind": "causal", "hub": "a/b", "revision": commit_of("main"), "beginning": True}
    hub |= {"measures": ["log_prob"], "keep_weights": False, "unigrams": "brown"}
    config = changed(CONFIG, "models", CONFIG["models"] | {f"m{number}": hub for number in (1, 2, 3)})
    asked = {f"asked{n}": {"label": f"A{n}", "model": f"m{n}", "measures": ["yes_no"]} for n in (1, 2, 3)}
    plan = planned(config | {"prompted": asked, "run": [*asked]})
    assert [plan.made_before(f"m{number}") for number in (1, 2)] == [[], []]
    assert plan.made_before("m3") == ["results/answers/mine/asked1.csv"]


@pytest.mark.parametrize(
    ("name", "word", "number"),
    [
        ("step1000", "step", "1000"),
        ("step1000-tokens4B", "step", "1000"),
        ("step1000-tokens4B", "tokens", "4B"),
        ("stage1-step20-tokens1.5T", "tokens", "1.5T"),
        ("checkpoint-700", "step", "700"),
        ("checkpoint-700", "tokens", None),
        ("v1.2-rc3", "step", None),
        ("main", "step", None),
        ("0123456789abcdef0123456789abcdef01234567", "step", None),
    ],
)
def test_numbers_in_names_of_revisions(name, word, number):
    assert number_in(name, word) == number


def test_numbers_may_be_written_in_short():
    assert [positive(it, "") for it in ("70M", "6.9B", "1e9", 3, None)] == [70e6, 6.9e9, 1e9, 3, None]
    assert [compact(it) for it in (512, 64000, 70e6, 6.9e9, 1e12)] == ["512", "64,000", "70M", "6.9B", "1T"]


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("series/sizes/systems", {"one": 1, "tow": 2}, r"sizes.systems: the system 'tow' is not declared \(did you"),
        ("series/sizes/systems", {"one": 7e7, "two": "70M"}, "sizes.systems: one and two have the same parameters"),
        ("series/sizes/systems", {"one": 0, "two": 1}, "sizes.systems.one: 0 does not fit: a positive number, such as"),
        ("series/sizes/systems", {"one": "0M", "two": 1}, "series.sizes: one: the number must be positive, such as"),
        ("series/sizes/systems", {"one": "many", "two": 1}, "sizes.systems.one: 'many' does not fit: a positive"),
        ("series/sizes/systems", {"one": 1}, "series.sizes.systems: .* does not fit: The systems, two or more"),
        ("series/sizes/number", "layers", r"systems.one: its number \(layers\) is not known; write it, such"),
        ("series/sizes/model", "tiny", "series.sizes: .*"),
        ("series/steps/revisions", {"main": None, "step1": None}, "tiny-main: its number .* is not known; .* NUMBERS="),
        ("series/steps/revisions", {"step1": None, "step-1": None}, "tiny-step1 and tiny-step-1 have the same step, 1"),
        ("series/steps/revisions", {"step.1": 1, "step-1": 2}, "'step-1' becomes the model tiny-step-1, which there"),
        ("series/steps/number", "parameters", "steps.number: revisions of .* have the same parameters; name another"),
        ("series/steps/model", "one", "series.steps.model: one is no model of the hub, so it has no revisions"),
        ("series/steps/model", "tinny", r"steps.model: the model 'tinny' is not declared \(did you mean 'tiny'\?\)"),
        ("series/steps/commits", {"step9": "f" * 40}, "steps.commits: the revision 'step9' is not declared"),
        ("series/steps/commits", {"step1000": "main"}, "steps.commits.step1000: 'main' does not fit: a commit"),
        ("series/one", SIZES, "the system 'one' has the name of a series; rename it"),
        ("models/one/keep_weights", False, "models.one: the key 'hub' is missing, which 'keep_weights' needs"),
    ],
)
def test_mistakes(path, value, message):
    with pytest.raises(InputError, match=message) as error:
        planned(changed(CONFIG, path, value))
    assert "\n" not in str(error.value)


# `make score`.


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pairs.csv").write_text("good,bad\nThe boy sleeps.,The boy sleep.\n", encoding="utf-8")
    origin = save(tmp_path / "origin", gpt2(), byte_tokenizer(mask=False))
    for key in ("HF_HUB_OFFLINE", "HF_TOKEN"):
        monkeypatch.delenv(key, raising=False)
    with serving(origin, {"step1": origin, "step20": origin}) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.url)
        yield hub


def written(*before, **words):
    """The configuration of some words, and of the one that was written before, if any."""
    declared = entries.declared_entries(ROOT)
    datasets = entries.dataset_entries({"pairs": "pairs.csv"}, declared)
    words = options.parse({"pairs": "pairs.csv"} | words)
    return configuration.configuration(
        words, datasets, entries.system_entries(words, datasets, declared), declared, *before
    )


def test_revisions_of_a_hub_model_are_a_series_with_their_commits(here):
    config = written(model=NAME, revisions="step1,step20", keep="no")
    assert config["run"] == ["tiny-bert-step"]
    assert config["series"]["tiny-bert-step"] == {
        "label": "tiny-bert",
        "number": "step",
        "model": "tiny-bert",
        "revisions": {"step1": None, "step20": None},
        "commits": {"step1": commit_of("step1"), "step20": commit_of("step20")},
    }
    assert config["models"]["tiny-bert"]["keep_weights"] is False
    asked = len(here.requests)
    again = written(config, model=NAME, revisions="step1,step20")
    assert again["series"] == config["series"] and "keep_weights" not in again["models"]["tiny-bert"]
    assert len(here.requests) == asked
    given = written(model=NAME, revisions="main,step1", series="tokens", numbers="4B,1M")
    assert given["series"]["tiny-bert-tokens"]["revisions"] == {"main": "4B", "step1": "1M"}
    assert given["series"]["tiny-bert-tokens"]["commits"]["main"] == REVISION
    plan = planned(config)
    assert keys(plan.datasets["pairs"].systems) == ["tiny-bert-step1", "tiny-bert-step20"]


def test_several_models_are_a_series(here):
    config = written(model=f"brown-bert,{NAME}", series="parameters")
    assert config["run"] == ["brown-bert", "tiny-bert"]
    systems = {"brown-bert": None, "tiny-bert": None}
    assert config["series"] == {"parameters": {"label": "Models", "number": "parameters", "systems": systems}}
    sizes = {name: ("models", {"label": name}) for name in ("pythia-70m", "pythia-160m")}
    made = configuration._series({"series": "parameters", "model": ",".join(sizes)}, sizes, {})
    assert made["series"]["parameters"]["label"] == "pythia"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            {"model": NAME, "series": "parameters"},
            "SERIES=parameters: a series has two or more; name several in MODEL=",
        ),
        ({"model": f"{NAME},{NAME}", "series": "x"}, f"SERIES=x: {NAME} occurs twice; write it once"),
        ({"model": NAME, "revisions": "step1,step20,step1"}, "REVISIONS=.*: step1 occurs twice; write it once"),
        ({"model": NAME, "revisions": "step1"}, "REVISIONS=step1: a series has two or more; write REVISION= for one"),
        ({"model": NAME, "revisions": "step1,step2"}, f"{NAME} at step2: the hub has no such model or revision"),
        (
            {"model": NAME, "revisions": "step1,nosuch", "series": "Parameters"},
            "have the same parameters; write another",
        ),
        ({"model": "origin", "revisions": "step1,step20"}, "REVISIONS=.*: applies only to one model of the hub"),
        ({"model": NAME, "revisions": "step1,step20", "revision": "main"}, "REVISION=main: leave it out, or name it"),
        ({"model": NAME, "revisions": "step1,step20", "numbers": "1"}, "NUMBERS=1: has 1 numbers for 2: step1, step20"),
        ({"model": NAME, "numbers": "1"}, "NUMBERS=1: applies only to SERIES= or REVISIONS=; leave it out"),
        ({"model": "origin", "keep": "no"}, "KEEP=no: applies only to models of the hub; leave it out"),
        ({"model": NAME, "keep": "maybe"}, "KEEP=maybe: must be yes or no"),
    ],
)
def test_mistakes_in_words(here, words, message):
    with pytest.raises(InputError, match=message):
        written(**words)


# Shares, correlations and tests.


def test_the_slope_by_hand():
    numbers = np.array([1.0, 10.0, 100.0])  # one apart, as powers
    credit = np.array([[0, 0.5, 1], [0, 0, 1], [1, 1, 1], [0, 1, 0]])
    rise, p, differ = trends.slope(credit, numbers, np.array(["a", "a", "b", "c"]))
    assert differ == 1  # that of b and that of c are 0
    assert rise.value == pytest.approx(((1 - 0) / 2 + (1 - 0) / 2 + 0 + 0) / 4)  # (last − first) / 2 of each pair
    assert rise.left_out.tolist() == pytest.approx([0, 1 / 3, 1 / 3])
    assert math.isnan(p)  # of three units


def test_a_slopes_p_is_that_of_all_signs():
    """Of eight units, 2⁸ signs; counted one by one."""
    rng = np.random.default_rng(1)
    credit = rng.integers(0, 2, (40, 4)).astype(float)
    credit[:, 3] = 1
    units = np.arange(40) % 8
    numbers = np.array([1e3, 4e3, 9e3, 2e5])
    x = np.log10(numbers) - np.log10(numbers).mean()
    sums = np.array([(credit[units == unit] @ x).sum() for unit in range(8)])
    flipped = [abs(np.dot(signs, sums)) for signs in itertools.product([-1, 1], repeat=8)]
    exact = np.mean([value >= abs(sums.sum()) - 1e-9 for value in flipped])
    rise, p, _ = trends.slope(credit, numbers, units)
    assert p == pytest.approx(exact, abs=0.005)
    fitted = np.polyfit(np.log10(numbers), credit.mean(axis=0), 1)[0]
    assert rise.value == pytest.approx(fitted)


def test_falls_compare_the_last_system_with_each_before_it():
    credit = np.array([[0, 1, 0], [1, 1, 0], [0, 1, 1]], dtype=float)
    apart, ps = trends.falls(credit, np.arange(3))
    assert [it.value for it in apart] == pytest.approx([0, -2 / 3])
    assert len(ps) == 2


@pytest.mark.parametrize(
    ("shares", "places"),
    [
        ([0.5, 0.8, 0.9], (1, None)),
        ([0.5, 0.8, 0.2, 0.9], (1, 2)),
        ([0.5, 0.8, 0.75, 0.9], (1, None)),  # below, but not clearly
        ([0.5, 0.6], (None, None)),
    ],
)
def test_when_people_are_reached_and_when_no_longer(shares, places):
    """Ten pairs, each a cluster, of which people get 8 of 10 right; systems that differ from them pair by pair."""
    people = np.tile([0.7, 0.9], 10)
    noise = np.tile([-0.2, -0.1, 0.1, 0.2], 5)
    credit = np.column_stack([share + noise for share in shares])
    apart = trends.apart_from(people, credit, np.arange(20))
    assert [it.value for it in apart] == pytest.approx([share - 0.8 for share in shares])
    assert trends.first_reaching(apart) == places
    assert trends.apart_from(people[:0], credit[:0], np.arange(0)) == [] and trends.first_reaching([]) == (None, None)


def world(rated=True, chosen=False):
    """Three systems on 24 pairs of two phenomena: the second gets more right than the first, the last fewer again."""
    rng = np.random.default_rng(2)
    names = [f"p{place}" for place in range(24)]
    pairs = pd.DataFrame(
        {
            "pair_id": names,
            "good_id": [f"{name}.good" for name in names],
            "bad_id": [f"{name}.bad" for name in names],
            "phenomenon": np.repeat(["x", "y"], 12),
            "paradigm": np.repeat(["x", "y"], 12),
            "cluster": [f"c{place % 6}" for place in range(24)],
        }
    )
    human = rng.normal(1, 1, 24)
    deltas = {
        system: pd.DataFrame(
            {
                "pair_id": names,
                "measure": "log_prob",
                "human_delta": human if rated else np.nan,
                "model_delta": np.where(np.arange(24) % 12 < right, 1.0, -1.0) * rng.uniform(0.5, 2, 24),
            }
        )
        for system, right in (("small", 4), ("middle", 12), ("large", 8))
    }
    deltas["large"].loc[0, "model_delta"] = 0.0
    answers = [(name, f"s{person}", int(person < (6 if name == "p3" else 9))) for name in names for person in range(10)]
    choices = pd.DataFrame(answers, columns=["pair_id", "participant", "chose_good"])
    return pairs, deltas, choices if chosen else choices[:0]


SYSTEMS = {"large": 70e9, "small": 1e6, "middle": None}
DECLARED = {"sizes": {"number": "parameters", "systems": SYSTEMS}}
LABELS = {"sizes/log_prob": "Sizes log-prob"}


def computed(pairs, deltas, choices, middle=10**9):
    return analysis.compute(
        pairs=pairs,
        choices=choices,
        deltas=deltas,
        scorings={"middle": {"parameters": middle}},
        series=DECLARED,
        dataset="d",
    )


def test_shares_are_those_of_every_other_table_and_numbers_are_read_from_scorings():
    pairs, deltas, choices = world()
    shares = computed(pairs, deltas, choices)["series"].query("statistic == 'share'")
    numbers = shares.drop_duplicates("system").set_index("system")["number"]
    assert list(numbers.items()) == [("small", 1e6), ("middle", 1e9), ("large", 70e9)]
    by_id = pairs.set_index("pair_id", drop=False)
    for system in SYSTEMS:
        other = levels.shares_of_system(deltas[system], by_id).query("level != 'paradigm'").set_index("group")
        own = shares[shares["system"] == system].set_index("group")
        for name, theirs in (("value", "share_ties_half"), ("strict", "share"), ("low", "half_low")):
            assert own[name].tolist() == pytest.approx(other[theirs].tolist())
    large = shares[(shares["system"] == "large") & (shares["group"] == "all")].iloc[0]
    assert (large["value"], large["strict"]) == (pytest.approx(15.5 / 24), pytest.approx(15 / 24))
    ratings = deltas["small"]["human_delta"]
    assert large["people"] == pytest.approx((ratings > 0).mean())


def test_r_is_with_ratings_or_else_with_choices():
    pairs, deltas, choices = world()
    r = computed(pairs, deltas, choices)["series"].query("statistic == 'r' and group == 'all'").set_index("system")
    expected = np.corrcoef(deltas["middle"]["human_delta"], deltas["middle"]["model_delta"])[0, 1]
    assert r.loc["middle", "value"] == pytest.approx(expected)
    assert computed(*world(rated=False))["series"]["statistic"].eq("share").all()
    pairs, deltas, choices = world(rated=False, chosen=True)
    result = computed(pairs, deltas, choices)["series"]
    expected = np.corrcoef(np.where(pairs["pair_id"] == "p3", 0.6, 0.9), deltas["middle"]["model_delta"])[0, 1]
    r = result[(result["statistic"] == "r") & (result["group"] == "all")].set_index("system")
    assert r.loc["middle", "value"] == pytest.approx(expected)
    people = result[(result["group"] == "all") & (result["statistic"] == "share")]["people"]
    assert people.tolist() == pytest.approx([(0.9 * 23 + 0.6) / 24] * 3)


def shown_by_series(made: dict[str, pd.DataFrame]) -> pd.DataFrame:
    return table.make_series(shares=made["series"], series_trends=made["series_trends"], series_labels=LABELS)


def test_the_table_says_when_people_are_reached_and_what_is_lost_again():
    result = computed(*world(rated=False, chosen=True))
    change = result["series_trends"].set_index("group").loc["all"]
    assert change["first"] == 1e9 and change["below_again"] == 70e9
    assert (change["fall"], change["fall_from"]) == (pytest.approx(15.5 / 24 - 1), 1e9)
    assert change["p_holm"] == change["p"]  # all pairs are tested once
    of_phenomena = result["series_trends"].query("level == 'phenomenon'")
    smallest = of_phenomena["p"].min()
    assert of_phenomena["p_holm"].min() == pytest.approx(min(1, 2 * smallest))
    shown = shown_by_series(result)
    row = shown.iloc[0]
    assert row[["Series", "Pairs", "Smallest", "Greatest"]].tolist() == [
        "Sizes log-prob",
        "24",
        "0.333 at 1M",
        "0.646 at 70B",
    ]
    assert row[["First system not below people", "Below people again at", "Fall from"]].tolist() == ["1B", "70B", "1B"]
    assert shown["Group of pairs"].tolist() == ["all phenomena", "x", "y"]
    assert "First system not below people" not in shown_by_series(computed(*world(rated=False))).columns


def test_only_pairs_that_all_systems_cover_count():
    pairs, deltas, choices = world()
    deltas["middle"] = deltas["middle"].iloc[:-4]
    result = computed(pairs, deltas, choices)["series"]
    assert set(result[result["group"] == "all"]["pairs"]) == {20}


def test_two_models_of_one_size_are_named():
    with pytest.raises(InputError, match=r"sizes.systems: small and middle have the same parameters, 1e\+06; leave"):
        computed(*world(), middle=10**6)


def test_the_figure_has_a_panel_for_each_group_and_a_line_for_each_series():
    result = computed(*world(rated=False, chosen=True))["series"]
    drawn = figure.draw_series(shares=result, series=DECLARED, series_labels=LABELS, width=style.PAGE)
    panels = [axes for axes in drawn.axes if axes.get_visible()]
    titles = ["all pairs (24)", "x (12)", "y (12)"]
    assert [axes.get_title() for axes in panels] == [*titles, *titles[:2]]  # no r of y, of whose pairs all say the same
    (line,) = [line for line in panels[0].lines if len(line.get_xdata()) == 3]
    assert line.get_xdata().tolist() == [1e6, 1e9, 70e9]
    assert line.get_ydata().tolist() == pytest.approx([8 / 24, 1, 15.5 / 24])
    assert panels[0].get_xscale() == "log" and {axes.get_xlabel() for axes in panels} == {"parameters"}
    assert [panels[place].get_ylabel() for place in (0, 3)] == ["share right", "r with people"]
    assert not drawn.legends[0].get_title().get_text()  # what could be read as the title of an axis
    style.plt.close(drawn)


# Samples of a corpus.

SAMPLED = CONFIG | {
    "run": ["bigram"],
    "series": {},
    "corpora": {"texts": {"kind": "brown", "tokens": [100, 10], "samples": 2}},
    "ngram": {
        "bigram": {
            "label": "Bigram",
            "corpus": "texts",
            "order": 2,
            "tokenisation": "words",
            "lowercase": True,
            "end_of_sentence": True,
            "measures": ["log_prob"],
        }
    },
}


def test_a_model_on_samples_becomes_a_series_of_models():
    plan = planned(SAMPLED)
    names = ["bigram-100-1", "bigram-100-2", "bigram-10-1", "bigram-10-2"]
    assert list(plan.runs) == names and plan.systems["bigram-10-2"].label == "Bigram 10 (2)"
    (dataset,) = plan.datasets.values()
    numbers = dict(zip(names, [100.0, 100.0, 10.0, 10.0], strict=True))
    assert dataset.series == {"bigram": {"number": "tokens", "systems": numbers, "sampled": True}}
    assert list(plan.corpora) == ["texts", *(name.replace("bigram", "texts") for name in names)]
    corpus = plan.corpora[plan.systems["bigram-10-2"].corpus]
    assert corpus.sample == {"of": "texts", "tokens": 10, "number": 2} and plan.registered == {"brown.zip"}
    assert plan.corpora["texts"].sample is None


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("corpora/texts", {"kind": "brown", "samples": 2}, "corpora.texts: the key 'tokens' is missing"),
        ("corpora/texts-10-1", {"kind": "brown"}, "corpora.texts: becomes texts-10-1, which there is already; rename"),
        ("series/bigram", SIZES, "ngram.bigram: becomes bigram, which there is already; rename one"),
        ("ngram/bigram-10-1", {**SAMPLED["ngram"]["bigram"]}, "becomes bigram-10-1, which there is already; rename"),
        ("corpora/texts/tokens", [0], "corpora.texts.tokens.*: 0 does not fit: a number of tokens"),
    ],
)
def test_mistakes_in_samples(path, value, message):
    with pytest.raises(InputError, match=message):
        planned(changed(SAMPLED, path, value))


def test_shares_of_samples_of_one_size_are_averaged():
    pairs, deltas, choices = world()
    deltas = {"small-1": deltas["small"], "small-2": deltas["large"], "large-1": deltas["middle"]}
    numbers = {"small-1": 100.0, "small-2": 100.0, "large-1": 1000.0}
    entry = {"number": "tokens", "systems": numbers, "sampled": True}
    given = {"pairs": pairs, "choices": choices, "deltas": deltas, "scorings": {}, "dataset": "d"}
    result = analysis.compute(**given, series={"sizes": entry})
    shares = result["series"].query("statistic == 'share' and group == 'all'")
    assert shares["value"].tolist() == pytest.approx([8 / 24, 15.5 / 24, 1])  # each sample has a row
    trend = result["series_trends"].set_index("group").loc["all"]
    assert trend["slope"] == pytest.approx(1 - (8 + 15.5) / 48) and np.isnan(trend["fall"])
    row = shown_by_series(result).iloc[0]
    assert row[["Smallest", "Greatest"]].tolist() == ["0.490 at 100", "1.000 at 1,000"]
    drawn = figure.draw_series(shares=result["series"], series={"sizes": entry}, series_labels=LABELS, width=style.PAGE)
    points, means = [line for line in drawn.axes[0].lines if len(line.get_xdata()) > 1 and line.get_xdata()[0] == 100]
    assert len(points.get_xdata()) == 3 and means.get_ydata().tolist() == pytest.approx([23.5 / 48, 1])
    style.plt.close(drawn)
    with pytest.raises(InputError, match="small-1 and small-2 have the same tokens, 100; leave one out"):
        analysis.compute(**given, series={"sizes": entry | {"sampled": False}})


def test_samples_of_one_size_have_shares_and_no_trend():
    pairs, deltas, choices = world()
    numbers = dict.fromkeys(deltas, 100.0)
    entry = {"number": "tokens", "systems": numbers, "sampled": True}
    result = analysis.compute(
        pairs=pairs, choices=choices, deltas=deltas, scorings={}, dataset="d", series={"sizes": entry}
    )
    shares = result["series"].query("statistic == 'share' and group == 'all'")
    assert shares["value"].tolist() == pytest.approx([8 / 24, 1, 15.5 / 24])
    assert result["series_trends"].empty and shown_by_series(result).empty
    drawn = figure.draw_series(shares=result["series"], series={"sizes": entry}, series_labels=LABELS, width=style.PAGE)
    assert drawn.axes[0].get_xlim() == (50, 200)
    style.plt.close(drawn)
