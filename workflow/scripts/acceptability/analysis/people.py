"""Other people as a system, on the pairs whose raters are known one by one; δ in units of the raters' noise (pure).

A second panel rated the same sentences, in another experiment. Its mean ratings are scored against the first panel's as
a system's scores are, on their own scale (``raw``) and brought to an SD of 1 (``sd_1``), as the scores of systems are.

**Uncertainty of raters.** Had other people rated, human deltas would be others. Errors of single answers differ from
cluster to cluster, so that intervals over clusters hold them already; what a participant does to many sentences does
not. So the variance that comes from drawing whole participants anew is added, less that from drawing single answers
anew (the two-way variance of Cameron, Gelbach & Miller 2011).
"""

from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd

from acceptability.analysis import chance, criteria, statistics
from acceptability.analysis.companions import r_without_error
from acceptability.analysis.noise import expected_adc, expected_blimp, expected_sd, fit_noise, pooled_variance
from acceptability.analysis.panels import Answers, answers
from acceptability.analysis.rating_error import delta_errors
from acceptability.analysis.references import best_constant, reference_shares

DRAWS = 300  # of participants, and of answers
SEED = 2013
NOISE_UNITS = (1.0, 2.0)  # standard errors of a human delta
ENDS = ["low", "high", "rater_sd", "chance", "excess", "excess_low", "excess_high"]
COLUMNS = ["system", "measure", "statistic", "threshold", "value", *ENDS, "above", "above_low", "above_high", "pairs"]
Step = tuple[str, float]


def people(
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    ratings: pd.DataFrame,
    others: pd.DataFrame,
    columns: pd.DataFrame,
    thresholds: list[float],
) -> pd.DataFrame:
    """Every system, other people, references and the noise model on the pairs with known single ratings: COLUMNS.

    ``sentences, pairs, ratings, others`` (other people's; may be empty) as in their contracts, ``columns`` as
    systems.delta_columns gives them, without references. Only pairs count of which both panels rated both members.
    ``statistic``: blimp, adc at each δ (``threshold``), adc_se: the same with δ in standard errors of each human delta
    (ADC at |Δh − Δlm| / SE < 1 and 2), pair_r. ``low, high``: 95 % interval over clusters and raters; ``rater_sd``, the
    part of its standard error that is due to who rated; ``chance, excess``: see chance.permuted; ``above``: value minus
    that of the best constant delta (adc_se: of the constant that is best at the smallest δ), with its interval. The
    system ``people`` are the others; ``predicted`` what the noise model says of a panel of as many; ``judge`` of one
    without sampling error.
    """
    panels = {"own": answers(ratings)} | ({"others": answers(others)} if len(others) else {})
    by_id = sentences.set_index("sentence_id")["rating"]
    pairs = pairs[~criteria.pair_deltas(pairs, by_id).isna()]
    for panel in panels.values():
        pairs = pairs[pairs["good_id"].isin(panel.sentences) & pairs["bad_id"].isin(panel.sentences)]
    if pairs.empty:
        return pd.DataFrame(columns=COLUMNS)
    pairs = pairs.set_index("pair_id", drop=False)
    world = _World(pairs, criteria.pair_deltas(pairs, by_id).to_numpy(), panels, thresholds)
    rows = {tuple(row.split("/")): columns.loc[pairs.index, row].to_numpy() for row in columns.columns.drop("human")}
    if "others" in panels:
        means = pd.Series(panels["others"].means(), index=panels["others"].sentences)
        for name, scale in world.scales.items():
            rows["people", name] = criteria.pair_deltas(pairs, means * scale).to_numpy()
    table = [*world.of_rows(rows), *world.of_references(), *world.of_noise_model()]
    return pd.DataFrame(table).reindex(columns=COLUMNS)


class _World:
    """The pairs, their human deltas, and both deltas again for each draw of raters."""

    def __init__(self, pairs: pd.DataFrame, human: np.ndarray, panels: Mapping[str, Answers], thresholds: list[float]):
        self.pairs, self.human, self.panels, self.thresholds = pairs, human, panels, thresholds
        self.numbers = statistics.cluster_numbers(pairs["cluster"])
        self.errors = np.sqrt(delta_errors(panels["own"], pairs).reindex(pairs.index).to_numpy())
        self.steps: list[Step] = [("blimp", np.nan), *(("adc", delta) for delta in thresholds)]
        self.steps += [("adc_se", units) for units in NOISE_UNITS if np.isfinite(self.errors).all()]
        generator = np.random.default_rng(SEED)
        self.redrawn = {
            name: [_redrawn_deltas(panel, pairs, way(panel, generator)) for way in (_participants, _single_answers)]
            for name, panel in panels.items()
        }
        self.scales = {"raw": 1.0} | ({"sd_1": 1 / panels["others"].means().std()} if "others" in panels else {})
        smallest = min(thresholds)
        self.constants = {step: best_constant(human, step[1] if step[0] == "adc" else smallest) for step in self.steps}

    def hits(self, human: np.ndarray, model: np.ndarray, step: Step) -> np.ndarray:
        """Which pairs meet a criterion; the last axis of both are the pairs."""
        if step[0] != "adc_se":
            return criteria.meets(human, model, *step)
        return criteria.distances(human, model) < step[1] * self.errors

    def _redrawn(self, model: np.ndarray, panel: str) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Human and model deltas (draw × pair) by each way of drawing raters; a ``panel`` of people is drawn, too."""
        for way, of_humans in enumerate(self.redrawn["own"]):
            of_models = self.redrawn["others"][way] * self.scales[panel] if panel else 0
            yield self.human + of_humans, model + of_models

    def of_rows(self, rows: Mapping[tuple[str, str], np.ndarray]) -> list[dict]:
        """A row for each statistic of each system, and of people."""
        made, number = [], len(self.human)
        for (system, measure), model in rows.items():
            redrawn = list(self._redrawn(model, measure if system == "people" else ""))
            for step in self.steps:
                constant = np.full(number, self.constants[step])
                met, of_constant = (self.hits(self.human, delta, step) for delta in (model, constant))
                share = statistics.ratio(met, np.ones(number), self.numbers)
                above = share - statistics.ratio(of_constant, np.ones(number), self.numbers)
                shares = [self.hits(human, delta, step).mean(axis=-1) for human, delta in redrawn]
                constants = [self.hits(human, constant, step).mean(axis=-1) for human, _ in redrawn]
                more = _beyond_answers(*shares)
                apart = _beyond_answers(*(of - c for of, c in zip(shares, constants, strict=True)))
                row = self._row(system, measure, step, share.value, share.share_interval(number, more))
                row |= {"rater_sd": np.sqrt(more), "above": above.value}
                row |= dict(zip(("above_low", "above_high"), above.interval(apart), strict=True))
                if step[0] == "adc":
                    expected, _ = chance.permuted(self.human, model, self.numbers, step)
                    excess = share - expected
                    row |= {"chance": expected.value, "excess": excess.value}
                    row |= dict(zip(("excess_low", "excess_high"), excess.interval(more), strict=True))
                made.append(row)
            r = r_without_error(self.human, model, np.zeros(number), self.numbers)
            more = _beyond_answers(*(_correlations(human, delta) for human, delta in redrawn))
            row = self._row(system, measure, ("pair_r", np.nan), r.value, r.r_interval(more))
            made.append(row | {"rater_sd": np.sqrt(more)})
        return made

    def of_references(self) -> list[dict]:
        """The references without deltas, by the two criteria."""
        human = pd.Series(self.human, index=self.pairs.index)
        return [
            self._row("reference", of.measure, step, of.share.value, of.share.share_interval(len(human), of.more))
            for step in self.steps
            if step[0] != "adc_se"
            for of in reference_shares(human, self.pairs, step)
        ]

    def of_noise_model(self) -> list[dict]:
        """What the noise model of the first panel says of the others, and of a judge without sampling error."""
        own, others = self.panels["own"], self.panels.get("others")
        good, bad = (own.sentences.get_indexer(self.pairs[side]) for side in ("good_id", "bad_id"))
        noise = fit_noise(own, good, bad)
        if noise is None:
            return []
        second = _error(own, self.pairs)
        scale = expected_sd(own)
        sides = {("judge", "raw"): (0.0, 1.0), ("judge", "sd_1"): (0.0, 1 / scale)}
        if others is not None:
            first = _error(others, self.pairs)
            sides |= {("predicted", "raw"): (first, 1.0)}
            sides |= {("predicted", "sd_1"): (first, 1 / np.sqrt(scale**2 + first / 2))}
        rows = []
        for (system, measure), (first, stretch) in sides.items():
            if first:
                blimp = (noise.weights * expected_blimp(noise.deltas, first)).sum()
                rows.append(self._row(system, measure, ("blimp", np.nan), blimp, (np.nan, np.nan)))
            for delta in self.thresholds:
                share = (noise.weights * expected_adc(noise.deltas, first, second, delta, stretch)).sum()
                rows.append(self._row(system, measure, ("adc", delta), share, (np.nan, np.nan)))
            spread = noise.weights @ noise.deltas**2 - (noise.weights @ noise.deltas) ** 2
            r = np.sqrt(spread / (spread + first) * spread / (spread + second))
            rows.append(self._row(system, measure, ("pair_r", np.nan), r, (np.nan, np.nan)))
        return rows

    def _row(self, system: str, measure: str, step: Step, value: float, ends: tuple[float, float]) -> dict:
        named = {"system": system, "measure": measure, "statistic": step[0], "threshold": step[1]}
        return named | {"value": float(value), "low": ends[0], "high": ends[1], "pairs": len(self.human)}


def _beyond_answers(of_participants: np.ndarray, of_answers: np.ndarray) -> float:
    """Variance of a value over draws of whole participants, less that over draws of single answers."""
    return float(max(of_participants.var() - of_answers.var(), 0))


def _correlations(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Pearson's r of each two rows; NaN where one is constant."""
    first, second = (side - side.mean(axis=-1, keepdims=True) for side in (first, second))
    with np.errstate(divide="ignore", invalid="ignore"):
        return (first * second).sum(axis=-1) / np.sqrt((first**2).sum(axis=-1) * (second**2).sum(axis=-1))


def _error(panel: Answers, pairs: pd.DataFrame) -> float:
    """Mean variance of the sampling error of a panel's deltas."""
    counts = pd.Series(panel.counts, index=panel.sentences)
    each = 1 / pairs["good_id"].map(counts) + 1 / pairs["bad_id"].map(counts)
    return float(pooled_variance(panel) * each.mean())


def _participants(panel: Answers, generator: np.random.Generator) -> np.ndarray:
    """Mean ratings where the participants of each group are drawn anew (draw × sentence)."""
    size = np.bincount(panel.group)
    drawn = np.zeros((DRAWS, len(panel.group)))
    for group, number in enumerate(size):
        members = np.flatnonzero(panel.group == group)
        drawn[:, members] = generator.multinomial(number, np.full(number, 1 / number), size=DRAWS)
    weights = np.where(panel.participant >= 0, drawn[:, panel.participant], 0)
    total = weights.sum(axis=2)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(total > 0, (weights * panel.z).sum(axis=2) / total, panel.means())


def _single_answers(panel: Answers, generator: np.random.Generator) -> np.ndarray:
    """Mean ratings where the answers to each sentence are drawn anew, whoever gave them (draw × sentence)."""
    means = np.empty((DRAWS, len(panel.counts)))
    rows, answered = np.arange(len(panel.counts))[:, None], panel.participant >= 0
    for draw in range(DRAWS):
        chosen = (generator.random(panel.z.shape) * panel.counts[:, None]).astype(int)
        means[draw] = np.where(answered, panel.z[rows, chosen], 0).sum(axis=1) / panel.counts
    return means


def _redrawn_deltas(panel: Answers, pairs: pd.DataFrame, means: np.ndarray) -> np.ndarray:
    """What the draws add to the panel's deltas (draw × pair)."""
    good, bad = (panel.sentences.get_indexer(pairs[side]) for side in ("good_id", "bad_id"))
    added = means - panel.means()
    return added[:, good] - added[:, bad]
