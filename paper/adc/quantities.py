"""Vázquez Martínez, The Acceptability Delta Criterion (BlackboxNLP 2021): what its printed numbers are computed from.

``QUANTITIES`` are functions of the evidence, the name of a variant and the words of a fact's argument. ``OF_A_LOG`` are
those that quote a log of the authors.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from acceptability.analyses.examples.manifest import EXAMPLES
from acceptability.contracts import io, systems
from acceptability.contracts.deltas import Z_SCORES
from acceptability.contracts.scoring import SCORES
from acceptability.options import Options
from acceptability.papers.adc.cola_runs import ANALYSED
from acceptability.papers.adc.li_adger.reader import read_estimates
from acceptability.papers.blimp.blimp import release
from acceptability.statistics.criteria import counted, meets
from acceptability.studies import evidence as shared
from acceptability.studies.evidence import Files, NotRecomputable, Quantity

NO_THRESHOLD = 0.0  # in place of the δ of the BLiMP criterion, which has none


@dataclass(frozen=True, kw_only=True)
class Evidence(shared.Evidence):
    """Everything that the paper's numbers are recomputed from.

    Attributes:
        variants: by name, the options of a variant.
        sentences, pairs: the dataset's tables, indexed by id.
        construction: the contract PAIR_CONSTRUCTION.
        columns: a row for each pair: ``human`` and, for each of the study's rows, ``system/measure`` with its delta.
        criteria: by row of the study: ``met`` and ``share`` of the contract CRITERIA, indexed by variant, criterion and
            δ.
        correlations: the contract CORRELATIONS of human and of the study's rows, indexed by row and column.
        z_scores, scores: ``system/measure`` → series by sentence id.
        examples: by name, the table of qualifying pairs.
        magnitude_estimates: single ratings of the LI half: ``condition`` and ``sentence_id`` under LI-Adger's names,
            and ``rating``.
        on_cola: by model and statistic, MCCs of the contract RUNS_ON_COLA with the labels of the authors' analysis.
        notebook: by model and statistic, MCCs that the authors' notebook prints: the contract NOTEBOOK.
        blimp: ``paradigms`` (name → pairs), ``phenomena`` and ``humans`` (a share), as papers.blimp.blimp.release gives
            them.
    """

    variants: Mapping[str, Options]
    sentences: pd.DataFrame
    pairs: pd.DataFrame
    construction: pd.DataFrame
    columns: pd.DataFrame
    criteria: Mapping[str, pd.DataFrame]
    correlations: pd.DataFrame
    z_scores: Mapping[str, pd.Series]
    scores: Mapping[str, pd.Series]
    examples: Mapping[str, pd.DataFrame]
    magnitude_estimates: pd.DataFrame
    blimp: dict
    on_cola: Mapping[tuple[str, str], float] = field(default_factory=dict)
    notebook: Mapping[tuple[str, str], float] = field(default_factory=dict)

    def of_source(self, source: str) -> pd.DataFrame:
        """Return the sentences of one half (LI or Adger), or all of them if ``source`` is empty."""
        return self.sentences[self.sentences["source"] == source] if source else self.sentences

    def agreement(self, variant: str, row: str, criterion: str, threshold: str = "") -> pd.Series:
        """Return ``met`` and ``share`` of a row by a criterion."""
        shares = self.criteria[row].loc[(variant, criterion)]
        delta = float(threshold or NO_THRESHOLD)
        if delta not in shares.index:
            raise NotRecomputable(f"δ = {threshold} is not listed under criteria: thresholds: in config.yaml")
        return shares.loc[delta]

    def hits(self, variant: str, row: str, criterion: str, threshold: str = "") -> pd.Series:
        """Return for each pair whether a row meets a criterion on it."""
        delta = float(threshold) if threshold else None
        met = meets(self.columns["human"], self.columns[row], criterion, delta, self.variants[variant])
        return pd.Series(met, index=self.columns.index)

    def example(self, name: str) -> pd.DataFrame:
        """Return the pairs of an example, if the study declares it."""
        if name not in self.examples:
            raise NotRecomputable(f"the study declares no example {name}")
        return self.examples[name]

    @property
    def human_r(self) -> pd.Series:
        """Pearson's r of each row's deltas and the human ones."""
        return self.correlations["pearson_r"]["human"].drop("human")


def evidence(files: Files, rows: list[str], variants: Mapping[str, Options]) -> Evidence:
    """Gather the evidence from the files that ``reads`` of the study names; ``rows`` are those of Table 1."""
    return Evidence(
        rows=rows,
        variants=variants,
        sentences=files["sentences"].set_index("sentence_id"),
        pairs=files["pairs"].set_index("pair_id"),
        construction=files["construction"],
        columns=systems.read_delta_columns(files["deltas"])[["human", *rows]],
        criteria=shares_by_row(files["criteria"]),
        correlations=among(["human", *rows], files["correlations"]),
        z_scores=systems.by_row(systems.read_by_system(files["z_scores"], Z_SCORES), "z_score"),
        scores=systems.by_row(systems.read_by_system(files["scores"], SCORES), "score"),
        examples={path.stem: io.read_table(path, EXAMPLES) for path in files["examples"]},
        magnitude_estimates=read_estimates(files["magnitude_estimates"], files["renamed"]),
        blimp=release.summary(files["blimp"], files["blimp_models"], files["blimp_humans"]),
        on_cola=by_statistic(files["runs_on_cola"]) if "runs_on_cola" in files else {},
        notebook=logged(files["notebook"]) if "notebook" in files else {},
    )


def by_statistic(runs_on_cola: pd.DataFrame) -> dict[tuple[str, str], float]:
    """Return each number of the contract RUNS_ON_COLA with the labels of the analysis, by model and statistic."""
    table = runs_on_cola[runs_on_cola["labels"].eq(ANALYSED) | runs_on_cola["model"].eq("human")].set_index("model")
    return {
        (model, name): table.loc[model, name] for model in table.index for name in ("mean", "sd", "max", "ensemble")
    }


def logged(notebook: pd.DataFrame) -> dict[tuple[str, str], float]:
    """Return each number of the contract NOTEBOOK, by model and statistic."""
    return notebook.set_index(["model", "statistic"])["value"].to_dict()


def shares_by_row(criteria: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Split the contract CRITERIA by system/measure: ``met`` and ``share``, indexed by variant, criterion and δ."""
    keys = ["variant", "criterion", "threshold"]
    table = criteria.fillna({"threshold": NO_THRESHOLD})
    return {
        f"{system}/{measure}": part.set_index(keys)[["met", "share"]].sort_index()
        for (system, measure), part in table.groupby(["system", "measure"], sort=False)
    }


def among(names: list[str], correlations: pd.DataFrame) -> pd.DataFrame:
    """Keep those rows of the contract CORRELATIONS whose ``row`` and ``column`` are both named; index by these two."""
    return correlations[correlations[["row", "column"]].isin(names).all(axis=1)].set_index(["row", "column"])


def _met(e: Evidence, variant: str, row: str, criterion: str, threshold: str = "") -> float:
    return e.agreement(variant, row, criterion, threshold)["met"]


def _share(e: Evidence, variant: str, row: str, criterion: str, threshold: str = "") -> float:
    return e.agreement(variant, row, criterion, threshold)["share"]


def _pairs(e: Evidence, variant: str) -> float:
    return counted(e.columns["human"]).sum()


def _pair_meets(e: Evidence, variant: str, row: str, criterion: str, *rest: str) -> bool:
    """Say whether a row meets a criterion on a pair, which is the last word; δ, if the criterion has one, is before."""
    *threshold, pair = rest
    return e.hits(variant, row, criterion, *threshold)[pair]


def _r(e: Evidence, variant: str, row: str, column: str) -> float:
    return e.correlations.loc[(row, column), "pearson_r"]


def _mlm_correlate_best(e: Evidence, variant: str) -> bool:
    r = e.human_r
    mlm = r.index.str.endswith("/pll")
    return r[mlm].min() > r[~mlm].max()


def _largest_p(e: Evidence, variant: str) -> float:
    return e.correlations["p_value"].max()


def _falls_further(e: Evidence, variant: str, first: str, second: str) -> bool:
    falls = [_met(e, variant, row, "blimp") - _met(e, variant, row, "adc", "0.5") for row in (first, second)]
    return falls[0] > falls[1]


def _largest_gap(e: Evidence, variant: str) -> float:
    return max(abs(_share(e, variant, row, "blimp") - _share(e, variant, row, "adc", "5")) for row in e.rows)


def _largest_r_difference(e: Evidence, variant: str, kind: str, other: str) -> float:
    r = e.human_r
    return r[r.index.str.endswith(f"/{kind}")].max() - r[other]


def _least_share_contradicted(e: Evidence, variant: str) -> float:
    """Return the smallest share, over rows, of pairs that people contradict among those lost from BLiMP to δ = 5."""
    shares = []
    for row in e.rows:
        lost = e.hits(variant, row, "blimp") & ~e.hits(variant, row, "adc", "5")
        shares.append((e.columns.loc[lost, "human"] < 0).mean())
    return min(shares)


def _tokens(e: Evidence, source: str) -> pd.Series:
    return e.of_source(source).groupby("condition").size()


def _listed_phenomena(e: Evidence, variant: str, *sources: str) -> float:
    curated = e.construction[e.construction["curated"] == "True"]
    return curated.loc[curated["source"].isin(sources), "phenomenon"].nunique()


def _fewest_pairs(e: Evidence, variant: str, source: str) -> float:
    listed = e.construction[(e.construction["source"] == source) & (e.construction["curated"] == "True")]
    condition = e.sentences["condition"]
    return listed.groupby([listed["good_id"].map(condition), listed["bad_id"].map(condition)]).size().min()


def _list_is_exhaustive(e: Evidence, variant: str, source: str = "") -> bool:
    pairs = e.construction[e.construction["source"].eq(source) | (not source)]
    return not ((pairs["constructed"] == "True") & (pairs["curated"] == "False")).any()


def _pairs_within(e: Evidence, variant: str, *members: str) -> float:
    return (e.pairs["good_id"].isin(members) & e.pairs["bad_id"].isin(members)).sum()


def _phenomena_of(e: Evidence, sentence: str) -> set[str]:
    return set(e.pairs.loc[(e.pairs["good_id"] == sentence) | (e.pairs["bad_id"] == sentence), "phenomenon"])


def _acceptable_rated_below(e: Evidence, variant: str, sentence: str) -> float:
    rating = e.sentences["rating"]
    return ((e.sentences["mark"] == "g") & (rating < rating[sentence])).sum()


def _ratings_per_condition(e: Evidence, variant: str) -> float:
    answered = e.magnitude_estimates.dropna(subset=["rating"])
    return len(answered) / e.of_source("LI")["condition"].nunique()


def _raters_of_sentence(e: Evidence, variant: str, sentence: str) -> float:
    return (e.magnitude_estimates.dropna(subset=["rating"])["sentence_id"] == sentence).sum()


QUANTITIES: dict[str, Quantity] = {
    # the dataset
    "sentences": lambda e, v: len(e.sentences),
    "sentence_types": lambda e, v, source="": e.of_source(source)["condition"].nunique(),
    "fewest_tokens": lambda e, v, source: _tokens(e, source).min(),
    "most_tokens": lambda e, v, source: _tokens(e, source).max(),
    "listed_phenomena": _listed_phenomena,
    "fewest_pairs": _fewest_pairs,
    "pairs": _pairs,
    "pairs_within": _pairs_within,
    "list_is_exhaustive": _list_is_exhaustive,
    "in_phenomenon_of": lambda e, v, first, second: bool(_phenomena_of(e, first) & _phenomena_of(e, second)),
    # human ratings
    "rating": lambda e, v, sentence: e.sentences.loc[sentence, "rating"],
    "human_delta": lambda e, v, pair: e.columns.loc[pair, "human"],
    "acceptable_rated_below": _acceptable_rated_below,
    "ratings_per_condition": _ratings_per_condition,
    "raters_of_sentence": _raters_of_sentence,
    # scores and criteria
    "z_score": lambda e, v, row, sentence: e.z_scores[row][sentence],
    "model_delta": lambda e, v, row, pair: e.columns.loc[pair, row],
    "pair_meets": _pair_meets,
    "met": _met,
    "share": _share,
    "percent": lambda e, v, *argument: 100 * _share(e, v, *argument),
    "falls_further": _falls_further,
    "largest_gap": _largest_gap,
    "least_share_contradicted": _least_share_contradicted,
    "share_beyond": lambda e, v, row, bound: (e.scores[row].abs() > float(bound)).mean(),
    # correlations
    "r": _r,
    "largest_r_difference": _largest_r_difference,
    "largest_p": _largest_p,
    "mlm_correlate_best": _mlm_correlate_best,
    # examples
    "qualifies": lambda e, v, example, pair: pair in set(e.example(example)["pair_id"]),
    "qualifying": lambda e, v, example: len(e.example(example)),
    "qualifying_others": lambda e, v, example: len(e.example(example)) - 4,
    "all_contradicted": lambda e, v, example: (e.example(example)["human"] < 0).mean() == 1,
    # classifiers on CoLA
    "on_cola": lambda e, v, model, statistic: e.on_cola[model, statistic],
    # BLiMP, as released
    "blimp_paradigms": lambda e, v: len(e.blimp["paradigms"]),
    "blimp_pairs": lambda e, v: float(np.mean(list(e.blimp["paradigms"].values()))),
    "blimp_phenomena": lambda e, v: len(e.blimp["phenomena"]),
    "blimp_humans": lambda e, v: 100 * e.blimp["humans"],
}
OF_A_LOG: dict[str, Quantity] = {"notebook": lambda e, v, model, statistic: e.notebook[model, statistic]}
