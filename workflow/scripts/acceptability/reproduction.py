"""The paper's printed numbers beside recomputed ones (pure).

``resources/published/*.csv`` hold what the paper prints, as facts: ``place, item, printed, quantity,
argument, note``. ``printed`` is a number with the paper's own decimals, a bound (``<0.0001``, ``>0``) or
``yes``/``no``. ``quantity`` names one of ``QUANTITIES``, with its arguments in ``argument``, separated by
spaces; where it is empty, ``note`` says why nothing can be recomputed.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from acceptability import tables
from acceptability.criteria import VARIANTS, Options, adc_met, blimp_met, counted
from acceptability.errors import InputError
from acceptability.statistics import pearson_matrix

COLUMNS = ["place", "item", "printed", "quantity", "argument", "note"]


@dataclass(frozen=True)
class Evidence:
    """Everything that the paper's numbers are recomputed from.

    sentences, pairs, construction: tables as the workflow writes them, ``sentences`` and ``pairs``
    indexed by id. columns: one row a pair, ``human`` and, for the rows of the paper's Table 1,
    ``system/measure`` → delta. z_scores and scores:
    ``system/measure`` → series by sentence id. examples: name → table of qualifying pairs.
    magnitude_estimates: single ratings of the LI half (``condition`` and ``sentence_id`` under LI-Adger's
    names, ``rating``). blimp: ``paradigms`` (name → pairs), ``phenomena``, ``gpt2`` and ``humans`` (shares).
    """

    sentences: pd.DataFrame
    pairs: pd.DataFrame
    construction: pd.DataFrame
    columns: pd.DataFrame
    z_scores: dict[str, pd.Series]
    scores: dict[str, pd.Series]
    examples: dict[str, pd.DataFrame]
    magnitude_estimates: pd.DataFrame
    blimp: dict

    def of_source(self, source: str) -> pd.DataFrame:
        """Sentences of one half (LI or Adger), or all."""
        return self.sentences[self.sentences["source"] == source] if source else self.sentences

    def hits(self, row: str, criterion: str, threshold: str, options: Options) -> pd.Series:
        """Which pairs a row meets a criterion on."""
        human, model = self.columns["human"], self.columns[row]
        met = blimp_met(human, model) if criterion == "blimp" else adc_met(human, model, float(threshold), options)
        return pd.Series(met, index=self.columns.index)

    @cached_property
    def correlations(self) -> pd.DataFrame:
        """Pearson matrix of all columns, by row and column."""
        return pearson_matrix(self.columns).set_index(["row", "column"])


def _met(e: Evidence, options: Options, row: str, criterion: str, threshold: str = "") -> float:
    return e.hits(row, criterion, threshold, options).sum()


def _share(e: Evidence, options: Options, *argument: str) -> float:
    return _met(e, options, *argument) / _pairs(e, options)


def _pairs(e: Evidence, options: Options) -> float:
    return counted(e.columns["human"]).sum()


def _pair_meets(e: Evidence, options: Options, row: str, criterion: str, *rest: str) -> bool:
    threshold, pair = ["", *rest][-2:]
    return e.hits(row, criterion, threshold, options)[pair]


def _r(e: Evidence, options: Options, row: str, column: str) -> float:
    return e.correlations.loc[(row, column), "pearson_r"]


def _mlm_correlate_best(e: Evidence, options: Options) -> bool:
    r = e.correlations.loc["human", "pearson_r"].drop("human")
    mlm = r.index.str.endswith("/pll")
    return r[mlm].min() > r[~mlm].max()


def _largest_p(e: Evidence, options: Options) -> float:
    return e.correlations["p_value"].max()


def _falls_further(e: Evidence, options: Options, first: str, second: str) -> bool:
    falls = [_met(e, options, row, "blimp") - _met(e, options, row, "adc", "0.5") for row in (first, second)]
    return falls[0] > falls[1]


def _largest_gap(e: Evidence, options: Options) -> float:
    rows = e.columns.columns.drop("human")
    return max(abs(_share(e, options, row, "blimp") - _share(e, options, row, "adc", "5")) for row in rows)


def _largest_r_difference(e: Evidence, options: Options, kind: str, other: str) -> float:
    r = e.correlations.loc["human", "pearson_r"].round(2)
    return r[r.index.str.endswith(f"/{kind}")].max() - r[other]


def _least_share_contradicted(e: Evidence, options: Options) -> float:
    shares = []
    for row in e.columns.columns.drop("human"):
        lost = e.hits(row, "blimp", "", options) & ~e.hits(row, "adc", "5", options)
        shares.append((e.columns.loc[lost, "human"] < 0).mean())
    return min(shares)


def _tokens(e: Evidence, source: str) -> pd.Series:
    return e.of_source(source).groupby("condition").size()


def _listed_phenomena(e: Evidence, options: Options, *sources: str) -> float:
    curated = e.construction[e.construction["curated"] == "True"]
    return curated.loc[curated["source"].isin(sources), "phenomenon"].nunique()


def _fewest_pairs(e: Evidence, options: Options, source: str) -> float:
    listed = e.construction[(e.construction["source"] == source) & (e.construction["curated"] == "True")]
    condition = e.sentences["condition"]
    return listed.groupby([listed["good_id"].map(condition), listed["bad_id"].map(condition)]).size().min()


def _pairs_within(e: Evidence, options: Options, *members: str) -> float:
    return (e.pairs["good_id"].isin(members) & e.pairs["bad_id"].isin(members)).sum()


def _phenomena_of(e: Evidence, sentence: str) -> set[str]:
    return set(e.pairs.loc[(e.pairs["good_id"] == sentence) | (e.pairs["bad_id"] == sentence), "phenomenon"])


def _acceptable_rated_below(e: Evidence, options: Options, sentence: str) -> float:
    rating = e.sentences["rating"]
    return ((e.sentences["mark"] == "g") & (rating < rating[sentence])).sum()


def _ratings_per_condition(e: Evidence, options: Options) -> float:
    answered = e.magnitude_estimates.dropna(subset=["rating"])
    return len(answered) / e.of_source("LI")["condition"].nunique()


def _raters_of_sentence(e: Evidence, options: Options, sentence: str) -> float:
    return (e.magnitude_estimates.dropna(subset=["rating"])["sentence_id"] == sentence).sum()


def _all_contradicted(e: Evidence, options: Options, example: str) -> bool:
    return (e.examples[example]["human"].astype(float) < 0).all()


def _share_beyond(e: Evidence, options: Options, row: str, bound: str) -> float:
    return (e.scores[row].abs() > float(bound)).mean()


QUANTITIES: dict[str, Callable[..., float]] = {
    # the dataset
    "sentences": lambda e, o: len(e.sentences),
    "sentence_types": lambda e, o, source="": e.of_source(source)["condition"].nunique(),
    "fewest_tokens": lambda e, o, source: _tokens(e, source).min(),
    "most_tokens": lambda e, o, source: _tokens(e, source).max(),
    "listed_phenomena": _listed_phenomena,
    "fewest_pairs": _fewest_pairs,
    "pairs": _pairs,
    "pairs_within": _pairs_within,
    "list_is_exhaustive": lambda e, o: (
        not ((e.construction["constructed"] == "True") & (e.construction["curated"] == "False")).any()
    ),
    "in_phenomenon_of": lambda e, o, first, second: bool(_phenomena_of(e, first) & _phenomena_of(e, second)),
    # human ratings
    "rating": lambda e, o, sentence: e.sentences.loc[sentence, "rating"],
    "human_delta": lambda e, o, pair: e.columns.loc[pair, "human"],
    "acceptable_rated_below": _acceptable_rated_below,
    "ratings_per_condition": _ratings_per_condition,
    "raters_of_sentence": _raters_of_sentence,
    # scores and criteria
    "z_score": lambda e, o, row, sentence: e.z_scores[row][sentence],
    "model_delta": lambda e, o, row, pair: e.columns.loc[pair, row],
    "pair_meets": _pair_meets,
    "met": _met,
    "share": _share,
    "percent": lambda e, o, *argument: 100 * _share(e, o, *argument),
    "falls_further": _falls_further,
    "largest_gap": _largest_gap,
    "least_share_contradicted": _least_share_contradicted,
    "share_beyond": _share_beyond,
    # correlations
    "r": _r,
    "largest_r_difference": _largest_r_difference,
    "largest_p": _largest_p,
    "mlm_correlate_best": _mlm_correlate_best,
    # examples
    "qualifies": lambda e, o, example, pair: pair in set(e.examples[example]["pair_id"]),
    "qualifying": lambda e, o, example: len(e.examples[example]),
    "qualifying_others": lambda e, o, example: len(e.examples[example]) - 4,
    "all_contradicted": _all_contradicted,
    # the paper's own numbers
    "rows": lambda e, o, start="": e.columns.columns.drop("human").str.startswith(start).sum(),
    "lies_within": lambda e, o, value, centre, margin: abs(float(value) - float(centre)) <= float(margin),
    "exceeds": lambda e, o, first, second: float(first) > float(second),
    "difference": lambda e, o, first, second: float(first) - float(second),
    # BLiMP, as released
    "blimp_paradigms": lambda e, o: len(e.blimp["paradigms"]),
    "blimp_pairs": lambda e, o: float(np.mean(list(e.blimp["paradigms"].values()))),
    "blimp_phenomena": lambda e, o: len(e.blimp["phenomena"]),
    "blimp_gpt2_gap": lambda e, o, bert: float(bert) - 100 * e.blimp["gpt2"],
    "blimp_humans": lambda e, o: 100 * e.blimp["humans"],
}


OF_THE_PRINT = ("rows", "lies_within", "exceeds", "difference")
OF_EXAMPLES = ("qualifies", "qualifying", "qualifying_others", "all_contradicted")


def decimals(printed: str) -> int:
    """Number of decimals with which a number is printed."""
    return len(printed.partition(".")[2])


def agrees(printed: str, value: float | bool) -> bool:
    """Does a recomputed value come out as printed?

    A number does when it rounds to the printed one: |value − printed| ≤ half a unit of the last printed
    decimal. A bound does when it holds. ``yes`` and ``no`` are True and False.
    """
    if printed in ("yes", "no"):
        return bool(value) == (printed == "yes")
    bound = re.fullmatch(r"([<>])(.+)", printed)
    if bound:
        return value < float(bound[2]) if bound[1] == "<" else value > float(bound[2])
    return abs(value - float(printed)) <= 0.5 * 10 ** -decimals(printed) * (1 + 1e-9)


def _shown(value: float | bool, printed: str) -> str:
    """A recomputed value with two decimals more than the printed one; whole numbers without any."""
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    return f"{value:.{decimals(printed) + 2}f}".rstrip("0").rstrip(".")


def compare(printed: pd.DataFrame, evidence: Evidence) -> pd.DataFrame:
    """Every printed number with the recomputed one in both variants and a verdict.

    Adds ``as_published`` and ``corrected`` (with two decimals more than the print), ``difference``
    (corrected − printed, empty where one is no number) and ``verdict``: ``reproduced`` (both variants
    agree with the print), ``as published only``, ``corrected only``, ``differs``,
    ``consistent`` (agrees with other printed numbers; nothing recomputed), ``not recomputable`` (see ``note``).

    Raises InputError for an unknown quantity, or an argument that names nothing.
    """
    rows = []
    for row in printed.itertuples(index=False):
        if not row.quantity:
            rows.append((*row, "", "", "", "not recomputable"))
            continue
        if row.quantity not in QUANTITIES:
            raise InputError(f"{row.place}, {row.item}: the quantity {row.quantity!r} is unknown")
        example = row.argument.split(maxsplit=1)[0] if row.quantity in OF_EXAMPLES else None
        if example and example not in evidence.examples:
            note = f"the configuration declares no example {example}"
            rows.append((*row._replace(note=note), "", "", "", "not recomputable"))
            continue
        try:
            values = {
                name: QUANTITIES[row.quantity](evidence, options, *row.argument.split())
                for name, options in VARIANTS.items()
            }
        except KeyError as error:
            raise InputError(f"{row.place}, {row.item}: nothing is called {error.args[0]!r}; mend its row") from error
        ok = {name: agrees(row.printed, value) for name, value in values.items()}
        verdict = {
            (True, True): "consistent" if row.quantity in OF_THE_PRINT else "reproduced",
            (True, False): "as published only",
            (False, True): "corrected only",
            (False, False): "differs",
        }[ok["as_published"], ok["corrected"]]
        try:
            difference = float(values["corrected"]) - float(row.printed)
            difference = f"{difference:.3g}" if math.isfinite(difference) else ""
        except ValueError:
            difference = ""
        shown = [_shown(values[name], row.printed) for name in ("as_published", "corrected")]
        rows.append((*row, *shown, difference, verdict))
    return pd.DataFrame(rows, columns=[*COLUMNS, "as_published", "corrected", "difference", "verdict"])


def paper_tables(
    sentences: pd.DataFrame, pairs: pd.DataFrame, columns: pd.DataFrame, facts: dict[str, pd.DataFrame]
) -> dict[str, pd.DataFrame]:
    """Tables 2 to 4 of the paper, recomputed: ``phenomenon``, ``ratings`` and ``deltas``.

    ``sentences`` and ``pairs`` are indexed by id; ``columns`` holds ``human`` and the trigram's deltas by
    pair; ``facts`` names the sentences and pairs that the paper chose, by the same three keys.
    """
    members = facts["phenomenon"]["argument"].str.split().str[0]
    rated = facts["ratings"]["argument"]
    trigram = "trigram-published/log_prob"
    chosen = list(facts["deltas"].loc[facts["deltas"]["quantity"] == "human_delta", "argument"])
    human, model = columns.loc[chosen, "human"], columns.loc[chosen, trigram]
    corrected = VARIANTS["corrected"]
    return {
        "phenomenon": pd.DataFrame(
            {"Sentence id": list(members), "Sentence": list(sentences.loc[members, "sentence"])}
        ),
        "ratings": pd.DataFrame(
            {
                "Sentence id": list(rated),
                "Sentence": list(sentences.loc[rated, "sentence"]),
                "Rating (z)": [tables.shown(value, 3) for value in sentences.loc[rated, "rating"]],
            }
        ),
        "deltas": pd.DataFrame(
            {
                "Acceptable sentence": list(pairs.loc[chosen, "good_id"]),
                "Δ human": [tables.shown(value, 3) for value in human],
                "Δ trigram": [tables.shown(value, 3) for value in model],
                "BLiMP": _yes_no(blimp_met(human, model)),
                "ADC, δ = 1": _yes_no(adc_met(human, model, 1, corrected)),
            }
        ),
    }


def _yes_no(values) -> list[str]:
    """Truth values as words."""
    return ["yes" if value else "no" for value in values]
