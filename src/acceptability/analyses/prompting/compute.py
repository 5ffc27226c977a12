"""Compare prompted systems with the log-probabilities of the same models, and with people (pure)."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from acceptability.contracts import systems
from acceptability.scoring import prompts
from acceptability.scoring.answers import change_per_nat, scores_of_items
from acceptability.statistics import choices as people_who_chose
from acceptability.statistics import criteria
from acceptability.statistics.clusters import cluster_numbers, ratio
from acceptability.statistics.correlation import pearson


def compute(
    *,
    sentences: pd.DataFrame,
    pairs: pd.DataFrame,
    answers: dict[str, pd.DataFrame],
    deltas: dict[str, pd.DataFrame],
    log_prob_rows: Mapping[str, str],
    tie: float,
    dataset: str,
    choices: pd.DataFrame | None = None,
) -> dict[str, pd.DataFrame]:
    """Return the tables PROMPTING, WORDINGS, BY_PHENOMENON and UNREAD.

    Parameters:
        answers: tables ANSWERS by system.
        deltas: tables DELTAS of all systems.
        log_prob_rows: the row by log-probability of the model that is asked, by row.
        tie: differences of log-probabilities that are so small are rounding, in nats.
    """
    human = criteria.pair_deltas(pairs, sentences.set_index("sentence_id")["rating"])
    human = human.set_axis(pairs["pair_id"])
    counted = pairs[criteria.counted(human.to_numpy())].set_index("pair_id", drop=False)
    by_row = systems.delta_columns(deltas)
    rows: dict[str, list[dict]] = {"prompting": [], "wordings": [], "prompting_phenomena": []}
    for system, table in answers.items():
        for measure, of_measure in table.groupby("measure", sort=False):
            row, place = f"{system}/{measure}", {"dataset": dataset, "system": system, "measure": measure}
            delta = by_row[row].reindex(counted.index).dropna()
            covered = counted.loc[delta.index]
            direct = by_row[log_prob_rows[row]].reindex(delta.index) if row in log_prob_rows else None
            small = tie * change_per_nat(measure, of_measure)
            small = criteria.ROUNDING_ERROR if np.isnan(small) else max(small, criteria.ROUNDING_ERROR)
            wordings = [place | wording for wording in _wordings(of_measure, counted, small)]
            shares = [wording["share"] for wording in wordings if not np.isnan(wording["share"])]
            rows["wordings"] += wordings
            rows["prompting"].append(
                place
                | {"direct": log_prob_rows.get(row, "")}
                | _shares(delta, direct, covered)
                | {"least": min(shares, default=np.nan), "most": max(shares, default=np.nan)}
                | _both_orders(of_measure, covered, small)
                | _bias(of_measure, small)
                | {"unread": int((of_measure["score"].isna() & (of_measure["answer"] != "")).sum())}
                | {"pearson_r": pearson(human.reindex(delta.index), delta)[0]}
            )
            rows["prompting_phenomena"] += [
                place | of_one for of_one in _phenomena(delta, direct, covered, human, choices)
            ]
    unread = pd.concat([table.assign(system=system) for system, table in answers.items()])
    unread = unread[unread["score"].isna() & (unread["answer"] != "")]
    counts = unread.groupby(["system", "answer"], sort=False).size().rename("number").reset_index()
    counts = counts.sort_values(["system", "number"], ascending=[True, False], kind="stable")
    counts.insert(0, "dataset", dataset)
    return {name: pd.DataFrame(cells) for name, cells in rows.items()} | {"unread_answers": counts}


def _shares(delta: pd.Series, direct: pd.Series | None, pairs: pd.DataFrame) -> dict:
    """Return the share of pairs that are right, that by log-probability, and their difference, with intervals."""
    right, numbers, ones = criteria.right(delta), cluster_numbers(pairs["cluster"]), np.ones(len(delta))
    share = ratio(right, ones, numbers)
    low, high = share.share_interval(len(delta))
    shares = {"pairs": len(delta), "share": share.value, "low": low, "high": high}
    if direct is None or direct.isna().any():
        return shares | dict.fromkeys(("direct_share", "difference", "difference_low", "difference_high"), np.nan)
    by_log_prob = criteria.right(direct)
    difference = ratio(right - by_log_prob, ones, numbers)
    low, high = difference.interval(most=1)
    return shares | {
        "direct_share": float(by_log_prob.mean()),
        "difference": difference.value,
        "difference_low": low,
        "difference_high": high,
    }


def _signs(answers: pd.DataFrame, small: float) -> pd.Series:
    """Return −1, 0 or 1 for each answer; NaN where there is none."""
    return np.sign(answers["score"].where(answers["score"].isna() | (answers["score"].abs() > small), 0))


def _bias(answers: pd.DataFrame, small: float) -> dict:
    """Return the share of answers with the first option, of probability on any option, of questions without answer."""
    first, sign = np.nan, _signs(answers, small)
    if (answers["measure"] != "rating").all():
        first = float(
            criteria.right(sign * np.where(answers["order"] == prompts.BAD_FIRST, -1, 1))[sign.notna()].mean()
        )
    answered = answers.groupby(["prompt", "item", "order"])["score"].count() > 0
    return {
        "first_option": first,
        "listed": float(answers["listed"].mean()),
        "unanswered": float(1 - answered.mean()),
    }


def _both_orders(answers: pd.DataFrame, pairs: pd.DataFrame, small: float) -> dict:
    """Return the shares that are right in both orders, or about both sentences, and that are alike in both orders.

    With several repetitions, a pair's share is that of all combinations of an answer in one order with one in the
    other.
    """
    measure = answers["measure"].iloc[0]
    if measure == "rating":
        return {"strict": np.nan, "alike": np.nan}
    sign = _signs(answers, small)
    answered = answers.assign(positive=(sign > 0).where(sign.notna()), negative=(sign < 0).where(sign.notna()))
    answered = answered.astype({"positive": float, "negative": float})
    shares = answered.groupby(["prompt", "item", "order"])[["positive", "negative"]].mean()
    strict, alike = [], []
    for _, of_prompt in shares.groupby(level="prompt"):
        by_item = of_prompt.droplevel("prompt")
        if measure in prompts.PAIR_MEASURES:
            one, other = (
                by_item.reindex([(pair, order) for pair in pairs.index]).droplevel("order")
                for order in (prompts.GOOD_FIRST, prompts.BAD_FIRST)
            )
            strict.append(one["positive"] * other["positive"])
            alike.append(strict[-1] + one["negative"] * other["negative"])
        else:
            by_item = by_item.droplevel("order")
            good, bad = (by_item.reindex(pairs[side]).set_axis(pairs.index) for side in ("good_id", "bad_id"))
            strict.append(good["positive"] * bad["negative"])
    means = [float(pd.concat(parts).mean()) if parts else np.nan for parts in (strict, alike)]
    return dict(zip(("strict", "alike"), means, strict=True))


def _wordings(answers: pd.DataFrame, pairs: pd.DataFrame, small: float):
    """Yield what each wording of the prompt makes of the pairs."""
    scores = scores_of_items(answers, by_prompt=True)
    measure = answers["measure"].iloc[0]
    for prompt, of_prompt in answers.groupby("prompt", sort=False):
        values = scores.loc[scores["prompt"] == prompt].set_index("item")["score"]
        if measure in prompts.PAIR_MEASURES:
            delta = values.reindex(pairs.index)
        else:
            delta = pd.Series(criteria.pair_deltas(pairs, values), index=pairs.index)
        delta = delta.dropna().where(lambda deltas: deltas.abs() > small, 0)
        share = float(criteria.right(delta).mean()) if len(delta) else np.nan
        yield {"prompt": prompt, "pairs": len(delta), "share": share} | _bias(of_prompt, small)


def _phenomena(
    delta: pd.Series,
    direct: pd.Series | None,
    pairs: pd.DataFrame,
    human: pd.Series,
    choices: pd.DataFrame | None,
):
    """Yield the shares of each phenomenon's pairs: by prompts, by log-probability, by people."""
    human = human.reindex(pairs.index)
    people = pd.Series(criteria.right(human), index=human.index).where(human.notna())
    if choices is not None:
        included = people_who_chose.without_excluded(choices)
        people = people_who_chose.by_pair(included, pairs.reset_index(drop=True)).set_index("pair_id")["share"]
        people = people.reindex(pairs.index)
    table = pd.DataFrame({"share": criteria.right(delta), "people": people}, index=pairs.index)
    table["direct_share"] = np.nan if direct is None else criteria.right(direct)
    for phenomenon, group in table.groupby(pairs["phenomenon"].to_numpy(), sort=False):
        means = {name: float(group[name].mean()) for name in ("share", "direct_share", "people")}
        yield {"phenomenon": phenomenon, "pairs": len(group)} | means
