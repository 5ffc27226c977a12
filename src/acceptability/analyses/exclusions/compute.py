"""List who was left out of an experiment, and compute the results without any exclusion."""

from collections.abc import Iterator

import numpy as np
import pandas as pd

from acceptability.analyses.exclusions.manifest import EXCLUSION_RESULTS
from acceptability.datasets.ratings import mean_ratings
from acceptability.responses.exclusions import rule_of
from acceptability.statistics import correlation, criteria

ENDS = ("all", "none")  # what is no rule


def compute(
    *,
    responses: pd.DataFrame,
    pairs: pd.DataFrame,
    deltas: dict[str, pd.DataFrame],
    thresholds: list[float],
    dataset: str,
) -> dict[str, pd.DataFrame]:
    """Return the tables EXCLUSIONS and, where anybody was left out, EXCLUSION_RESULTS, else without rows.

    Parameters:
        responses: all answers of the experiment; each says whether a rule left its participant out.
        deltas: tables DELTAS by system; their human deltas are of the participants who count.
    """
    is_left_out = responses["excluded"].ne("")
    results = list(_results(_deltas_of_all(responses, pairs), deltas, thresholds)) if is_left_out.any() else []
    columns = [name for name in EXCLUSION_RESULTS.columns if name != "dataset"]
    tables = {"exclusions": count_people(responses), "exclusion_results": pd.DataFrame(results, columns=columns)}
    for table in tables.values():
        table.insert(0, "dataset", dataset)
    return tables


def count_people(responses: pd.DataFrame) -> pd.DataFrame:
    """Return how many people and answers there are in all (``all``), by each rule, and of those who count (``none``).

    A rule about single answers leaves out no participant who has other answers.
    """
    rules = responses["excluded"].map(rule_of).replace("", "none")
    everybody = responses["participant"].nunique()
    counting = responses.loc[rules == "none", "participant"]
    rows = []
    for rule in ["all", *sorted({*rules} - {*ENDS}), "none"]:
        of_rule = responses if rule == "all" else responses[rules == rule]
        answers, people = int(of_rule["rating"].notna().sum()), of_rule["participant"].nunique()
        if rule not in ENDS:
            people = of_rule.loc[~of_rule["participant"].isin(counting), "participant"].nunique()
        rows.append((rule, people, answers, len(of_rule) - answers, people / everybody))
    return pd.DataFrame(rows, columns=["rule", "participants", "answers", "unanswered", "share"])


def _deltas_of_all(responses: pd.DataFrame, pairs: pd.DataFrame) -> pd.Series:
    """Return the human delta of each pair, by its id, if everybody counts who has z-scores."""
    rated = responses[responses["condition"].ne("filler") & responses["z_score"].notna()]
    return criteria.pair_deltas(pairs.set_index("pair_id"), mean_ratings(rated))


def _results(with_all: pd.Series, deltas: dict[str, pd.DataFrame], thresholds: list[float]) -> Iterator[tuple]:
    """Yield the rows of EXCLUSION_RESULTS, without the dataset, each about the pairs that its system covers.

    Parameters:
        with_all: human deltas by pair_id, if everybody counts.
    """
    for system, table in deltas.items():
        for measure, group in table[table["model_delta"].notna()].groupby("measure", sort=False):
            model = group["model_delta"].to_numpy()
            humans = with_all.reindex(group["pair_id"]).to_numpy(), group["human_delta"].to_numpy()
            pairs = [int((~np.isnan(human)).sum()) for human in humans]
            for threshold in thresholds:
                met = [criteria.meets(human, model, "adc", threshold).sum() for human in humans]
                shares = [hits / number if number else np.nan for hits, number in zip(met, pairs, strict=True)]
                yield (system, measure, "adc", threshold, *shares, *pairs)
            yield (
                system,
                measure,
                "pair_r",
                np.nan,
                *(correlation.pearson(human, model)[0] for human in humans),
                *pairs,
            )
