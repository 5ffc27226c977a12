"""Read suites of sentences in regions, score their regions, and evaluate formulas that compare these."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import pandas as pd

from acceptability.analyses.suites import compute, finished, regions
from acceptability.analyses.suites.manifest import SURPRISALS
from acceptability.api.ngram_models import NGramModel
from acceptability.api.scoring import RECORDED, Scoring
from acceptability.api.tables import source, warn
from acceptability.api.wording import speaks_python
from acceptability.contracts import io
from acceptability.contracts.data import SENTENCES
from acceptability.datasets.dataset import Dataset
from acceptability.datasets.manifest import Suites
from acceptability.datasets.user_suites import manifest, reader
from acceptability.errors import InputError
from acceptability.expectations.texts import USUAL
from acceptability.scoring.tokenisation import tokeniser

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

Table: TypeAlias = pd.DataFrame | str | Path


@speaks_python
def suites(path: str | Path, predictions: str | Path | None = None, *, spaces: str = USUAL) -> Dataset:
    """Read and check suites: sentences in regions, and formulas that compare the surprisals of regions.

    Parameters:
        path: a JSON file of SyntaxGym's format, a table (``suite, item, condition, region, content``, or ``item,
            condition, sentence`` with ``|`` between regions), or a folder or a zip file with several.
        predictions: a table of formulas for suites without any: ``formula`` and, as needed, ``suite``, ``prediction``
            and ``group``.
        spaces: ``marks`` writes no space before punctuation marks, ``raw`` a space between all regions, as SyntaxGym
            does, ``none`` no spaces, for languages without them.

    Returns:
        An object with the frame ``sentences`` (``sentence_id, sentence, suite, item, condition``; the column
        ``regions`` numbers the texts in ``words``), and the formulas in ``manifest.suites.predictions``.

    Raises:
        InputError: what is wrong in the file, or in a formula, with the place and how to fix it.

    Example:
        >>> agreement = acceptability.suites("my_suite.json")
        >>> agreement.sentences["sentence"].tolist()[:2]
        ['The key near the cabinets is lost', 'The key near the cabinets are lost']
    """
    files = {"suites": path} | ({"predictions": predictions} if predictions else {})
    entry = {name: str(Path(file).expanduser()) for name, file in files.items()} | {"spaces": spaces}
    (reading,), described = manifest.check(entry), manifest.manifest(entry)
    warn([*reading.noted, *(line for one in reading.beside for line in one.noted)])
    sentences = reader.read(entry["suites"], entry.get("predictions"), spaces).sentences
    return Dataset(io.check_table(sentences, SENTENCES, str(path)), reading=reading, manifest=described)


@speaks_python
def score_suites(
    suites: Dataset,
    model: "str | Path | NGramModel | tuple[PreTrainedModel, PreTrainedTokenizerBase]",
    kind: str | None = None,
    *,
    precision: str = "float32",
    device: str | None = None,
    revision: str | None = None,
    base: str | Path | None = None,
    server: str | None = None,
    **reading: bool | str,
) -> pd.DataFrame:
    """Return the surprisal of each region of each sentence, in bits.

    Each text is scored once. A region's surprisal is the sum over its tokens; a token belongs to the region of its last
    character. Masked models score each token with the rest of the sentence in view.

    Parameters:
        suites: what ``suites`` returns.
        model, kind, precision, device, revision, base, server, reading: as in ``score``.

    Returns:
        ``system, suite, item, condition, region, text, tokens, surprisal_bits``.

    Raises:
        InputError: if a token crosses the boundary of two regions, or for the reasons of ``score``.

    Example:
        >>> surprisals = acceptability.score_suites(agreement, "gpt2")
        >>> list(surprisals)[-3:]
        ['text', 'tokens', 'surprisal_bits']
    """
    described = _described(suites)
    how = Scoring(model, kind, None, precision, device, revision, base, "refuse", server, reading, most=1)
    scored = how.scored(suites.sentences, words=False)
    name = Path(model).name if isinstance(model, str | Path) else "model"
    tokenise = tokeniser(model.tokenisation, model.lowercase) if isinstance(model, NGramModel) else None
    table = regions.of_tokens(name, scored.tokens, suites.sentences, described.metrics, tokenise)
    table.attrs[RECORDED] = {**scored.recorded, "spaces": described.spaces}
    return table


@speaks_python
def evaluate_suites(
    suites: Dataset,
    surprisals: Mapping[str, Table] | None = None,
    *,
    decisions: Mapping[str, Table] | None = None,
    right: str | None = None,
) -> dict[str, pd.DataFrame]:
    """Return which items of suites are right, and shares of them by formula, suite and group.

    Parameters:
        suites: what ``suites`` returns.
        surprisals: by the names of systems, what ``score_suites`` returns; or surprisals of another program: a frame or
            a file with the columns ``item, condition``, ``region`` or ``token``, ``surprisal`` (in bits;
            ``surprisal_nats`` and ``log_prob`` are natural logarithms) and, as needed, ``suite``.
        decisions: by the names of systems, frames or files with the columns ``suite, item, correct`` and, where a table
            has several runs, ``model``.
        right: an item is right if ``all`` formulas of its suite are true (the default), or the ``first``.

    Returns:
        Frames by name: ``surprisals``; ``suite_items``, with the value of each formula in bits and whether it is true;
        ``suite_predictions``, ``suite_shares``, ``suite_groups``, with intervals over items; and ``suite_differences``
        between systems, paired by item (docs/regions.md).

    Raises:
        InputError: if a formula names surprisals that are missing.

    Example:
        >>> results = acceptability.evaluate_suites(agreement, {"GPT-2": surprisals})
        >>> shares = results["suite_shares"][["system", "suite", "items", "share", "low", "high"]]
    """
    described, sentences = _described(suites), suites.sentences
    tables = [_surprisals(system, table, sentences, described) for system, table in (surprisals or {}).items()]
    decided = {
        system: finished.read_decisions(source(table, "decisions"), sentences)[0]
        for system, table in (decisions or {}).items()
    }
    settings = asdict(described) | ({"right": right} if right else {})
    return compute.evaluate(tables, decided, settings)


def _described(data: Dataset) -> Suites:
    if not isinstance(data, Dataset) or data.manifest is None or data.manifest.suites is None:
        raise InputError("suites: has another type; pass what acceptability.suites() returns")
    return data.manifest.suites


def _surprisals(system: str, table: Table, sentences: pd.DataFrame, described: Suites) -> pd.DataFrame:
    if isinstance(table, pd.DataFrame) and set(SURPRISALS.columns) <= {*table}:
        return table.assign(system=system)
    tokens, reading = finished.read_surprisals(source(table, "surprisals"), sentences, described.metrics)
    warn(reading.noted)
    return regions.of_tokens(system, tokens, sentences, described.metrics)
