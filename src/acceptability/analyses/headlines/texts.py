"""Collect the texts of the page about each row on all pairs: columns of the main table and a sentence for a paper."""

from collections.abc import Collection, Iterable
from pathlib import Path

from acceptability.analyses.correlations.manifest import FITS
from acceptability.analyses.criteria.columns import PAGE, Metrics, filled
from acceptability.analyses.criteria.manifest import CRITERIA
from acceptability.analyses.headlines.manifest import AGAINST_CHANCE, QUOTATIONS
from acceptability.contracts import io


def texts_of_page(paths: Collection[Path], dataset: str) -> tuple[list[dict], dict[str, str]]:
    """Return the columns and the sentences of rows that explorer.describe_dataset takes."""
    return columns_of_page(paths, dataset), sentences_of_rows(paths, dataset)


def columns_of_page(paths: Iterable[Path], dataset: str) -> list[dict]:
    """Return the columns of the main table that the page lays out, from the files of a dataset, ready for JSON.

    Each has its ``key``, ``heading``, ``title`` (text for the pointer) and ``cells``, which are texts by row. A column
    without any text is left out.
    """
    by_name = {path.stem: path for path in paths if path.parent.name == dataset}

    def read(contract):
        return io.read_table(by_name[contract.name], contract) if contract.name in by_name else None

    if "criteria" not in by_name:
        return []
    fits = io.read_table(by_name["sentences_fits"], FITS) if "sentences_fits" in by_name else None
    metrics = Metrics(read(CRITERIA), against_chance=read(AGAINST_CHANCE), fits=fits)
    return [
        {"key": entry.column.key, "heading": entry.heading, "title": entry.column.on_page, "cells": texts}
        for entry in filled(metrics, PAGE)
        if (texts := entry.texts[entry.texts != ""].to_dict())
    ]


def sentences_of_rows(paths: Iterable[Path], dataset: str) -> dict[str, str]:
    """Return the sentence for a paper by row, from the files of a dataset, if it has them."""
    quotations = [path for path in paths if path.parent.name == dataset and path.stem == "quotations"]
    return {} if not quotations else io.read_table(quotations[0], QUOTATIONS).set_index("row")["sentence"].to_dict()
