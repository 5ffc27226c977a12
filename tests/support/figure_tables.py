"""Every figure from made-up tables, of as many systems, phenomena and points as a test asks for."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice, product

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from acceptability.analyses.crossed.manifest import BESIDES, LEVELS
from acceptability.analyses.factorial.compute import EFFECTS
from acceptability.analyses.power.manifest import DESIGNS, QUANTITIES
from acceptability.analyses.rules.manifest import NAMES
from acceptability.contracts.names import COLOURS, PANELS, REFERENCES
from acceptability.datasets.manifest import BETWEEN_SOURCES
from acceptability.options import OPTIONS
from shown import FIGURES, function, reads

PAIRS = 12_365
THRESHOLDS = [0.5, 1, 5]
STEPS = [("blimp", None), *(("adc", delta) for delta in THRESHOLDS)]
CLAIM = "At δ = 0.5, every masked model is above every classifier by more than 0.02 of the pairs"
VERDICTS = ["never holds", "undecided", "robust", "depends", "holds"]
REFERENCE_LABELS = {f"reference/{key}": label for key, label in REFERENCES.items()}
REGIONS = ["Start", "Verb", "Unambiguous marker", "Main subject", "Main verb", "End"]
CONDITIONS = ["ambig_no-comma", "unambig_no-comma", "ambig_comma", "unambig_comma"]
SUITES = ["npz_ambig", "reflexive_orc_masculine_with_a_long_name", *(f"suite {number}" for number in range(32))]
OTHERS = {"people/individual": "People, single answers", "gpt2-2020/accuracy": "GPT-2 (2020)"}


@dataclass
class World:
    """What made-up tables are about. Every third system has a name of 40 letters."""

    systems: int = 3
    points: int = 200
    phenomena: int = 60
    features: int = 12

    def __post_init__(self) -> None:
        keys = [f"system-{number}" for number in range(self.systems)]
        names = [
            (f"BERT {number} PLL", f"Trigram {number} SLOR", f"Recurrent model, two layers, log-prob {number:>2}")[
                number % 3
            ]
            for number in range(self.systems)
        ]
        self.names = dict(zip(keys, names, strict=True))
        self.colours = dict(zip(keys, islice(cycle(COLOURS), self.systems), strict=True))
        self.labels = {f"{key}/score": name for key, name in self.names.items()}
        self.row_colours = {f"{key}/score": colour for key, colour in self.colours.items()}
        self.random = np.random.default_rng(self.systems)

    def quality(self, row: str) -> float:
        """Between 0.2 and 0.9: the better, the earlier in the order of rows."""
        rows = [*self.labels, *REFERENCE_LABELS, *PANELS, *OTHERS]
        return 0.9 - 0.7 * rows.index(row) / len(rows)

    def settings(self, name: str) -> dict:
        """Return the settings of a figure, by name."""
        settings = {
            "suite_labels": self.names,
            "suite_names": {"npz": "npz_ambig"},
            "part": "npz",
            "suites": {
                "region_names": {"npz_ambig": REGIONS},
                "predictions": [{"suite": "npz_ambig", "formula": "(5;%ambig_comma%) < (5;%ambig_no-comma%)"}],
            },
            "labels": self.labels,
            "colours": self.row_colours,
            "references": REFERENCE_LABELS,
            "significance": 0.0001,
            "thresholds": THRESHOLDS,
            "panels": PANELS,
            "classifier_labels": self.names,
            "classifier_colours": self.colours,
            "restart_labels": self.names,
            "restart_colours": self.colours,
            "lines": {"humans, 0.65": 0.65},
            "source_labels": {f"s{n}": f"Goldberg & Jackendoff ({1960 + n})"[9 * (n % 3 > 0) :] for n in range(200)},
            "others": OTHERS,
            "panel_names": ["most people", "a linguist"],
            "series": {
                key: {"number": "parameters" if number % 2 else "step"} for number, key in enumerate(self.names)
            },
            "series_labels": self.labels,
            "linking_functions": {
                f"{key}/{number}": {
                    "model": key,
                    "label": name,
                    "function": f"function {'of words ' * (number % 2)}{number}",
                }
                for place, (key, name) in enumerate(self.names.items())
                for number in range(8 if self.points > 2 else 1 + place % 3)
            },
        }
        return {key: settings[key] for key in FIGURES[name].settings} | dict(FIGURES[name].fixed)


def drawing(name: str, **sizes: int) -> Callable[..., Figure]:
    """A registered figure, not yet drawn: call it with ``width``."""
    world = World(**sizes)
    tables = {argument: MAKERS[argument](world) for argument in reads("figures", name)}
    return partial(function("figures", name), **tables, **world.settings(name))


def criteria(world: World) -> pd.DataFrame:
    rows = [
        (*row.split("/"), "corrected", criterion, delta, share, share - 0.05, share + 0.04, chance, PAIRS)
        for row in [*world.labels, *REFERENCE_LABELS]
        for criterion, delta in STEPS
        for share in [world.quality(row) * (0.4 + 0.1 * (delta or 5))]
        for chance in [share * 0.9 if delta and row in world.labels else None]
    ]
    names = ["system", "measure", "variant", "criterion", "threshold"]
    names += ["share_ties_half", "half_low", "half_high", "chance", "pairs"]
    return pd.DataFrame(rows, columns=names)


def differences(world: World) -> pd.DataFrame:
    rows = [*world.labels, *REFERENCE_LABELS]
    told = [
        (first, second, criterion, delta, found, found - 0.05, found + 0.05, family, p, p, p and 0.001)
        for number, first in enumerate(rows)
        for second in rows[number + 1 :]
        if first in world.labels
        for criterion, delta in STEPS
        for found in [world.quality(first) - world.quality(second)]
        for family in ["other" if second in world.labels else "references"]
        for p in [None if family == "references" else 0.01 if found > 0.1 else 0.5]
    ]
    names = [
        "first",
        "second",
        "criterion",
        "threshold",
        "difference",
        "low",
        "high",
        "family",
        "p",
        "p_holm",
        "p_least",
    ]
    return pd.DataFrame(told, columns=names)


def phenomena(world: World) -> pd.DataFrame:
    rows = [
        (
            *row.split("/"),
            f"phenomenon of syntax {number}",
            criterion,
            delta,
            share,
            2 - number / 20,
            int(share > 0.5),
            8,
        )
        for row in world.labels
        for number, share in enumerate(world.random.uniform(0, 1, world.phenomena))
        for criterion, delta in STEPS
    ]
    names = [
        "system",
        "measure",
        "phenomenon",
        "criterion",
        "threshold",
        "share",
        "mean_human_delta",
        "mean_meets",
        "pairs",
    ]
    return pd.DataFrame(rows, columns=names)


def adc_curves(world: World) -> pd.DataFrame:
    rows = [
        (row, delta, world.quality(row) * (1 - np.exp(-1.5 * delta)))
        for row in [*world.labels, *REFERENCE_LABELS]
        for delta in np.arange(0.05, 5.01, 0.05)
    ]
    return pd.DataFrame(rows, columns=["row", "threshold", "share"])


def specifications(world: World) -> pd.DataFrame:
    rows = [
        (delta, *chosen, *row.split("/"), world.quality(row) * (0.4 + 0.1 * delta) + world.random.uniform(0, 0.1))
        for delta in THRESHOLDS
        for chosen in product(*(option.values for option in OPTIONS.values()))
        for row in [*world.labels, "reference/oracle", "reference/best_constant"]
    ]
    return pd.DataFrame(rows, columns=["threshold", *OPTIONS, "system", "measure", "share"]).assign(pairs=world.points)


def correlations(world: World) -> pd.DataFrame:
    rows = ["human", *world.labels]
    told = [
        (first, second, r, 0.0 if abs(r) > 0.2 else 0.3, world.points)
        for i, first in enumerate(rows)
        for j, second in enumerate(rows)
        for r in [1 - 0.1 * abs(i - j)]
    ]
    return pd.DataFrame(told, columns=["row", "column", "pearson_r", "cluster_p", "points"])


def points(world: World) -> pd.DataFrame:
    human = world.random.normal(1, 0.8, world.points)
    return pd.concat(
        pd.DataFrame({"row": row, "model": human * world.quality(row) + world.random.normal(size=world.points)}).assign(
            human=human
        )
        for row in world.labels
    )


def fits(world: World) -> pd.DataFrame:
    """Of each row, and of eight more measures of each system; some r have no interval."""
    rows = [(row, world.quality(row), world.quality(row)) for row in world.labels]
    rows += [
        (f"{key}/{number}", 0.6 - 0.1 * number, None if number == 3 else 0.05)
        for key in world.names
        for number in range(8)
    ]
    table = pd.DataFrame(rows, columns=["row", "pearson_r", "half"])
    ends = {"low": table["pearson_r"] - table["half"], "high": table["pearson_r"] + table["half"]}
    return table.assign(slope=table["pearson_r"], intercept=0.5, points=world.points, **ends)


def people(world: World) -> pd.DataFrame:
    rows = [
        (*row.split("/"), "adc", delta, share, share - 0.05, share + 0.05, chance, PAIRS)
        for row in [*PANELS, *world.labels, "reference/best_constant"]
        for delta in THRESHOLDS
        for share in [world.quality(row)]
        for chance in [None if row.startswith(("predicted", "judge", "reference")) else 0.8 * share]
    ]
    names = ["system", "measure", "statistic", "threshold", "value", "low", "high", "chance", "pairs"]
    return pd.DataFrame(rows, columns=names)


def checked_claims(world: World) -> pd.DataFrame:
    """As many claims as systems, and one that nothing is computed of."""
    rows = [
        (f"Table 1{' (our reading)' * (number % 2)}", f"{number}: {CLAIM}", 32, supported, refuted, verdict)
        for number, verdict in enumerate(islice(cycle(VERDICTS), world.systems))
        for supported in [number * 7 % 33]
        for refuted in [(32 - supported) // 2]
    ]
    rows.append(("Table 2", "Not computed", 0, 0, 0, "not reproducible here"))
    return pd.DataFrame(rows, columns=["place", "claim", "specifications", "supported", "refuted", "verdict"])


def ceiling(world: World) -> pd.DataFrame:
    """As many δ as systems, up to 8."""
    rows = []
    for delta in np.linspace(0.5, 5, min(world.systems, 8)):
        for raters in range(1, 13):
            share = (0.5 + 0.09 * delta) * raters / (raters + 1)
            rows.append(("equal_panels", raters, raters, "adc", delta, "noise model", share, None, None))
            rows.append(("scaled_panels", raters, raters, "adc", delta, "noise model", 0.8 * share, None, None))
            if raters <= 6:
                rows.append(
                    ("equal_panels", raters, raters, "adc", delta, "observed", share, share - 0.03, share + 0.03)
                )
        for comparison, mean in (("expected_ratings", 0.95), ("scaled_ratings", 0.8)):
            rows.append((comparison, None, 13, "adc", delta, "noise model", mean, None, None))
    for number, comparison in enumerate(("equal_panels", "rest")):
        for raters in (1, 2, 5, 10, 20, 50, 100, 200):
            r = (raters / (raters + 1)) ** (1 - number / 2)
            rows.append((comparison, raters, raters, "sentence_r", None, "observed", r, r - 0.1 / raters, r))
            rows.append((comparison, raters, raters, "sentence_r", None, "Spearman-Brown", r, None, None))
    names = ["comparison", "raters", "against", "criterion", "threshold", "source", "mean", "low", "high"]
    return pd.DataFrame(rows, columns=names).assign(pairs=1234)


def restarts(world: World) -> pd.DataFrame:
    rows = [
        (system, restart, split, 0.0 if restart == 9 else 0.6 - 0.02 * number + 0.01 * restart, int(restart == 9))
        for number, system in enumerate(world.names)
        for split in ("train", "dev", "test")
        for restart in range(10)
    ]
    return pd.DataFrame(rows, columns=["system", "restart", "split", "mcc", "collapsed"])


def feature_mcc(world: World) -> pd.DataFrame:
    rows = [
        (system, level, named, 9 * feature + 9, mean, mean - 0.1, mean + 0.1, int(feature == 1))
        for level in ("major", "minor")
        for feature in range(world.features)
        for named in [f"{'matrix clause with auxiliary ' * (feature % 3 == 0)}feature {feature}"]
        for number, system in enumerate(world.names)
        for mean in [0.7 - 0.02 * number - 0.03 * (feature % 9)]
    ]
    names = ["system", "level", "feature", "sentences", "mean", "low", "high", "undefined"]
    return pd.DataFrame(rows, columns=names).assign(split="dev")


def divisions(world: World) -> pd.DataFrame:
    """Half of the systems have no splits by source. One source has acceptable sentences only."""
    rows = []
    for number, system in enumerate(world.names):
        for place, size in enumerate((100, 300, 1000, 3000, 8551)):
            rows += [
                (system, "size", str(size), size, part, 500, 0.1 * place - 0.02 * number) for part in ("dev", "test")
            ]
        if number % 2 and world.systems > 1:
            continue
        for split in ("s1 s2 s3 s4 s5 s6", "s1 s7", "s0 s8 s9"):
            split = BETWEEN_SOURCES.join(split.split())
            rows += [(system, "sources", split, 8000, part, 525, 0.3 - 0.1 * (part == "out")) for part in ("in", "out")]
        for place in range(world.features):
            mean = None if place == 3 else 0.5 - 0.03 * (place % 17)
            rows.append((system, "without", f"s{place}", 9000, "source", 90 * place + 60, mean))
        rows.append((system, "without", "all", 9000, "pooled", 10_000, 0.3 - 0.02 * number))
    names = ["system", "kind", "division", "trained_on", "part", "sentences", "mean"]
    table = pd.DataFrame(rows, columns=names).astype({"mean": float})
    return table.assign(low=table["mean"] - 0.1, high=table["mean"] + 0.1, accuracy=0.83, majority=0.7)


def classifiers(world: World) -> pd.DataFrame:
    rows = [(system, "test", 0.6 - 0.02 * number) for number, system in enumerate(world.names)]
    return pd.DataFrame(rows, columns=["system", "split", "mean"])


def expected_maximum(world: World) -> pd.DataFrame:
    rows = [
        (system, split, restarts, base + 0.05 * (1 - 1 / restarts), base if split == "test" else None)
        for number, system in enumerate(world.names)
        for split, base in (("dev", 0.6 - 0.02 * number), ("test", 0.5 - 0.02 * number))
        for restarts in range(1, 21)
    ]
    return pd.DataFrame(rows, columns=["system", "split", "restarts", "expected_maximum", "selected"])


def reliability(world: World) -> pd.DataFrame:
    """The first bin is empty."""
    rows = [
        (system, "test", variant, number, share, p, p**bent, p**bent - 0.1 * p, p**bent + 0.1 * (1 - p))
        for system in world.names
        for variant, bent in (("as_trained", 2.0), ("temperature", 1.2))
        for number in range(1, 11)
        for p in [np.nan if number == 1 else number / 10 - 0.04]
        for share in [0.0 if number == 1 else number / 54]
    ]
    names = ["system", "split", "variant", "bin", "share", "mean_p", "acceptable", "low", "high"]
    return pd.DataFrame(rows, columns=names)


def calibration(world: World) -> pd.DataFrame:
    rows = [
        (system, "test", variant, ece)
        for system in world.names
        for variant, ece in (("as_trained", 0.123), ("temperature", 0.045))
    ]
    return pd.DataFrame(rows, columns=["system", "split", "variant", "ece"])


def stability_curve(world: World) -> pd.DataFrame:
    rows = [
        (system, restarts, (0.3 - 0.01 * number) * (1 - 1 / restarts), 0.5 + 0.01 * number - 0.05 / restarts)
        for number, system in enumerate(world.names)
        for restarts in range(1, 21)
    ]
    return pd.DataFrame(rows, columns=["system", "restarts", "flipped", "expected_maximum"])


def losses(_: World) -> pd.DataFrame:
    tokens = np.arange(1, 41) * 250_000
    return pd.DataFrame({"tokens": tokens, "loss": 9e3 / tokens**0.5, "held_out_loss": 2 + 7e3 / tokens**0.5})


def by_level(world: World) -> pd.DataFrame:
    """Up to 60 paradigms, five a phenomenon; names as long as some are."""
    phenomena = [f"phenomenon_of_syntax_{number}" for number in range(world.phenomena)]
    paradigms = [f"coordinate_structure_constraint_{number:02}"[: 34 - number % 17] for number in range(60)]
    paradigms = [f"{name}_{number}" for number, name in enumerate(paradigms)]
    groups = [("all", "all", "all"), *(("phenomenon", name, name) for name in phenomena)]
    groups += [("paradigm", *names) for names in zip(paradigms, np.repeat(phenomena, 5), strict=False)]
    rows = [
        (*row.split("/"), level, group, of, 1000, 0, share, share - 0.1, min(share + 0.1, 1))
        for row in [*world.labels, *OTHERS]
        for level, group, of in groups
        for share in [world.quality(row) * world.random.uniform(0.6, 1)]
    ]
    names = ["system", "measure", "level", "group", "of", "pairs", "ties", "share_ties_half", "half_low", "half_high"]
    return pd.DataFrame(rows, columns=names).assign(share=lambda table: table["share_ties_half"])


def by_predictor(world: World) -> pd.DataFrame:
    bins = {"words": range(3, 17), "difference": (-1, 0, 1)}
    bins |= dict.fromkeys(("score", "score_per_word", "confidence"), range(1, 11))
    rows = [
        (row, predictor, value, world.quality(row) * (0.8 + 0.02 * number))
        for row in world.labels
        for predictor, values in bins.items()
        for number, value in enumerate(values)
    ]
    return pd.DataFrame(rows, columns=["row", "predictor", "value", "share_ties_half"]).assign(pairs=10)


def choice_agreement(world: World) -> pd.DataFrame:
    known = {"answers": (0.89, world.labels), "pair_r": (0.87, world.labels)}
    known["paradigm_r"] = (0.76, [*world.labels, *OTHERS])
    rows = [
        (row, statistic, value, value - 0.08, value + 0.08, ceiling)
        for statistic, (ceiling, rows) in known.items()
        for row in [*rows, "reference/negative_length"]
        for value in [ceiling * world.quality(row)]
    ]
    columns = ["row", "statistic", "value", "low", "high", "ceiling"]
    return pd.DataFrame(rows, columns=columns).assign(number=world.points)


def choice_summary(_: World) -> pd.DataFrame:
    return pd.DataFrame({"statistic": ["one_against_others"], "value": [0.88]})


def factorial(world: World) -> pd.DataFrame:
    conditions = product(("non-island", "island"), ("short", "long"))
    statistics = {" ".join(levels): levels for levels in conditions} | dict.fromkeys(EFFECTS, ("", ""))
    rows = [
        (row, design, statistic, *levels, value, value - 0.2, value + 0.2)
        for row in ["human", *world.labels]
        for design in [
            f"{kind}, {island}" for kind in ("WH", "RC") for island in ("whether", "complex NP", "subject", "adjunct")
        ]
        for (statistic, levels), value in zip(
            statistics.items(), [1.1, 0.4, 0.9, *world.random.uniform(-1.2, 0.4, 4)], strict=True
        )
    ]
    return pd.DataFrame(rows, columns=["row", "design", "statistic", "factor_1", "factor_2", "value", "low", "high"])


def power(world: World) -> pd.DataFrame:
    """At the second criterion, nothing can be found."""
    rows = [
        (quantity, criterion, delta, design, np.nan if none else value, np.nan if none else 0.01)
        for place, quantity in enumerate(QUANTITIES)
        for number, (criterion, delta) in enumerate(STEPS)
        for none in [quantity == "smallest_difference" and number == 1]
        for design, value in zip(DESIGNS, world.random.uniform(0.1, 0.9, len(DESIGNS)), strict=True)
        if (place, criterion) != (2, "blimp")
    ]
    return pd.DataFrame(rows, columns=["quantity", "criterion", "threshold", "design", "value", "monte_carlo_error"])


def prompting(world: World) -> pd.DataFrame:
    """Return rows of which every third has no share by log-probability and no share of first options, as ratings have."""
    rows = [
        (*row.split("/"), share, share - 0.1, share + 0.08, *((None, None) if place % 3 == 2 else (0.9, share / 2)))
        for place, row in enumerate(world.labels)
        for share in [world.quality(row) - 0.1]
    ]
    names = ["system", "measure", "share", "low", "high", "direct_share", "first_option"]
    return pd.DataFrame(rows, columns=names).astype({"direct_share": float, "first_option": float})


def rules(world: World) -> pd.DataFrame:
    """All rules and the rows of the systems, of all pairs and of each phenomenon."""
    groups = [("all", "all"), *(("phenomenon", f"phenomenon of syntax {n}") for n in range(world.phenomena))]
    rows = [
        (level, group, rule, share, max(0, share - 0.08), min(1, share + 0.08), int(abs(share - 0.5) > 0.08), 200)
        for number, (level, group) in enumerate(groups)
        for place, rule in enumerate([*NAMES, *world.labels])
        for share in [(0.1 + 0.13 * place + 0.07 * number) % 1]
    ]
    return pd.DataFrame(rows, columns=["level", "group", "rule", "share", "low", "high", "flagged", "pairs"])


def shares(world: World) -> pd.DataFrame:
    """Each system is a series of six, with people's share of half of the phenomena."""
    rows = [
        (*row.split("/"), level, group, 10.0 ** (6 + step / 2), statistic, value, value - 0.1, value + 0.05, people)
        for row in world.labels
        for level, group in [("all", "all"), *(("phenomenon", f"phenomenon_of_syntax_{n}") for n in range(12))]
        for step in range(6)
        for statistic in ("share", "r")
        for value in [world.quality(row) * (0.4 + 0.1 * step)]
        for people in [0.8 if statistic == "share" and (level == "all" or group[-1] in "02468") else None]
    ]
    names = ["series", "measure", "level", "group", "number", "statistic", "value", "low", "high", "people"]
    table = pd.DataFrame(rows, columns=names).astype({"people": float})
    return table.assign(people_low=table["people"] - 0.1, people_high=table["people"] + 0.1, pairs=PAIRS)


def panel_separation(world: World) -> pd.DataFrame:
    rows = [
        (*row.split("/"), statistic, against, value, value - 0.04, value + 0.03, PAIRS)
        for row in ["people/other_panel", *world.labels]
        for statistic in ("auc", "pbc", "cross_validated_mcc")
        for number, against in enumerate(("first", "second", "agreed"))
        if row in world.labels or against != "agreed"
        for value in [(world.quality(row) if row in world.labels else 0.9) - 0.05 * number]
    ]
    names = ["system", "measure", "statistic", "against", "value", "low", "high", "sentences"]
    return pd.DataFrame(rows, columns=names)


def crossed(world: World) -> pd.DataFrame:
    rows = [
        (stratum, row, level, value, value - 0.1, value + 0.05)
        for stratum in ("", "past", "past_progressive", "present")
        for place, row in enumerate([*BESIDES, *world.labels])
        for number, level in enumerate(LEVELS)
        for value in [0.9 - 0.8 * place / len(world.labels) - 0.1 * number + 0.05 * len(stratum) / 10]
        if row != "set_mean" or level in ("all", "within_constructions")
    ]
    return pd.DataFrame(rows, columns=["stratum", "row", "level", "pearson_r", "low", "high"])


def surprisals(world: World) -> pd.DataFrame:
    rows = product(world.names, ["npz_ambig"], "12345", CONDITIONS, range(1, len(REGIONS) + 1))
    table = pd.DataFrame(rows, columns=["system", "suite", "item", "condition", "region"])
    return table.assign(surprisal_bits=world.random.gamma(4, 3, len(table)))


def suite_shares(world: World) -> pd.DataFrame:
    table = pd.DataFrame(product(world.names, SUITES), columns=["system", "suite"])
    return table.assign(share=0.6, low=0.4, high=0.8, chance=0.25)


def suite_groups(world: World) -> pd.DataFrame:
    table = pd.DataFrame(product(world.names, ["all suites"]), columns=["system", "group"])
    return table.assign(share=0.6, low=np.nan, high=np.nan, chance=0.25)


def exposure(world: World) -> pd.DataFrame:
    rows = [
        (row, "", f"construction {kind}"[: 14 + kind], stage, value, value - 0.1, value + 0.1, r, 200 + kind)
        for row, r in [("human", np.nan), *((row, world.quality(row)) for row in world.labels)]
        for kind in range(min(30, world.phenomena))
        for stage in range(1, 9)
        for value in [kind / 10 - 1 + 0.05 * stage * (row == "human")]
    ]
    return pd.DataFrame(rows, columns=[*EXPOSURE_COLUMNS, "value", "low", "high", "r", "answers"])


EXPOSURE_COLUMNS = ["row", "design", "construction", "stage"]
MAKERS = {
    maker.__name__: maker
    for maker in (
        criteria,
        rules,
        differences,
        phenomena,
        adc_curves,
        specifications,
        correlations,
        points,
        fits,
        people,
        checked_claims,
        ceiling,
        restarts,
        feature_mcc,
        divisions,
        classifiers,
        expected_maximum,
        reliability,
        calibration,
        stability_curve,
        losses,
        by_level,
        by_predictor,
        choice_agreement,
        choice_summary,
        crossed,
        exposure,
        factorial,
        panel_separation,
        power,
        prompting,
        shares,
        suite_groups,
        suite_shares,
        surprisals,
    )
}
