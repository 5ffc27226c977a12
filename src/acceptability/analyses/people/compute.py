"""Evaluate other people as a system on the pairs with single ratings, with δ in units of the raters' noise (pure).

A second panel rated the same sentences, in another experiment. Its mean ratings are scored against the first panel's
like a system's scores: on their own scale (``raw``) and brought to an SD of 1 (``sd_1``), as the scores of systems are.

**Uncertainty of raters.** Had other people rated, human deltas would be others. Errors of single answers differ from
cluster to cluster, so that intervals over clusters hold them already; what a participant does to many clusters does
not. So the jackknife over participants adds its variance, less the part that stays within one cluster (the two-way
variance of Cameron, Gelbach & Miller 2011).
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

import numpy as np
import pandas as pd

from acceptability.contracts import systems
from acceptability.contracts.names import split_row
from acceptability.statistics import chance, correlation, criteria
from acceptability.statistics.clusters import (
    Estimate,
    cluster_numbers,
    jackknife,
    mean,
    shared_variance,
    shared_variance_of_sums,
)
from acceptability.statistics.noise import (
    delta_variances,
    expected_adc,
    expected_blimp,
    expected_sd,
    fit_noise,
    perfect_shares,
    pooled_variance,
)
from acceptability.statistics.panels import Answers, answers, rated_pairs
from acceptability.statistics.rating_error import delta_errors, delta_half_intervals, place_share
from acceptability.statistics.references import Reference, fit_factor, over_divisions, reference_shares

NOISE_UNITS = (1.0, 2.0)  # standard errors of a human delta
COLUMNS = ["system", "measure", "statistic", "threshold", "value", "low", "high", "rater_sd", "chance"]
COLUMNS += ["excess", "excess_low", "excess_high", "above", "above_low", "above_high", "fold_sd", "pairs"]
Step = tuple[str, float]


def people(
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    ratings: pd.DataFrame,
    others: pd.DataFrame,
    columns: pd.DataFrame,
    thresholds: list[float],
) -> pd.DataFrame:
    """Return statistics of systems, other people, references and the noise model, on pairs with known single ratings.

    ``sentences, pairs, ratings, others`` (other people's; may be empty) as in their contracts, ``columns`` as
    systems.delta_columns gives them, without references. Human deltas are of the column ``rating`` of ``sentences``.
    Only pairs count of which both panels rated both members.
    ``statistic``: blimp, adc at each δ (``threshold``), adc_se: the same with δ in standard errors of each human delta
    (ADC at |Δh − Δlm| / SE < 1 and 2), pair_r and pair_rho (Pearson's and Spearman's correlation of deltas). At each δ
    also certain, the share of pairs whose decision is the same for all human deltas in the 95 % interval of theirs
    (Student's t), and certainly_met, of those that meet it. Other people have neither, as their deltas have errors,
    too. ``low, high``: 95 % interval over clusters and (except for these two) raters; ``rater_sd``, the root of the
    variance that raters add to that over clusters (0: none is seen); ``place_share``, of the human deltas: see
    rating_error.error_without_place;
    ``chance, excess``: see chance.permuted; ``above``: value minus that of the constant delta that is best for the
    clusters of other folds (references.Fitted), at the δ (at the smallest, for blimp and adc_se), with its interval;
    ``fold_sd``: SD of ``above``, or of a reference that is cross-validated, over divisions into folds. The
    system ``people`` are the others; ``predicted`` what the noise model says of a panel of as many; ``judge`` of one
    without sampling error; ``human`` are the human deltas as a system. No deltas meet the ADC for certain on more pairs
    than these. A delta that does so is near enough to all of the interval, and none is nearer to both of its ends.
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
    rows = {split_row(row): columns.loc[pairs.index, row].to_numpy() for row in columns.columns.drop("human")}
    if "others" in panels:
        means = pd.Series(panels["others"].means(), index=panels["others"].sentences)
        for name, scale in world.scales.items():
            rows["people", name] = criteria.pair_deltas(pairs, means * scale).to_numpy()
    themselves = world.certain("human", "rating", world.human)
    if np.isfinite(of_place := place_share(ratings, sentences)):
        themselves.append(world._row("human", "rating", ("place_share", np.nan), of_place, (np.nan, np.nan)))
    table = [*world.of_rows(rows), *world.of_references(), *themselves, *world.of_noise_model()]
    return pd.DataFrame(table).reindex(columns=COLUMNS)


def swapped(
    pairs: pd.DataFrame, ratings: pd.DataFrame, others: pd.DataFrame, columns: pd.DataFrame, thresholds: list[float]
) -> pd.DataFrame:
    """Return what people returns with the two panels in each other's place.

    Human deltas are those of the others' mean z-scores.
    """
    if others.empty:
        return pd.DataFrame(columns=COLUMNS)
    means = others.groupby("sentence_id")["z_score"].mean().rename("rating").reset_index()
    return people(means, pairs, others, ratings, columns, thresholds)


class _World:
    """Describe the pairs, their human deltas, and how deltas change without each participant."""

    def __init__(self, pairs: pd.DataFrame, human: np.ndarray, panels: Mapping[str, Answers], thresholds: list[float]):
        self.pairs, self.human, self.panels, self.thresholds = pairs, human, panels, thresholds
        self.numbers = cluster_numbers(pairs["cluster"])
        self.errors = np.sqrt(delta_errors(panels["own"], pairs).reindex(pairs.index).to_numpy())
        self.half_intervals = delta_half_intervals(panels["own"], pairs).reindex(pairs.index).to_numpy()
        self.steps: list[Step] = [("blimp", np.nan), *(("adc", delta) for delta in thresholds)]
        self.steps += [("adc_se", units) for units in NOISE_UNITS if np.isfinite(self.errors).all()]
        self.without = {name: _without_each(panel, pairs) for name, panel in panels.items()}
        self.changed = {name: np.nonzero(added) for name, added in self.without.items()}  # participants, and pairs
        of_ranks = _added(correlation.ranks, human, self.without["own"])
        self.correlations: dict[str, tuple[Callable, Callable, np.ndarray]] = {
            "pair_r": (correlation.pearson, np.asarray, self.without["own"]),
            "pair_rho": (correlation.spearman, correlation.ranks, of_ranks),
        }
        spread = panels["others"].means().std() if "others" in panels else 0.0
        self.scales = {"raw": 1.0} | ({"sd_1": 1 / spread} if spread > criteria.ROUNDING_ERROR else {})
        of_adc = {step: step if step[0] == "adc" else ("adc", min(thresholds)) for step in self.steps}
        one, clusters = np.ones(len(human)), pairs["cluster"]
        self.constants = {step: fit_factor(human, one, clusters, of_adc[step]) for step in of_adc}
        self.reached, self.fold_sd, self.reached_changes = {}, {}, {}
        pair = self.changed["own"][1]
        moved = human[pair] + self.without["own"][self.changed["own"]]
        for step in self.steps:
            constants = self.constants[step].factors
            hits = np.array([self.hits(human, constant, step) for constant in constants])
            self.reached[step] = hits.mean(axis=0)
            self.fold_sd[step] = over_divisions(hits.sum(axis=1)) / len(human)
            without = sum(self.hits(moved, constant[pair], step, pair) for constant in constants)
            self.reached_changes[step] = without / len(constants) - self.reached[step][pair]

    def hits(self, human: np.ndarray, model: np.ndarray, step: Step, pair: np.ndarray | None = None) -> np.ndarray:
        """Return 1 for each pair that meets a criterion, 1/2 for a tie, else 0.

        ``human, model`` are deltas of all pairs, or of those whose places are ``pair``.
        """
        if step[0] != "adc_se":
            return criteria.credit(human, model, *step)
        near = step[1] * (self.errors if pair is None else self.errors[pair])
        return (criteria.distances(human, model) < near) + 0.5 * (criteria.tie_distances(human, model) < near)

    def excess(
        self, human: np.ndarray, model: np.ndarray, step: Step, pair: np.ndarray | None = None, *, deltas: np.ndarray
    ) -> np.ndarray:
        """Return hits minus what each delta meets, on average, on all pairs; ``deltas`` are the row's deltas."""
        by_chance = chance.matches_of_human(human, deltas, step) + chance.matches_of_model(self.human, model, step)
        return self.hits(human, model, step, pair) - by_chance / len(self.human)

    def _beyond_clusters(
        self, model: np.ndarray, panel: str, value: Callable, step: Step, minus: np.ndarray | float = 0
    ) -> float:
        """Return the variance of a mean that is due to what participants do to more clusters than one.

        The mean is that of ``value(human, model, step)`` over pairs, each of which depends on its own deltas: only
        pairs that the participant rated are computed again. ``minus`` is what leaving out each of the first panel adds
        there to something that is subtracted from the value, and depends on human deltas alone. Where other people are
        the system, ``panel`` is their scale, and each of them counts, too. It may be below 0: see
        clusters.shared_variance.
        """
        variance, now = 0.0, value(self.human, model, step)
        for name in ("own", "others") if panel else ("own",):
            participant, pair = self.changed[name]
            added = self.without[name][participant, pair]
            sides = (self.human[pair] + added, model[pair])
            if name == "others":
                sides = (self.human[pair], model[pair] + added * self.scales[panel])
            changes = value(*sides, step, pair) - now[pair] - (minus if name == "own" else 0)
            shape = len(self.without[name]), self.numbers.max() + 1
            cells = np.ravel_multi_index((participant, self.numbers[pair]), shape)
            by_cluster = np.bincount(cells, changes, shape[0] * shape[1]).reshape(shape)
            variance += shared_variance_of_sums(by_cluster, self.panels[name].group)
        return variance / len(self.human) ** 2

    def of_rows(self, rows: Mapping[tuple[str, str], np.ndarray]) -> list[dict]:
        """Return a row for each statistic of each system, and of people."""
        table, number = [], len(self.human)
        for (system, measure), model in rows.items():
            panel = measure if system == "people" else ""
            for step in self.steps:
                share = self._mean(self.hits(self.human, model, step))
                raters = self._beyond_clusters(model, panel, self.hits, step)
                row = self._row(system, measure, step, share.value, share.share_interval(number, raters))
                row["rater_sd"] = np.sqrt(max(raters, 0))
                above = self._mean(self.hits(self.human, model, step) - self.reached[step])
                more = self._beyond_clusters(model, panel, self.hits, step, minus=self.reached_changes[step])
                more += self.constants[step].choosing
                if self.numbers.max() > 0:  # else there is no other cluster to find a constant on
                    ends = above.interval(more, most=1)
                    row |= dict(zip(("above", "above_low", "above_high"), (above.value, *ends), strict=True))
                    row["fold_sd"] = self.fold_sd[step]
                if step[0] == "adc":
                    expected, _ = chance.permuted(self.human, model, self.numbers, step)
                    excess = share - expected
                    raters = self._beyond_clusters(model, panel, partial(self.excess, deltas=model), step)
                    ends = excess.interval(raters, most=1)
                    row |= {"chance": expected.value, "excess": excess.value}
                    row |= dict(zip(("excess_low", "excess_high"), ends, strict=True))
                table.append(row)
            if system != "people":
                table += self.certain(system, measure, model)
            table += self._correlations(system, measure, model, panel)
        return table

    def certain(self, system: str, measure: str, model: np.ndarray) -> list[dict]:
        """Return rows on pairs whose decision is the same wherever in its 95 % interval the human delta is."""
        rows = []
        for threshold in self.thresholds if np.isfinite(self.errors).all() else []:
            low, high = criteria.accepted(model, "adc", threshold)  # of human deltas: the ADC treats both alike
            least, most = self.human - self.half_intervals, self.human + self.half_intervals
            met = (low < least) & (most < high)
            missed = (most <= low) | (high <= least) | (low == high)
            for statistic, pairs_in_question in (("certain", met | missed), ("certainly_met", met)):
                share = self._mean(pairs_in_question.astype(float))
                ends = share.share_interval(len(pairs_in_question))
                rows.append(self._row(system, measure, (statistic, threshold), share.value, ends))
        return rows

    def _mean(self, values: np.ndarray) -> Estimate:
        """Return the mean of values by pair, with each cluster left out."""
        return mean(values, self.numbers)

    def _correlations(self, system: str, measure: str, model: np.ndarray, panel: str) -> Iterator[dict]:
        """Yield the rows of Pearson's r of deltas and of Spearman's rho.

        What small changes of deltas or ranks do to them is taken as linear.
        """
        for statistic, (correlate, values, added) in self.correlations.items():
            r = jackknife(lambda h, m, correlate=correlate: correlate(h, m)[0], self.numbers, self.human, model)
            raters = np.nan
            if np.isfinite(r.value):
                sides = values(self.human), values(model)
                human, other = ((side - side.mean()) / side.std() for side in sides)
                slopes = (other - r.value * human) / sides[0].std(), (human - r.value * other) / sides[1].std()
                raters = shared_variance(added * slopes[0], self.numbers, self.panels["own"].group)
                if panel:
                    changes = _added(values, model, self.without["others"] * self.scales[panel]) * slopes[1]
                    raters += shared_variance(changes, self.numbers, self.panels["others"].group)
                raters /= len(self.human) ** 2
            row = self._row(system, measure, (statistic, np.nan), r.value, r.r_interval(raters))
            yield row | {"rater_sd": np.sqrt(max(raters, 0))}

    def of_references(self) -> list[dict]:
        """Return the rows of the references without deltas, by the two criteria."""
        human = pd.Series(self.human, index=self.pairs.index)

        def ends(reference: Reference) -> tuple[float, float]:  # of what is random, the share is an exact expectation
            drawn = np.isfinite(reference.draw_sd)
            return (np.nan, np.nan) if drawn else reference.share.share_interval(len(human), reference.more)

        return [
            self._row("reference", reference.measure, step, reference.share.value, ends(reference))
            | {"fold_sd": reference.fold_sd}
            for step in self.steps
            if step[0] != "adc_se"
            for reference in reference_shares(human, self.pairs, step)
        ]

    def of_noise_model(self) -> list[dict]:
        """Return what the noise model of the first panel says of the others and of a judge without sampling error."""
        own_panel, others = self.panels["own"], self.panels.get("others")
        noise = fit_noise(own_panel, *rated_pairs(own_panel, self.pairs))
        if noise is None:
            return []
        second, none = _error(own_panel, self.pairs), (np.nan, np.nan)
        perfect = perfect_shares(noise, own_panel, *rated_pairs(own_panel, self.pairs), self.thresholds)
        rows = [self._row("judge", scale, ("adc", delta), share, none) for (scale, delta), share in perfect.items()]
        errors = {("judge", "raw"): 0.0, ("judge", "sd_1"): 0.0}
        if others is not None:
            first = _error(others, self.pairs)
            blimp = (noise.weights * expected_blimp(noise.deltas, first)).sum()
            for scale, stretch in {"raw": 1.0, "sd_1": 1 / np.sqrt(expected_sd(own_panel) ** 2 + first / 2)}.items():
                errors["predicted", scale] = first
                rows.append(self._row("predicted", scale, ("blimp", np.nan), blimp, none))
                for delta in self.thresholds:
                    share = (noise.weights * expected_adc(noise.deltas, first, second, delta, stretch)).sum()
                    rows.append(self._row("predicted", scale, ("adc", delta), share, none))
        spread = noise.weights @ (noise.deltas - noise.weights @ noise.deltas) ** 2
        for (system, scale), first in errors.items() if spread > criteria.ROUNDING_ERROR else ():
            r = np.sqrt(spread / (spread + first) * spread / (spread + second))
            rows.append(self._row(system, scale, ("pair_r", np.nan), r, none))
        return rows

    def _row(self, system: str, measure: str, step: Step, value: float, ends: tuple[float, float]) -> dict:
        """Return the cells that all statistics have, by column."""
        cells = {"system": system, "measure": measure, "statistic": step[0], "threshold": step[1]}
        return cells | {"value": float(value), "low": ends[0], "high": ends[1], "pairs": len(self.human)}


def _added(values: Callable, deltas: np.ndarray, added: np.ndarray) -> np.ndarray:
    """Return what changes of deltas (participant × pair) add to their values: the deltas themselves, or their ranks."""
    return values(deltas + added) - values(deltas)


def _error(panel: Answers, pairs: pd.DataFrame) -> float:
    """Return the mean variance of the sampling error of a panel's deltas."""
    return float(delta_variances(pooled_variance(panel), panel.counts, *rated_pairs(panel, pairs)).mean())


def _without_each(panel: Answers, pairs: pd.DataFrame) -> np.ndarray:
    """Return what leaving out each participant adds to the panel's deltas (participant × pair)."""
    added, (good, bad) = panel.without_each().to_numpy(), rated_pairs(panel, pairs)
    return added[:, good] - added[:, bad]


def compute(
    *,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    ratings: pd.DataFrame,
    other_ratings: pd.DataFrame,
    deltas: dict[str, pd.DataFrame],
    thresholds: list[float],
    dataset: str,
) -> dict[str, pd.DataFrame]:
    """Return people beside systems, with these ratings as reference and with those of other people, as PEOPLE.

    Parameters:
        ratings: ratings of single participants, which make the human deltas.
        other_ratings: those of other people; may be empty.
        deltas: tables DELTAS by system.
    """
    columns = systems.delta_columns(deltas)
    beside = people(sentences, pairs, ratings, other_ratings, columns, thresholds)
    other_way = swapped(pairs, ratings, other_ratings, columns, thresholds)
    return {"people": beside.assign(dataset=dataset), "people_swapped": other_way.assign(dataset=dataset)}
