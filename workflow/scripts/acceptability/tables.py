"""Frames of results → tables as people read them, and those → LaTeX (booktabs)."""

import pandas as pd

LATEX = {"δ": r"$\delta$", "Δ": r"$\Delta$", "τ": r"$\tau$", "−": "$-$", "“": "``", "”": "''", "’": "'"}

WIDTHS = {"Acceptable": 0.26, "Unacceptable": 0.26, "Got by": 0.14}  # of columns that wrap; share of the text width


def shown(value: float, places: int) -> str:
    """A number with fixed decimals and a true minus; empty for NaN."""
    return "" if pd.isna(value) else f"{value:.{places}f}".replace("-", "−")


def interval(row: pd.Series) -> str:
    """The 95 % interval of a row, after a space; empty where there is none."""
    return "" if pd.isna(row["low"]) else f" [{shown(row['low'], 3)}, {shown(row['high'], 3)}]"


def criteria_table(results: pd.DataFrame, labels: dict[str, str], system_heading: str) -> pd.DataFrame:
    """Table 1: one row a system and measure; the corrected shares with 95 % intervals, then the ADC's as published.

    The BLiMP criterion has no variants. ``results`` as ``criteria`` in ``io.TABLES``; ``labels`` by
    ``system/measure``, in the order of the rows.
    """
    results = results.assign(row=results["system"] + "/" + results["measure"])
    columns = {system_heading: pd.Series(labels)}
    keys = results[["criterion", "threshold", "variant"]].drop_duplicates()
    for variant, suffix in (("corrected", ""), ("as_published", ", as published")):
        for criterion, threshold in keys.loc[keys["variant"] == variant, ["criterion", "threshold"]].itertuples(
            index=False
        ):
            if criterion == "blimp" and variant == "as_published":
                continue
            name = "BLiMP" if criterion == "blimp" else f"ADC, δ = {threshold:g}{suffix}"
            chosen = results[(results["criterion"] == criterion) & (results["variant"] == variant)]
            if criterion == "adc":
                chosen = chosen[chosen["threshold"] == threshold]
            by_row = chosen.set_index("row")
            cells = by_row["share"].map(lambda share: shown(share, 3))
            if variant == "corrected":
                cells += by_row.apply(interval, axis=1)
            columns[name] = cells
    return pd.DataFrame(columns).loc[list(labels)].fillna("")


def claim_table(claims: pd.DataFrame) -> pd.DataFrame:
    """The paper's claims with their verdicts; ``claims`` as in ``io.TABLES``, all text.

    ``Differ`` is how many of the specifications differ in what the claim is about.
    """
    computed = claims["published"] != ""
    note = (" (" + claims["note"] + ")").where(claims["note"] != "", "")
    bootstraps = pd.to_numeric(claims["bootstraps"]).map(lambda share: shown(100 * share, 0))
    depends = "depends on " + claims["depends_on"].str.replace("_", " ")
    verdict = claims["verdict"].where(claims["verdict"] != "depends", depends)
    return pd.DataFrame(
        {
            "Place": claims["place"],
            "Claim": claims["claim"] + note,
            "Holds as published": claims["published"],
            "Holds in": (claims["holding"] + " of " + claims["specifications"]).where(computed, ""),
            "Differ": claims["different"].where(computed, ""),
            "Bootstraps, %": bootstraps,
            "Verdict": verdict,
        }
    )


def rank_table(ranks: pd.DataFrame, labels: dict[str, str]) -> pd.DataFrame:
    """The best and the worst place of each row over specifications; ``ranks`` as specifications.ranks gives them."""
    scales = {"participants": "ratings as they are", "sentences": "ratings with SD 1"}
    columns = {"System": pd.Series(labels)}
    for (threshold, scale), group in ranks.groupby(["threshold", "human_scale"]):
        by_row = group.set_index("row").astype(str)
        ends = by_row["best"] + ("–" + by_row["worst"]).where(by_row["best"] != by_row["worst"], "")
        columns[f"δ = {threshold:g}, {scales[scale]}"] = ends
    return pd.DataFrame(columns).loc[list(labels)]


def example_table(examples: pd.DataFrame, first: list[str], labels: dict[str, str], rows: int = 4) -> pd.DataFrame:
    """The first qualifying pairs, those named in ``first`` before all others.

    ``examples`` has ``pair_id, good, bad, human`` and, in the order shown, columns of model deltas, named as
    in ``labels``.
    """
    rank = {pair: number for number, pair in enumerate(first)}
    order = examples["pair_id"].map(lambda pair: rank.get(pair, len(rank)))
    chosen = examples.loc[order.sort_values(kind="stable").index].head(rows)
    columns = {
        "Acceptable": chosen["good"],
        "Unacceptable": chosen["bad"],
        "Δ human": chosen["human"].astype(float).map(lambda value: shown(value, 2)),
    }
    for row in [column for column in chosen if column in labels]:
        columns[f"Δ {labels[row]}"] = chosen[row].astype(float).map(lambda value: shown(value, 2))
    return pd.DataFrame(columns)


def classifier_table(
    summary: pd.DataFrame | None, simple: pd.DataFrame, printed: pd.DataFrame, labels: dict[str, str], split: str
) -> pd.DataFrame:
    """Table 5: MCC of each classifier on a split; printed rows first, then those computed here.

    ``summary`` and ``simple`` as ``classifiers`` and ``simple_classifiers`` in ``io.TABLES``; ``printed`` has ``item``
    (``<model>: <statistic>``) and ``printed``, or no rows; ``labels`` name systems and rows.
    """
    rows = []
    items = printed["item"].str.rsplit(": ", n=1, expand=True) if len(printed) else pd.DataFrame({0: [], 1: []})
    for model, group in printed.assign(model=items[0], statistic=items[1]).groupby("model", sort=False):
        value = group.set_index("statistic")["printed"]
        rows.append(
            {
                "Model": f"{model}, printed",
                "Mean": value["mean"],
                "SD": value.get("SD", ""),
                "Max": value["max"],
                "Ensemble": "",
                "Ensemble, as published": value["ensemble"],
            }
        )
    if summary is not None:
        for row in summary[summary["split"] == split].itertuples():
            rows.append(
                {
                    "Model": labels[row.system],
                    "Mean": shown(row.mean, 3),
                    "95 %": f"{shown(row.low, 3)} to {shown(row.high, 3)}",
                    "SD": shown(row.sd, 3),
                    "Max": shown(row.maximum, 3),
                    "Ensemble": shown(row.ensemble_corrected, 3),
                    "Ensemble, as published": shown(row.ensemble_as_published, 3),
                    "Restarts": str(row.restarts),
                    "Collapsed": str(row.collapsed),
                }
            )
    for row in simple[simple["split"] == split].itertuples():
        rows.append(
            {
                "Model": labels[row.row],
                "Mean": shown(row.mcc, 3),
                "95 %": f"{shown(row.low, 3)} to {shown(row.high, 3)}" if not row.collapsed else "",
                "SD": shown(row.sd, 3),
                "Collapsed": str(row.collapsed),
            }
        )
    columns = ["Model", "Mean", "95 %", "SD", "Max", "Ensemble", "Ensemble, as published", "Restarts", "Collapsed"]
    return pd.DataFrame(rows, columns=columns, dtype=object).fillna("")


def selected_table(selected: pd.DataFrame, labels: dict[str, str]) -> pd.DataFrame:
    """The restart of each classifier that both rules select; ``selected`` as in ``io.TABLES``."""
    return pd.DataFrame(
        {
            "Model": selected["system"].map(labels),
            "Variant": selected["variant"].str.replace("_", " "),
            "Selected on": selected["selected_on"],
            "Restart": selected["restart"],
            "Collapsed": selected["collapsed"].map({0: "no", 1: "yes"}),
            "MCC on dev": [shown(value, 3) for value in selected["mcc_dev"]],
            "MCC on test": [shown(value, 3) for value in selected["mcc_test"]],
        }
    )


def stability_table(single: pd.DataFrame, mcc: pd.DataFrame, labels: dict[str, str]) -> pd.DataFrame:
    """How many sentences flip between restarts, and the restarts' MCC with the expert labels.

    ``single`` and ``mcc`` as ``stability`` and ``stability_mcc`` in ``io.TABLES``.
    """
    rows = []
    for system, label in labels.items():
        sentences = single[single["system"] == system]
        flipped = (sentences["flips"] > 0).sum()
        row = {
            "Classifier": label,
            "Restarts": str(sentences["restarts"].iloc[0]),
            "Sentences": str(len(sentences)),
            "Flip": str(flipped),
            "Share": shown(flipped / len(sentences), 3),
        }
        for source, values in mcc[mcc["system"] == system].groupby("label_source", sort=False)["mcc"]:
            heading = "MCC (SD)" if source == "corrected" else "MCC (SD), labels as published"
            row[heading] = f"{shown(values.mean(), 3)} ({shown(values.std(), 3)})"
        rows.append(row)
    return pd.DataFrame(rows)


def ceiling_table(found: pd.DataFrame) -> pd.DataFrame:
    """How well so many raters agree with others: shares of pairs and Pearson's r, observed and foretold.

    ``found`` as ``ceiling`` in ``io.TABLES``. Of its rows, those for up to six raters are shown, for the most that were
    observed and for all; one panel against all other raters for a single rater only. r is foretold by Spearman and
    Brown's formula, all else by the noise model. The BLiMP criterion asks the first side alone.
    """
    names = {"blimp": "BLiMP (against experts)", "sentence_r": "r of sentences", "pair_r": "r of deltas"}
    columns = [names.get(row.criterion, f"ADC, δ = {row.threshold:g}") for row in found.itertuples()]
    foretold = found["source"].ne("observed")
    found = found.assign(column=columns, foretold=foretold, size=found["raters"].fillna(found["against"]))
    most = found.loc[~foretold, "size"].max()
    shown_sizes = (found["size"] <= min(most, 6)) | found["size"].isin([most, found["size"].max()])
    found = found[shown_sizes & (found["comparison"].ne("rest") | found["size"].eq(1))]
    order = ["equal_panels", "rest", "expected_ratings", "scaled_ratings"]
    judges = {"expected_ratings": "expected ratings", "scaled_ratings": "the same, SD 1"}
    found = found.assign(comparison=pd.Categorical(found["comparison"], order))
    rows = []
    for (comparison, size, foretold), group in found.groupby(["comparison", "size", "foretold"], observed=True):
        raters = f"{size:.3g} rater{'s' if size > 1 else ''}"
        heads = {
            "As system": judges.get(comparison, raters),
            "As humans": "all others" if comparison == "rest" else raters,
            "Source": "foretold" if foretold else "observed",
            "Pairs": f"{group['pairs'].max():.0f}",
        }
        rows.append(heads | {row.column: shown(row.mean, 3) for row in group.itertuples()})
    return pd.DataFrame(rows, columns=["As system", "As humans", "Source", "Pairs", *dict.fromkeys(columns)]).fillna("")


HUMAN_ERROR = {
    "raters": "raters of a sentence, mean",
    "rating_sd": "SD of one rating around its sentence's mean",
    "delta_sd": "SD of the human deltas",
    "reliability": "share of their variance that is no sampling error",
    "se_lower_quartile": "standard error of a delta, lower quartile",
    "se_median": "standard error of a delta, median",
    "se_upper_quartile": "standard error of a delta, upper quartile",
    "se_above": "share of pairs whose standard error exceeds δ",
    "below_two_se": "share of deltas nearer to 0 than two standard errors",
}


def human_error_table(error: pd.DataFrame) -> pd.DataFrame:
    """Sampling error of human ratings, a row a statistic; ``error`` as ``human_error`` in ``io.TABLES``."""
    limits = [f" = {limit:g}" if pd.notna(limit) else "" for limit in error["threshold"]]
    return pd.DataFrame(
        {
            "Statistic": [HUMAN_ERROR[row] + limit for row, limit in zip(error["statistic"], limits, strict=True)],
            "Value": [shown(value, 3) for value in error["value"]],
            "Sentences or pairs": error["number"].astype(str),
        }
    )


def noise_floor_table(floor: pd.DataFrame) -> pd.DataFrame:
    """Differences between ratings of the same string; ``floor`` as ``noise_floor`` in ``io.TABLES``."""
    return pd.DataFrame(
        {
            "Sources": floor["sources"],
            "Strings": floor["strings"].astype(str),
            "Differences": floor["differences"].astype(str),
            "SD": [shown(value, 3) for value in floor["sd"]],
            "Mean absolute": [shown(value, 3) for value in floor["mean_absolute"]],
            "Raters known": floor["known"].astype(str),
            "Their SD": [shown(value, 3) for value in floor["sd_known"]],
            "Expected SD": [shown(value, 3) for value in floor["sd_expected"]],
            "p": [shown(value, 3) for value in floor["p"]],
        }
    )


def contamination_table(criteria: pd.DataFrame, labels: dict[str, str]) -> pd.DataFrame:
    """Both criteria on all pairs and on those without a sentence of the training set.

    ``criteria`` as ``contaminated_criteria`` in ``io.TABLES``; ``labels`` by ``system/measure``.
    """
    criteria = criteria.assign(row=criteria["system"] + "/" + criteria["measure"])
    columns = {"System": pd.Series(labels)}
    for criterion, threshold in criteria[["criterion", "threshold"]].drop_duplicates().itertuples(index=False):
        same = criteria["threshold"].eq(threshold) | criteria["threshold"].isna()
        name = criterion_name(criterion, threshold)
        for chosen in ("all", "unknown"):
            rows = criteria[(criteria["criterion"] == criterion) & same & (criteria["chosen"] == chosen)]
            shares = rows.set_index("row")["share"].map(lambda share: shown(share, 3))
            columns[name if chosen == "all" else f"{name}, unknown"] = shares
    return pd.DataFrame(columns).loc[list(labels)]


def criterion_name(criterion: str, threshold: float) -> str:
    """A criterion as headings name it."""
    return "BLiMP" if criterion == "blimp" else f"ADC, δ = {threshold:g}"


CHOSEN = {"matched": "equal length", "unmatched": "unequal length"}
STATISTICS = {
    "pearson": "Pearson",
    "spearman": "Spearman",
    "kendall_tau_b": "Kendall τ-b",
    "sentence_pearson": "Pearson, sentences",
    "point_biserial": "Point-biserial",
}


def agreement_table(agreement: pd.DataFrame, labels: dict[str, str]) -> pd.DataFrame:
    """Criteria and correlations of every row, on all pairs and then on each choice of pairs.

    ``agreement`` as in ``io.TABLES``; ``labels`` by ``system/measure``. Statistics that no row has are left out; a row
    without a label is named ``system/measure``.
    """
    names = [
        STATISTICS.get(statistic) or criterion_name(statistic, threshold)
        for statistic, threshold in zip(agreement["statistic"], agreement["threshold"], strict=True)
    ]
    order = [name for name in dict.fromkeys(names) if name not in STATISTICS.values()]
    order += [name for name in STATISTICS.values() if name in names]
    table = agreement.assign(
        name=names,
        row=agreement["system"] + "/" + agreement["measure"],
        value=[shown(v, 3) for v in agreement["value"]],
    )
    counts = table[table["statistic"] == "blimp"].set_index(["chosen", "row"])["items"]
    wide = table.pivot(index=["chosen", "row"], columns="name", values="value").reindex(counts.index)[order].fillna("")
    wide.insert(0, "N", counts.astype(str))
    wide = wide.reset_index().rename(columns={"chosen": "Pairs", "row": "System"})
    place = {chosen: number for number, chosen in enumerate(agreement["chosen"].drop_duplicates())}
    wide = wide.sort_values("Pairs", key=lambda column: column.map(place), kind="stable", ignore_index=True)
    wide["System"] = [labels.get(row, row) for row in wide["System"]]
    return wide.replace({"Pairs": CHOSEN})


def phenomenon_table(
    phenomena: pd.DataFrame, ranking: pd.DataFrame, names: pd.Series, examples: pd.DataFrame
) -> pd.DataFrame:
    """Ranked phenomena: how many rows have each, by criterion, and one pair of each.

    ``phenomena`` as in ``io.TABLES``, ``ranking`` as ``phenomena.ranked`` gives it; ``names`` and ``examples`` (columns
    ``good`` and ``bad``) by phenomenon.
    """
    columns = {
        "Phenomenon": names,
        "Pairs": ranking["pairs"].astype(str),
        "Δ human": ranking["mean_human_delta"].map(lambda value: shown(value, 2)),
        "Difference": ranking["mean_absolute_difference"].map(lambda value: shown(value, 2)),
    }
    for (criterion, threshold), group in phenomena.groupby(["criterion", "threshold"], sort=False, dropna=False):
        columns[criterion_name(criterion, threshold)] = group.groupby("phenomenon")["mean_meets"].sum().astype(str)
    table = pd.DataFrame(columns | {"Acceptable": examples["good"], "Unacceptable": examples["bad"]})
    return table.loc[ranking.index, [name for name in table if (table[name] != "").any()]]


def had_by_table(ranking: pd.DataFrame, had: pd.DataFrame, names: pd.Series, labels: dict[str, str]) -> pd.DataFrame:
    """Ranked phenomena, and ``yes`` under each row that has one; ``ranking`` and ``had`` as in ``phenomena``."""
    named = had.loc[ranking.index, list(labels)].map(lambda meets: "yes" if meets else "")
    named = named.set_axis(list(labels.values()), axis=1)
    named.insert(0, "Phenomenon", names)
    return named


def had_table(phenomena: pd.DataFrame, labels: dict[str, str]) -> pd.DataFrame:
    """Share of the phenomena that each row has, by criterion. ``phenomena`` as in ``io.TABLES``."""
    rows = phenomena["system"] + "/" + phenomena["measure"]
    columns = {"System": pd.Series(labels)}
    for (criterion, threshold), group in phenomena.groupby(["criterion", "threshold"], sort=False, dropna=False):
        shares = group["mean_meets"].groupby(rows).mean()
        columns[criterion_name(criterion, threshold)] = shares.map(lambda share: shown(share, 3))
    return pd.DataFrame(columns).loc[list(labels)]


def disagreement_table(found: pd.DataFrame, labels: dict[str, str]) -> pd.DataFrame:
    """Pairs of one kind of disagreement. ``found`` as ``disagreements`` in ``io.TABLES``; ``labels`` by row.

    Columns that no pair fills are left out, but for the sentences. ``Δ models`` runs from the lowest to the highest
    model delta.
    """
    deltas = found[list(labels)].astype(float)
    ends = zip(deltas.min(axis=1), deltas.max(axis=1), strict=True)
    table = pd.DataFrame(
        {
            "Pair": found["pair_id"],
            "Criterion": [
                "" if pd.isna(criterion) else criterion_name(criterion, threshold)
                for criterion, threshold in zip(found["criterion"], found["threshold"], strict=True)
            ],
            "Acceptable": found["good"],
            "Unacceptable": found["bad"],
            "Δ human": [shown(value, 2) for value in found["human_delta"].astype(float)],
            "Δ models": [f"{shown(low, 2)} to {shown(high, 2)}" for low, high in ends],
            "Got by": [
                "" if pd.isna(rows) else ", ".join(labels[row] for row in rows.split(" ")) for rows in found["met_by"]
            ],
        },
        dtype=object,
    )
    unfilled = [name for name in ("Criterion", "Δ human", "Got by") if len(table) and (table[name] == "").all()]
    return table.drop(columns=unfilled)


def count_table(frame: pd.DataFrame, rows: str, columns: str, heading: str) -> pd.DataFrame:
    """Counts of one column's values by another's, with totals; values in order of first appearance."""
    counts = pd.crosstab(frame[rows], frame[columns])
    counts = counts.loc[frame[rows].drop_duplicates(), frame[columns].drop_duplicates()]
    counts.loc["all"] = counts.sum()
    counts["all"] = counts.sum(axis=1)
    return counts.rename_axis(heading).reset_index()


def to_latex(table: pd.DataFrame, caption: str, label: str, long: bool = False) -> str:
    """A LaTeX table with booktabs rules; ``long`` breaks across pages (longtable). Sentences wrap."""
    columns = "".join(f"p{{{WIDTHS[name]}\\textwidth}}" if name in WIDTHS else "l" for name in table)
    text = table.to_latex(
        index=False, escape=True, caption=caption, label=label, longtable=long, na_rep="", column_format=columns
    )
    for character, command in LATEX.items():
        text = text.replace(character, command)
    return f"% Needs the package{'s booktabs and longtable' if long else ' booktabs'}.\n{text}"
