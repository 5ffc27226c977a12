"""Tables of released scores and decisions: models beside people, the ADC, prompts, islands, and the second sample."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pandas as pd

from acceptability.contracts import systems
from acceptability.contracts.deltas import REFERENCE
from acceptability.contracts.names import split_row
from acceptability.contracts.systems import row_keys
from acceptability.papers.released import people
from acceptability.papers.released.contracts import RELEASED_MODELS
from acceptability.papers.released.findings import Sample, compare, judge
from acceptability.papers.released.prompts import answers, gained
from acceptability.papers.released.series import MEASURE, by_size
from acceptability.papers.released.study import (
    ASKED,
    CHOSEN,
    DATASETS,
    GPT2,
    ISLANDS,
    NEW,
    OLD,
    RATED,
    SAMPLE,
    SINGLE,
    SIZES,
    TASKS,
    TRIGRAM,
    WORDS,
    argument,
)
from acceptability.rounding import compact, percent, shown
from acceptability.statistics import criteria as criterion
from acceptability.statistics.choices import without_excluded
from acceptability.statistics.clusters import holm
from acceptability.statistics.single_ratings import share_of_single_ratings
from acceptability.tables.text import (
    PresentedTable,
    by_criterion,
    criterion_name,
    interval,
    or_dash,
    p_or_dash,
    with_interval,
)

PEOPLE = {"people/single": "People, single answers", "people/most": "People, most answers"}
HALVES = "People, half against half"
BERT = "bert-base-uncased-mlm-published/pll"
MEAN = f"{GPT2}/mean_lp"
Labels = Mapping[str, Mapping[str, str]]


def released_models(
    *, labels_by_dataset: Labels, dataset_labels: dict[str, str], references_by_dataset: Labels, **tables: pd.DataFrame
) -> PresentedTable:
    """Gather the share of pairs that models and people get right, as RELEASED_MODELS.

    Parameters:
        labels_by_dataset: the label of each row by dataset; systems only.
        tables: what the manifest says; those of a dataset by ``argument``.
    """
    parts = [
        pd.DataFrame(_rows(dataset, labels_by_dataset[dataset], tables)).assign(dataset=dataset) for dataset in DATASETS
    ]
    frame = pd.concat(parts, ignore_index=True).reindex(columns=list(RELEASED_MODELS.columns)).astype({"pairs": int})
    frame["asked"] = frame["asked"].fillna("")
    return PresentedTable(frame, frame.astype(str).where(frame.notna(), ""))


def _rows(dataset: str, labels: Mapping[str, str], tables: Mapping[str, pd.DataFrame]) -> Iterator[dict]:
    """Yield a row for each system, then one for each of PEOPLE that is known of a dataset."""
    criteria = tables["common"] if dataset == OLD else tables[argument("criteria", dataset)]
    criteria = criteria.query("variant == 'corrected' and criterion == 'blimp'")
    shares = criteria.set_index(row_keys(criteria))
    cells = ["share", "low", "high", "pairs", "unanswered", "share_unanswered_half"]
    agreement = tables[argument("agreement", dataset)] if dataset in CHOSEN else pd.DataFrame({"statistic": []})
    agreement = agreement[agreement["statistic"] == "answers"].rename(columns={"value": "agreement"})
    agreement = agreement.rename(columns={"low": "agreement_low", "high": "agreement_high", "number": "judged"})
    agreement = agreement.set_index("row") if dataset in CHOSEN else agreement
    for row, label in labels.items():
        way_asked, chance = ASKED.get(split_row(row)[0], ("", 0.5))
        known = {"row": row, "label": label, "asked": way_asked, "chance": chance} | shares.loc[row, cells].to_dict()
        if row in agreement.index:
            names = ["agreement", "agreement_low", "agreement_high", "ceiling", "judged"]
            known |= agreement.loc[row, names].to_dict()
        yield known
    for row, share in _people(dataset, shares, tables).items():
        yield {"row": row, "label": PEOPLE[row]} | share


def _people(dataset: str, shares: pd.DataFrame, tables: Mapping[str, pd.DataFrame]) -> dict[str, people.Share]:
    """Return what people reach on a dataset, by row of PEOPLE: on the same pairs as its models, where these are fewer.

    Parameters:
        shares: the rows of the BLiMP criterion, by row.
    """
    if dataset in CHOSEN:
        pair_table = tables[argument("chosen", dataset)]
        if dataset == OLD:
            scored = tables["scored"]
            is_scored = scored["model_delta"].notna() & criterion.counted(scored["human_delta"])
            pair_table = pair_table[pair_table["pair_id"].isin(scored["pair_id"][is_scored])]
        choices = without_excluded(tables[argument("choices", dataset)])
        return {f"people/{name}": share for name, share in people.shares_of_choices(pair_table, choices).items()}
    known = {}
    if dataset == SAMPLE:
        by_paradigm = tables["paradigms"].set_index("Condition")["total_mean"].astype(float)
        known["people/single"] = people.share_of_paradigms(tables[argument("pairs", dataset)], by_paradigm)
    if dataset == SINGLE:
        known["people/single"] = share_of_single_ratings(tables[argument("pairs", dataset)], tables["ratings"])
    if dataset in RATED:
        known["people/most"] = shares.loc[f"{REFERENCE}/oracle", ["share", "low", "high", "pairs"]].to_dict()
    return known


def datasets(*, released: pd.DataFrame, dataset_labels: dict[str, str]) -> pd.DataFrame:
    """Show a row for each dataset: its best models (several, where they tie), and people, in %."""
    rows = []
    for dataset, part in released.groupby("dataset", sort=False):
        scoring = part[~part["row"].isin(PEOPLE) & (part["asked"] == "")]
        best = scoring[scoring["share"] >= scoring["share"].max() - criterion.ROUNDING_ERROR]
        first, by_people = best.iloc[0], part.set_index("row")
        row = {"Dataset": dataset_labels[dataset], "Pairs": f"{scoring['pairs'].max():,}", "Rows": str(len(scoring))}
        row |= {"Best": ", ".join(best["label"]), "Right, best model": _percent(first)}
        row |= {"People’s task": TASKS.get(dataset, "")}
        row |= {label: _percent(by_people.loc[key]) for key, label in PEOPLE.items() if key in by_people.index}
        if pd.notna(first["agreement"]):
            agreed = first[["agreement", "agreement_low", "agreement_high"]].set_axis(["share", "low", "high"])
            row |= {"Agreement with answers, best model": _percent(agreed), "Ceiling": percent(first["ceiling"], 1)}
        rows.append(row)
    return pd.DataFrame(rows).fillna("")


def models(*, released: pd.DataFrame, dataset_labels: dict[str, str]) -> pd.DataFrame:
    """Show a row for each model, by its label, and a column for each dataset, in %, of models that have scores."""
    columns = {}
    released = released[released["asked"] == ""]
    for dataset, rows in released.groupby("dataset", sort=False):
        every = rows["pairs"].max()
        text = rows.apply(_percent, axis=1) + rows["pairs"].map(lambda n, every=every: f" ({n:,})" if n < every else "")
        columns[f"{dataset_labels[dataset]} ({every:,} pairs)"] = text.set_axis(rows["label"])
    people_labels = [label for label in PEOPLE.values() if label in set(released["label"])]
    names = [label for label in released["label"].unique() if label not in people_labels]
    table = pd.DataFrame(columns).reindex([*names, *people_labels]).fillna("")
    return table.rename_axis("Model").reset_index()


def asked(*, released: pd.DataFrame, dataset_labels: dict[str, str]) -> pd.DataFrame:
    """Show a row for each model that was asked in words, by dataset, in %."""
    parts = []
    for dataset, rows in released[released["asked"] != ""].groupby("dataset", sort=False):
        part = pd.DataFrame({"Model": rows["label"].str.split(", ").str[0], "Asked": rows["asked"]})
        part["Right"] = rows.apply(_percent, axis=1)
        part["Guessing"] = rows["chance"].map(lambda share: percent(share, 0))
        part["Unanswered"] = rows["unanswered"].map(lambda share: percent(share, 1))
        part["Right, unanswered as half"] = rows["share_unanswered_half"].map(lambda share: percent(share, 1))
        part.insert(0, "Dataset", [dataset_labels[dataset], *[""] * (len(part) - 1)])
        parts.append(part)
    return pd.concat(parts, ignore_index=True)


def _percent(row: pd.Series) -> str:
    """Write a share in % with its interval, rounded to whole numbers except for the share."""
    ends = "" if pd.isna(row["low"]) else f" [{percent(row['low'], 0)}, {percent(row['high'], 0)}]"
    return f"{percent(row['share'], 1)}{ends}"


def coverage(
    *,
    criteria: pd.DataFrame,
    labels_by_dataset: Labels,
    dataset_labels: dict[str, str],
    references_by_dataset: Labels,
    **matches: pd.DataFrame,
) -> pd.DataFrame:
    """Show how the sentences of GPT-2's files match those of each dataset, and which pairs are left."""
    rows = []
    for dataset in WORDS:
        ways = matches[argument("matches", dataset)].set_index("way")["rows"]
        row = {"Dataset": dataset_labels[dataset]}
        row |= {f"Matched {way}": f"{ways.get(way, 0):,}" for way in ("exactly", "loosely", "not at all")}
        parts = _unanswered(criteria, labels_by_dataset[dataset]) if dataset == OLD else [{}]
        rows += [row | parts[0], *parts[1:]]
    return pd.DataFrame(rows).fillna("")


def _unanswered(criteria: pd.DataFrame, labels: Mapping[str, str]) -> list[dict[str, str]]:
    """Return for each of GPT-2's rows the pairs that it covers, and the share right, without the others and with."""
    blimp = criteria[(criteria["criterion"] == "blimp") & (criteria["variant"] == "corrected")]
    every = blimp["pairs"].max()
    return [
        {
            "Row": labels[f"{row['system']}/{row['measure']}"],
            "Pairs": f"{row['pairs']:,} of {every:,}",
            "Unanswered": percent(row["unanswered"], 1),
            "Right": percent(row["share"], 1),
            "Right, unanswered as half": percent(row["share_unanswered_half"], 1),
        }
        for _, row in blimp[blimp["system"] == GPT2].iterrows()
    ]


def adc(
    *,
    common: pd.DataFrame,
    ceiling: pd.DataFrame,
    labels_by_dataset: Labels,
    dataset_labels: dict[str, str],
    references_by_dataset: Labels,
    **tables: pd.DataFrame,
) -> pd.DataFrame:
    """Show the ADC of every row of LI-Adger's common pairs and of the rated events, with chance and r."""
    parts = []
    for dataset, criteria in [(OLD, common), *((name, tables[argument("criteria", name)]) for name in RATED)]:
        labels = labels_by_dataset[dataset] | references_by_dataset[dataset]
        columns = _shares(criteria, labels, chance=True)
        if dataset in RATED:
            agreement = tables[argument("agreement", dataset)]
            agreement = agreement.query("chosen == 'all' and statistic == 'sentence_pearson'")
            columns["r"] = agreement.set_index(row_keys(agreement))["value"].map(lambda r: shown(r, 3))
        part = pd.DataFrame(columns).reindex([row for row in labels if row in set(row_keys(criteria))]).fillna("")
        part.insert(0, "Row", [labels[row] for row in part.index])
        if dataset == SINGLE:
            place = sum(row in labels_by_dataset[dataset] for row in part.index)
            part = pd.concat([part[:place], _halves(ceiling), part[place:]])
        pairs = criteria["pairs"].max()
        part.insert(0, "Dataset", [f"{dataset_labels[dataset]}, {pairs:,} pairs", *[""] * (len(part) - 1)])
        parts.append(part)
    return pd.concat(parts, ignore_index=True).fillna("")


def _halves(ceiling: pd.DataFrame) -> pd.DataFrame:
    """Return a row with what half of the raters reach at a standard deviation of 1, beside the other half."""
    observed = ceiling.query("comparison == 'scaled_panels' and source == 'observed' and criterion in ['blimp', 'adc']")
    halves = observed[observed["raters"] == observed["raters"].max()]
    cells = with_interval(halves, "mean", "low", "high")
    names = [criterion_name(*step) for step in zip(halves["criterion"], halves["threshold"], strict=True)]
    return pd.DataFrame([{"Row": HALVES} | dict(zip(names, cells, strict=True))])


def _shares(criteria: pd.DataFrame, labels: Mapping[str, str], chance: bool = False) -> dict[str, pd.Series]:
    """Return the columns of each criterion, by row; with ``chance``, what is expected at the smallest δ."""
    corrected = criteria[criteria["variant"] == "corrected"]
    smallest, columns = criterion_name("adc", corrected["threshold"].min()), {}
    for name, group in by_criterion(corrected):
        by_row = group.set_index(row_keys(group))
        columns[name] = with_interval(by_row, "share", "low", "high")
        if chance and name == smallest:
            scored = by_row[by_row["ties"].notna()]
            columns["Chance"] = scored["chance"].map(lambda share: shown(share, 3))
            columns["Above chance"] = with_interval(scored, "excess", "excess_low", "excess_high")
    return columns


def linking(
    *,
    common: pd.DataFrame,
    differences: pd.DataFrame,
    labels_by_dataset: Labels,
    dataset_labels: dict[str, str],
    references_by_dataset: Labels,
) -> pd.DataFrame:
    """Show GPT-2's linking functions beside BERT's PLL, and what they differ by at the smallest δ."""
    labels = {row: label for row, label in labels_by_dataset[OLD].items() if row.startswith(f"{GPT2}/") or row == BERT}
    columns = _shares(common, labels)
    smallest = differences["threshold"].min()
    at = differences[differences["threshold"] == smallest]
    comparisons = [
        (row, other) for other in (MEAN, BERT) for row in labels if row != other and (row, other) != (BERT, MEAN)
    ]
    compared = _compared(at, comparisons)
    for other, name in ((MEAN, "the mean"), (BERT, "BERT")):
        part = compared[compared["second"] == other].set_index("first")
        columns[f"Minus {name}, δ = {smallest:g}"] = part.apply(_difference, axis=1)
    table = pd.DataFrame(columns).reindex(list(labels)).fillna("")
    table.insert(0, "Row", list(labels.values()))
    return table


def _compared(differences: pd.DataFrame, comparisons: list[tuple[str, str]]) -> pd.DataFrame:
    """Return the comparisons of these rows with others, with p_holm: p corrected for these comparisons alone.

    ``first`` and ``second`` stand as they are wanted, whichever stands first in ``differences``.
    """
    turned = differences.rename(columns={"first": "second", "second": "first"})
    turned = turned.assign(difference=-turned["difference"], low=-turned["high"], high=-turned["low"])
    in_either_order = pd.concat([differences, turned]).set_index(["first", "second"])
    table = in_either_order.loc[comparisons].reset_index()
    return table.assign(p_holm=holm(table["p"]))


def _difference(compared: pd.Series) -> str:
    """Write a difference with its interval and its corrected p, if it was tested."""
    p = "no test" if pd.isna(compared["p_holm"]) else f"p = {shown(compared['p_holm'], 3)}"
    return f"{shown(compared['difference'], 3)}{interval(compared)}, {p}"


def sizes(
    *,
    released: pd.DataFrame,
    dataset_labels: dict[str, str],
    series_by_dataset: Mapping[str, Mapping],
    **trends: pd.DataFrame,
) -> pd.DataFrame:
    """Show for each dataset and series its smallest and its largest model, and how the share rises with size.

    ``trends`` are tables SERIES_TRENDS. Each p is corrected for the series of its dataset that are tested.
    """
    rows = []
    for dataset in SIZES:
        declared, rises = series_by_dataset[dataset], trends[argument("trends", dataset)]
        rises = rises[(rises["level"] == "all") & (rises["measure"] == MEASURE)].set_index("series")
        tested = rises["p"].notna()
        rises.loc[tested, "p"] = holm(rises.loc[tested, "p"])
        by_series = by_size(released[released["dataset"] == dataset], declared)
        for key, (name, models_) in zip(declared, by_series, strict=True):
            smallest, largest = (
                f"{compact(model['parameters'])}, {percent(model['share'], 1)} %"
                for _, model in models_.iloc[[0, -1]].iterrows()
            )
            cells_of_row = {
                "Dataset": dataset_labels[dataset],
                "Series": name,
                "Smallest": smallest,
                "Largest": largest,
            }
            rows.append(cells_of_row | rises.loc[key, ["slope", "low", "high", "p", "differ", "units"]].to_dict())
    table = pd.DataFrame(rows)
    return table[["Dataset", "Series", "Smallest", "Largest"]].assign(
        Slope=with_interval(table, "slope", "low", "high"),
        p=table["p"].map(or_dash),
        Differ=[f"{differ:.0f} of {units:.0f}" for differ, units in zip(table["differ"], table["units"], strict=True)],
    )


def prompted(*, dataset_labels: dict[str, str], **tables: pd.DataFrame | Path) -> pd.DataFrame:
    """Show what models get right by probability and by prompt, averaged over the orders and strictly, by dataset."""
    differences, parts = gained(tables, dataset_labels), []
    for name, part in answers(tables, dataset_labels).items():
        shares = {heading: part[column].map(lambda share: shown(share, 3)) for column, heading in SHARES.items()}
        table = pd.DataFrame({"Model": part["model"]} | shares)
        table.insert(4, "Averaged minus direct", differences[name].apply(_difference, axis=1))
        table.insert(0, "Dataset", [name, *[""] * (len(table) - 1)])
        parts.append(table)
    return pd.concat(parts, ignore_index=True)


SHARES = {
    "direct": "Direct, a tie wrong (chance .5)",
    "direct_ties_half": "Direct (chance .5)",
    "averaged": "Prompted, averaged (chance .5)",
    "both": "Prompted, strict (chance .25)",
    "first": "Prompted, good one first (chance .5)",
    "second": "Prompted, good one second (chance .5)",
    "answers_1": "Answers 1",
    "alike": "Decides alike",
    "listed": "Probability of 1 or 2",
}


def islands(
    *, labels_by_dataset: Labels, dataset_labels: dict[str, str], references_by_dataset: Labels, **tables: pd.DataFrame
) -> pd.DataFrame:
    """Show the island effect of each design, of people and of each row of GPT-2."""
    parts = []
    for dataset in ISLANDS:
        effects = tables[argument("factorial", dataset)].query("statistic == 'interaction'")
        labels = {"human": "People"} | dict(labels_by_dataset[dataset])
        columns = {
            labels[row]: with_interval(group.set_index("design"), "value", "low", "high")
            for row, group in effects.groupby("row", sort=False)
            if row in labels
        }
        part = pd.DataFrame(columns).rename_axis("Design").reset_index()
        part.insert(0, "Experiment", [dataset_labels[dataset], *[""] * (len(part) - 1)])
        parts.append(part)
    return pd.concat(parts, ignore_index=True).fillna("")


def holdout(
    *, labels_by_dataset: Labels, dataset_labels: dict[str, str], references_by_dataset: Labels, **tables: pd.DataFrame
) -> pd.DataFrame:
    """Show each reference, and each system that scores both samples, on both."""
    rows = {row: label for row, label in labels_by_dataset[OLD].items() if row in labels_by_dataset[NEW]}
    rows |= {row: label for row, label in references_by_dataset[OLD].items() if row in references_by_dataset[NEW]}
    samples = {
        letter: _shares(tables[argument("criteria", dataset)], rows, chance=True)
        for letter, dataset in (("A", OLD), ("B", NEW))
    }
    names = dict.fromkeys(name for columns in samples.values() for name in columns if name != "Above chance")
    parts = {f"{name}: {letter}": samples[letter][name] for name in names for letter in samples}
    table = pd.DataFrame(parts).reindex([row for row in rows if row in parts["BLiMP: A"]]).fillna("")
    table.insert(0, "Row", [rows[row] for row in table.index])
    return table


def findings(
    *, labels_by_dataset: Labels, dataset_labels: dict[str, str], references_by_dataset: Labels, **tables: pd.DataFrame
) -> pd.DataFrame:
    """Show for each finding what each sample says of it, by how much they differ, and whether it carries over."""
    judged = {}
    for dataset in (OLD, NEW):
        deltas = {TRIGRAM: tables[argument("trigram", dataset)], REFERENCE: tables[argument("reference", dataset)]}
        judged[dataset] = judge(Sample(systems.delta_columns(deltas), tables[argument("pairs", dataset)]))
    about, rows = labels_by_dataset[OLD], []
    for finding, compared in compare(judged[OLD], judged[NEW]).items():
        row = {"Finding": finding}
        for dataset in (OLD, NEW):
            verdict, least = judged[dataset][finding].verdict, judged[dataset][finding].least
            number = _number(least.value, *least.interval, least.row, about)
            row[dataset_labels[dataset]] = f"{verdict}, {number}"
        *numbers, _ = compared.difference
        row["Second minus first"] = _number(*numbers, judged[OLD][finding].least.row, about)
        rows.append(row | {"p": p_or_dash(compared.p_holm), "Carries over": compared.verdict or "–"})
    return pd.DataFrame(rows)


def _number(value: float, low: float, high: float, row: str, labels: Mapping[str, str]) -> str:
    """Write a number with its interval, and the label of the row that it is about, if it is about one of several."""
    about = f" ({labels[row]})" if row else ""
    return f"{shown(value, 3)}{interval(pd.Series({'low': low, 'high': high}))}{about}"
