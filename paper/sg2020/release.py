"""Read the released decisions of Hu et al. (2020) and prepare them as the authors' notebook does (pure).

The notebook leaves out three suites and two n-gram models. The decisions of an n-gram model are a majority vote of its
51 runs, which differ only in how ties are decided.
"""

import io
from pathlib import Path

import numpy as np
import pandas as pd

from acceptability.errors import InputError
from acceptability.papers.sg2020.circuits import LEFT_OUT
from acceptability.sources.folders import read_folder

UNUSED = ("1gram", "ngram-no-rand")  # models: one is never right, one decides no ties
MODELS = {  # as the release calls them, and as the paper does
    "gpt-2": "GPT-2",
    "rnng": "RNNG",
    "ordered-neurons": "ON-LSTM",
    "vanilla": "LSTM",
    "ngram": "n-gram",
}
PRETRAINED = {
    "gpt-2-xl-pretrained": "GPT-2-XL",
    "gpt-2-pretrained": "GPT-2 (pretrained)",
    "transformer-xl": "Transformer-XL",
    "jrnn": "JRNN",
    "grnn": "GRNN",
}
CORPORA = {"lg": 42.0, "md": 14.0, "sm": 4.8, "xs": 1.0}  # BLLIP's parts, in millions of tokens
MODIFIED = {  # suites without and with a modifier
    "center_embed": "center_embed_mod",
    "cleft": "cleft_modifier",
    "mvrr": "mvrr_mod",
    "npz_ambig": "npz_ambig_mod",
    "npz_obj": "npz_obj_mod",
}
COLUMNS = ["model", "suite", "item", "correct"]
CELL = ["model", "name", "corpus"]  # whose runs are averaged


def read_decisions(archive: Path) -> pd.DataFrame:
    """Read all decisions: ``model, corpus, seed, suite, item`` (from 1), ``right`` (0 or 1).

    ``corpus`` is the part of BLLIP (lg, md, sm, xs), or empty for pretrained models. Raises InputError for a file of
    other columns.
    """
    tables = []
    for name, content in read_folder(archive).items():
        table = pd.read_csv(io.BytesIO(content))
        if [*table.columns] != COLUMNS:
            raise InputError(f"{archive}: {name}: the columns are {', '.join(table)}, not {', '.join(COLUMNS)}")
        tables.append(table)
    if not tables:
        raise InputError(f"{archive}: has no tables of decisions; remove it, and it will be fetched again")
    decisions = pd.concat(tables, ignore_index=True)
    names = decisions["model"].drop_duplicates()
    parts = names.str.extract(r"^(?P<model>.+)_(?:bllip-)?(?P<corpus>[a-z]*)(?:-gptbpe)?_(?P<seed>\d+)$")
    parts["seed"] = parts["seed"].astype(int)
    decisions = decisions.rename(columns={"model": "run"}).merge(parts.assign(run=names), on="run", validate="m:1")
    decisions["item"] += 1
    decisions["right"] = decisions["correct"].astype(int)
    return decisions[["model", "corpus", "seed", "suite", "item", "right"]]


def as_the_authors(decisions: pd.DataFrame) -> pd.DataFrame:
    """Leave out suites and models, and let the runs of an n-gram model vote; exactly half of the votes is wrong."""
    used = decisions[~decisions["suite"].isin(LEFT_OUT) & ~decisions["model"].isin(UNUSED)]
    is_ngram = used["model"].eq("ngram")
    votes = used[is_ngram].groupby(["model", "corpus", "suite", "item"], sort=False)["right"].mean().gt(0.5)
    voted = votes.astype(int).reset_index().assign(seed=0)
    return pd.concat([used[~is_ngram], voted], ignore_index=True)


def ordered(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table of runs with pretrained models first, then the controlled ones from the largest corpus."""
    models = {model: place for place, model in enumerate([*PRETRAINED, *MODELS])}
    corpora = {corpus: place for place, corpus in enumerate(["", *CORPORA])}
    keys = [table["model"].map(models), table["corpus"].map(corpora), table["seed"], table["suite"]]
    keys += [table["item"]] if "item" in table else []
    return table.iloc[np.lexsort(keys[::-1])].reset_index(drop=True)


def accuracies(items: pd.DataFrame) -> pd.DataFrame:
    """Return the contract RUNS: the share of right items of each suite in each run.

    ``delta`` is the accuracy minus the suite's mean over the controlled models. Their runs are first averaged within
    model and corpus, and each of these 20 cells counts alike.
    """
    by_suite = items.groupby(["model", "name", "corpus", "seed", "circuit", "suite"])["right"]
    table = ordered(by_suite.agg(items="size", accuracy="mean").reset_index())
    cells = controlled(table).groupby(["suite", "model", "corpus"])["accuracy"].mean()
    table["delta"] = table["accuracy"] - table["suite"].map(cells.groupby("suite").mean())
    return table


def scores(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the SG score of each run: the mean over suites, each alike. Columns: ``model, name, corpus, seed, sg``."""
    return runs.groupby(["model", "name", "corpus", "seed"], sort=False)["accuracy"].mean().rename("sg").reset_index()


def controlled(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the runs of the models that were trained on BLLIP."""
    return runs[runs["model"].isin(MODELS)]


def with_perplexities(of_runs: pd.DataFrame, perplexities: pd.DataFrame) -> pd.DataFrame:
    """Add the perplexity of each run; runs without one are left out.

    Parameters:
        of_runs: what ``scores`` returns.
        perplexities: the released table: ``model, corpus, seed, test_ppl``, as text.
    """
    table = perplexities.assign(
        corpus=perplexities["corpus"].str.removeprefix("bllip-"),
        seed=perplexities["seed"].astype(int),
        perplexity=perplexities["test_ppl"].astype(float),
    )
    is_gpt = table["model"].eq("gpt-2")
    table = table[~is_gpt | table["corpus"].str.endswith("-gptbpe")]  # the runs whose decisions were released
    table["corpus"] = np.where(is_gpt[table.index], table["corpus"].str.removesuffix("-gptbpe"), table["corpus"])
    keys = ["model", "corpus", "seed"]
    return of_runs.merge(table[[*keys, "perplexity"]], on=keys, validate="1:1")
