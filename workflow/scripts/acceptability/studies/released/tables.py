"""Tables of released scores and decisions: models beside people, the ADC, prompts, islands, and the second sample."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pandas as pd

from acceptability.contracts.studies import RELEASED_MODELS
from acceptability.datasets import task_demands
from acceptability.rounding import shown
from acceptability.statistics.criteria import ROUNDING_ERROR
from acceptability.studies.released.manifest import (
    CHOSEN,
    DATASETS,
    DEMANDS,
    GPT2,
    ISLANDS,
    NEW,
    OLD,
    RATED,
    SINGLE,
    argument,
)
from acceptability.studies.released.people import share_of_single_ratings
from acceptability.tables.text import PresentedTable, by_criterion, criterion_name, interval, row_keys, with_interval

PEOPLE = {
    "people/single": "People, single answers",
    "people/most": "People, most answers",
    "people/ceiling": "Ceiling of fixed choices",
}
CHOICES = {"individual": "people/single", "majority": "people/most", "best_guess": "people/ceiling"}
BERT = "bert-base-uncased-mlm-published/pll"
MEAN = f"{GPT2}/mean_lp"
Labels = Mapping[str, Mapping[str, str]]


def released_models(
    *, labels_by_dataset: Labels, dataset_labels: dict[str, str], references_by_dataset: Labels, **tables: pd.DataFrame
) -> PresentedTable:
    """Gather the share of pairs that models and people get right, as RELEASED_MODELS.

    Parameters:
        labels_by_dataset: the label of each row by dataset; systems only.
        tables: CRITERIA of each dataset, CHOICE_SUMMARY of those of which people chose, PAIRS and RATINGS of those
            whose single ratings are known.
    """
    parts = [
        pd.DataFrame(_rows(dataset, labels_by_dataset[dataset], tables)).assign(dataset=dataset) for dataset in DATASETS
    ]
    frame = pd.concat(parts, ignore_index=True)[list(RELEASED_MODELS.columns)]
    frame = frame.astype({"pairs": int, "all_pairs": int})
    return PresentedTable(frame, frame.astype(str).where(frame.notna(), ""))


def _rows(dataset: str, labels: Mapping[str, str], tables: Mapping[str, pd.DataFrame]) -> Iterator[dict]:
    """Yield a row for each system, then one for each of PEOPLE that is known of a dataset."""
    criteria = tables[argument("criteria", dataset)].query("variant == 'corrected' and criterion == 'blimp'")
    criteria = criteria.set_index(row_keys(criteria))
    cells = {"share_ties_half": "share", "half_low": "low", "half_high": "high", "pairs": "pairs"}
    shares = criteria[list(cells)].rename(columns=cells)
    every = int(criteria["pairs"].max())
    for row, label in labels.items():
        yield {"row": row, "label": label, "all_pairs": every} | shares.loc[row].to_dict()
    known = {}
    if dataset in RATED:
        known["people/most"] = shares.loc["reference/oracle"].to_dict()
    if dataset in SINGLE:
        pairs, ratings = (tables[argument(name, dataset)] for name in ("pairs", "ratings"))
        known["people/single"] = dict(
            zip(("share", "low", "high", "pairs"), share_of_single_ratings(pairs, ratings), strict=True)
        )
    if dataset in CHOSEN:
        summary = tables[argument("choices", dataset)].set_index("statistic")
        for statistic, row in CHOICES.items():
            value, low, high, number = summary.loc[statistic, ["value", "low", "high", "number"]]
            known[row] = {"share": value, "low": low, "high": high, "pairs": int(number)}
    for row in [row for row in PEOPLE if row in known]:
        yield {"row": row, "label": PEOPLE[row], "all_pairs": every} | known[row]


def datasets(*, released: pd.DataFrame, dataset_labels: dict[str, str]) -> pd.DataFrame:
    """Show a row for each dataset: its best rows (several, where they tie), and people, in %."""
    rows = []
    for dataset, part in released.groupby("dataset", sort=False):
        people = part[part["row"].isin(PEOPLE)].set_index("row")
        systems = part[~part["row"].isin(PEOPLE)]
        best = systems[systems["share"] >= systems["share"].max() - ROUNDING_ERROR]
        row = {"Dataset": dataset_labels[dataset], "Pairs": f"{part['all_pairs'].max():,}", "Rows": str(len(systems))}
        row |= {"Best": ", ".join(best["label"]), "It gets right, %": _percent(best.iloc[0])}
        rows.append(row | {label: _percent(people.loc[key]) for key, label in PEOPLE.items() if key in people.index})
    return pd.DataFrame(rows).fillna("")


def models(*, released: pd.DataFrame, dataset_labels: dict[str, str]) -> pd.DataFrame:
    """Show a row for each model, by its label, and a column for each dataset, in %."""
    columns = {}
    for dataset, rows in released.groupby("dataset", sort=False):
        every = rows["all_pairs"].max()
        text = rows.apply(_percent, axis=1) + rows["pairs"].map(lambda n, every=every: f" ({n:,})" if n < every else "")
        columns[f"{dataset_labels[dataset]} ({every:,} pairs)"] = text.set_axis(rows["label"])
    people = [label for label in PEOPLE.values() if label in set(released["label"])]
    names = [label for label in released["label"].unique() if label not in people]
    table = pd.DataFrame(columns).reindex([*names, *people]).fillna("")
    return table.rename_axis("Model").reset_index()


def _percent(row: pd.Series) -> str:
    """Write a share in % with its interval, rounded to whole numbers but for the share."""
    ends = "" if pd.isna(row["low"]) else f" [{shown(100 * row['low'], 0)}, {shown(100 * row['high'], 0)}]"
    return f"{shown(100 * row['share'], 1)}{ends}"


def adc(
    *,
    common: pd.DataFrame,
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
        pairs = criteria["pairs"].max()
        part.insert(0, "Dataset", [f"{dataset_labels[dataset]}, {pairs:,} pairs", *[""] * (len(part) - 1)])
        parts.append(part)
    return pd.concat(parts, ignore_index=True).fillna("")


def _shares(criteria: pd.DataFrame, labels: Mapping[str, str], chance: bool = False) -> dict[str, pd.Series]:
    """Return the columns of each criterion, by row, ties half; with ``chance``, what is expected at the smallest δ."""
    corrected = criteria[criteria["variant"] == "corrected"]
    smallest, columns = criterion_name("adc", corrected["threshold"].min()), {}
    for name, group in by_criterion(corrected):
        by_row = group.set_index(row_keys(group))
        columns[name] = with_interval(by_row, "share_ties_half", "half_low", "half_high")
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
    for other, name in ((MEAN, "the mean"), (BERT, "BERT")):
        columns[f"Minus {name}, δ = {smallest:g}"] = pd.Series(
            {row: _difference(at, row, other) for row in labels if row != other}
        )
    table = pd.DataFrame(columns).reindex(list(labels)).fillna("")
    table.insert(0, "Row", list(labels.values()))
    return table


def _difference(differences: pd.DataFrame, row: str, other: str) -> str:
    """Write a row's share minus another's, with its interval and p, whichever stands first in the table."""
    by_rows = differences.set_index(["first", "second"])
    for rows, sign in (((row, other), 1), ((other, row), -1)):
        if rows in by_rows.index:
            compared = by_rows.loc[rows]
            low, high = sorted([sign * compared["low"], sign * compared["high"]])
            ends = interval(pd.Series({"low": low, "high": high}))
            return f"{shown(sign * compared['difference'], 3)}{ends}, p = {shown(compared['p_holm'], 3)}"
    return ""


def prompted(**files: Path) -> pd.DataFrame:
    """Show what models get right by probability and by prompt, in each order and in both, by dataset."""
    parts = []
    for name, part in answers(files).items():
        table = pd.DataFrame({"Model": part["model"], "Direct": part["direct"].map(_share)})
        for column, heading in ORDERS.items():
            table[heading] = part[column].map(_share)
        table.insert(0, "Dataset", [name, *[""] * (len(table) - 1)])
        parts.append(table)
    return pd.concat(parts, ignore_index=True)


ORDERS = {
    "first": "Prompted, good one first",
    "second": "Prompted, good one second",
    "both": "Prompted, both orders",
    "answers_1": "Answers 1",
    "alike": "Decides alike",
}


def answers(files: Mapping[str, Path]) -> dict[str, pd.DataFrame]:
    """Return what task_demands.prompted says of each dataset's files, by the name of the dataset."""
    named = {"dgl": "DGL", "blimp": "BLiMP-650"}
    return {
        name: task_demands.prompted({label: files[f"{kind}_{number}"] for number, label in enumerate(DEMANDS.values())})
        for kind, name in named.items()
    }


def _share(value: float) -> str:
    return shown(value, 3)


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


Rows = Mapping[tuple[str, str], float]  # (row, criterion) → share


def _above(first: tuple[str, str], *others: tuple[str, str]) -> Callable[[Rows], tuple[bool, list[float]]]:
    """Return a judge of whether one share is above all others."""

    def judge(shares: Rows) -> tuple[bool, list[float]]:
        values = [shares[row] for row in (first, *others)]
        return all(values[0] > other for other in values[1:]), values

    return judge


def _near(first: tuple[str, str], second: tuple[str, str], most: float) -> Callable[[Rows], tuple[bool, list[float]]]:
    """Return a judge of whether two shares are no further apart than ``most``."""

    def judge(shares: Rows) -> tuple[bool, list[float]]:
        return abs(shares[first] - shares[second]) <= most, [shares[first], shares[second]]

    return judge


TRIGRAM, SLOR = "brown-trigram/log_prob", "brown-trigram/slor"
SMALL, LARGE = "ADC, δ = 0.5", "ADC, δ = 5"
FINDINGS = {
    "People’s mean ratings agree with the experts on more than 95 % of the pairs.": lambda shares: (
        shares["reference/oracle", "BLiMP"] > 0.95,
        [shares["reference/oracle", "BLiMP"]],
    ),
    "At δ = 0.5, one constant for all pairs, fitted to other articles, is above shuffled human deltas.": _above(
        ("reference/best_constant_left_out", SMALL), ("reference/permuted_across", SMALL)
    ),
    "… and above every system that runs here (a trigram’s SLOR and log-probability).": _above(
        ("reference/best_constant_left_out", SMALL), (SLOR, SMALL), (TRIGRAM, SMALL)
    ),
    "At δ = 0.5, people’s own ratings, at a standard deviation of 1, are above that constant.": _above(
        ("reference/oracle", SMALL), ("reference/best_constant_left_out", SMALL)
    ),
    "Shuffling human deltas within phenomena keeps more than over all pairs (δ = 0.5).": _above(
        ("reference/permuted_within", SMALL), ("reference/permuted_across", SMALL)
    ),
    "A trigram’s SLOR is above its log-probability under the BLiMP criterion.": _above(
        (SLOR, "BLiMP"), (TRIGRAM, "BLiMP")
    ),
    "… and at δ = 0.5.": _above((SLOR, SMALL), (TRIGRAM, SMALL)),
    "A trigram’s SLOR is above random scores at δ = 0.5.": _above((SLOR, SMALL), ("reference/random", SMALL)),
    "At δ = 5, the ADC is the BLiMP criterion (SLOR: within 1 point).": _near((SLOR, LARGE), (SLOR, "BLiMP"), 0.01),
}


def findings(
    *, labels_by_dataset: Labels, dataset_labels: dict[str, str], references_by_dataset: Labels, **tables: pd.DataFrame
) -> pd.DataFrame:
    """Show for each finding whether it holds in each sample, with the shares that say so."""
    judged = {}
    for dataset in (OLD, NEW):
        shares = {}
        for name, group in by_criterion(tables[argument("criteria", dataset)].query("variant == 'corrected'")):
            shares |= {(row, name): share for row, share in zip(row_keys(group), group["share_ties_half"], strict=True)}
        judged[dataset] = {finding: judge(shares) for finding, judge in FINDINGS.items()}
    table = pd.DataFrame({"Finding": list(FINDINGS)})
    for dataset in (OLD, NEW):
        table[dataset_labels[dataset]] = [
            f"{'yes' if holds else 'no'} ({', '.join(shown(value, 3) for value in values)})"
            for holds, values in judged[dataset].values()
        ]
    holding = [all(judged[dataset][finding][0] for dataset in (OLD, NEW)) for finding in FINDINGS]
    return table.assign(**{"Carries over": ["yes" if holds else "no" for holds in holding]})
