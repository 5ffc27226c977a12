"""Vázquez Martínez, The Acceptability Delta Criterion (BlackboxNLP 2021): what its printed numbers are computed from.

``QUANTITIES`` are functions of the evidence, the options of a variant and the words of a fact's argument.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.analysis.correlation import pearson_matrix
from acceptability.analysis.criteria import counted, meets
from acceptability.contracts import io, systems
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.metrics import EXAMPLES, Z_SCORES
from acceptability.contracts.scoring import SCORES
from acceptability.contracts.studies import PAIR_CONSTRUCTION
from acceptability.datasets.blimp import release
from acceptability.datasets.li_adger.reader import read_estimates
from acceptability.options import Options
from acceptability.studies.verdicts import NotRecomputable, Quantity


@dataclass(frozen=True)
class Evidence:
    """Everything that the paper's numbers are recomputed from.

    sentences, pairs, construction: tables as the workflow writes them, ``sentences`` and ``pairs``
    indexed by id. columns: one row a pair, ``human`` and, for the rows of the paper's Table 1,
    ``system/measure`` → delta. z_scores and scores:
    ``system/measure`` → series by sentence id. examples: name → table of qualifying pairs.
    magnitude_estimates: single ratings of the LI half (``condition`` and ``sentence_id`` under LI-Adger's
    names, ``rating``). blimp: ``paradigms`` (name → pairs), ``phenomena`` and ``humans`` (a share).
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

    @property
    def rows(self) -> list[str]:
        """The rows of Table 1."""
        return [column for column in self.columns if column != "human"]

    def of_source(self, source: str) -> pd.DataFrame:
        """Sentences of one half (LI or Adger), or all."""
        return self.sentences[self.sentences["source"] == source] if source else self.sentences

    def hits(self, row: str, criterion: str, threshold: str, options: Options) -> pd.Series:
        """Which pairs a row meets a criterion on."""
        delta = float(threshold) if threshold else None
        met = meets(self.columns["human"], self.columns[row], criterion, delta, options)
        return pd.Series(met, index=self.columns.index)

    def example(self, name: str) -> pd.DataFrame:
        """The pairs of an example, if the study declares it."""
        if name not in self.examples:
            raise NotRecomputable(f"the study declares no example {name}")
        return self.examples[name]

    @cached_property
    def correlations(self) -> pd.DataFrame:
        """Pearson matrix of all columns, by row and column."""
        return pearson_matrix(self.columns[counted(self.columns["human"])]).set_index(["row", "column"])


def evidence(files: Mapping[str, Path | list[Path]], rows: list[str]) -> Evidence:
    """The files named by the manifest's ``reads``, read; ``rows`` are those of Table 1."""
    columns = systems.read_delta_columns(files["deltas"])
    return Evidence(
        sentences=io.read_table(files["sentences"], SENTENCES).set_index("sentence_id"),
        pairs=io.read_table(files["pairs"], PAIRS).set_index("pair_id"),
        construction=io.read_table(files["construction"], PAIR_CONSTRUCTION),
        columns=columns[["human", *rows]],
        z_scores=systems.read_by_row(files["z_scores"], Z_SCORES, "z_score"),
        scores=systems.read_by_row(files["scores"], SCORES, "score"),
        examples={path.stem: io.read_table(path, EXAMPLES) for path in files["examples"]},
        magnitude_estimates=read_estimates(files["magnitude_estimates"], files["renamed"]),
        blimp=release.summary(files["blimp"], files["blimp_models"], io.read_raw_csv(files["blimp_humans"])),
    )


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
    return max(abs(_share(e, options, row, "blimp") - _share(e, options, row, "adc", "5")) for row in e.rows)


def _largest_r_difference(e: Evidence, options: Options, kind: str, other: str) -> float:
    r = e.correlations.loc["human", "pearson_r"]
    return r[r.index.str.endswith(f"/{kind}")].max() - r[other]


def _least_share_contradicted(e: Evidence, options: Options) -> float:
    shares = []
    for row in e.rows:
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


def _list_is_exhaustive(e: Evidence, options: Options, source: str = "") -> bool:
    pairs = e.construction[e.construction["source"].eq(source) | (not source)]
    return not ((pairs["constructed"] == "True") & (pairs["curated"] == "False")).any()


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


QUANTITIES: dict[str, Quantity] = {
    # the dataset
    "sentences": lambda e, o: len(e.sentences),
    "sentence_types": lambda e, o, source="": e.of_source(source)["condition"].nunique(),
    "fewest_tokens": lambda e, o, source: _tokens(e, source).min(),
    "most_tokens": lambda e, o, source: _tokens(e, source).max(),
    "listed_phenomena": _listed_phenomena,
    "fewest_pairs": _fewest_pairs,
    "pairs": _pairs,
    "pairs_within": _pairs_within,
    "list_is_exhaustive": _list_is_exhaustive,
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
    "share_beyond": lambda e, o, row, bound: (e.scores[row].abs() > float(bound)).mean(),
    # correlations
    "r": _r,
    "largest_r_difference": _largest_r_difference,
    "largest_p": _largest_p,
    "mlm_correlate_best": _mlm_correlate_best,
    # examples
    "qualifies": lambda e, o, example, pair: pair in set(e.example(example)["pair_id"]),
    "qualifying": lambda e, o, example: len(e.example(example)),
    "qualifying_others": lambda e, o, example: len(e.example(example)) - 4,
    "all_contradicted": lambda e, o, example: (e.example(example)["human"] < 0).all(),
    # BLiMP, as released
    "blimp_paradigms": lambda e, o: len(e.blimp["paradigms"]),
    "blimp_pairs": lambda e, o: float(np.mean(list(e.blimp["paradigms"].values()))),
    "blimp_phenomena": lambda e, o: len(e.blimp["phenomena"]),
    "blimp_humans": lambda e, o: 100 * e.blimp["humans"],
}
