"""Files of cases: text in any encoding, spreadsheets, archives, answers, models; a recipe of case.yaml makes each."""

import gzip
import tarfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pandas as pd

from acceptability.command import asking
from helpers import ROOT
from spreadsheets import ods, xlsx

Recipe = str | Mapping


def build(path: Path, recipe: Recipe) -> None:
    """Make a file or a folder: of a text, in UTF-8; else by the builder that the first key of the recipe names."""
    path.parent.mkdir(parents=True, exist_ok=True)
    given = {"text": recipe} if isinstance(recipe, str) else dict(recipe)
    BUILDERS[next(iter(given))](path, **given)


def _text(path: Path, text: str, encoding: str = "utf-8", ends: str = "\n") -> None:
    path.write_bytes(text.replace("\n", ends).encode(encoding))


def _repeated(path: Path, header: str, row: str, times: int) -> None:
    """Write a long table: ``{n}`` in the row counts from 1, ``{half}`` starts again after half of the rows."""
    rows = (row.format(n=n, half=(n - 1) % (times // 2) + 1) for n in range(1, times + 1))
    _text(path, "\n".join([header, *rows, ""]))


def _spreadsheet(
    path: Path,
    sheets: Mapping[str, list],
    merged: tuple[str, ...] = (),
    hidden: tuple[int, ...] = (),
    hidden_columns: tuple[int, ...] = (),
) -> None:
    if path.suffix == ".ods":
        ods(path, next(iter(sheets.values())), hidden, hidden_columns)
    else:
        xlsx(path, sheets, merged, hidden, hidden_columns)


def _archive(path: Path, archive: Mapping[str, Recipe]) -> None:
    """Pack files, made beside the archive, into a zip or a gzipped tar file."""
    folder = path.with_name(f"{path.name} unpacked")
    for name, recipe in archive.items():
        build(folder / name, recipe)
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w") as packed:
            for name in archive:
                packed.write(folder / name, name)
    else:
        with tarfile.open(path, "w:gz") as packed:
            for name in archive:
                packed.add(folder / name, name)


def _gzipped(path: Path, gzipped: str) -> None:
    path.write_bytes(gzip.compress(gzipped.encode()))


def _copied(path: Path, copied: str) -> None:
    """Copy a file that was made before, under a name that may not fit it."""
    path.write_bytes(Path(copied).read_bytes())


def _answers(path: Path, answers: str, words: Mapping[str, str], columns: Sequence[str] = ("id", "answer")) -> None:
    """Answer all prompts that ``make prompts`` writes about a table with the same text: a CSV, or a provider's lines."""
    asking.write({**words, "folder": str(path.with_name("prompts"))}, ROOT)
    ids = pd.read_csv(path.with_name("prompts") / "prompts.csv")["id"]
    if path.suffix == ".csv":
        pd.DataFrame(dict(zip(columns, (ids, answers), strict=True))).to_csv(path, index=False)
        return
    choices = [{"index": 0, "message": {"role": "assistant", "content": answers}}]
    response = {"status_code": 200, "body": {"choices": choices}}
    lines = pd.DataFrame({"custom_id": ids, "response": [response] * len(ids), "error": None})
    lines.to_json(path, orient="records", lines=True)


def _model(path: Path, model: str) -> None:
    from damaged_models import MODELS  # here, as it needs PyTorch, and few cases do

    MODELS[model](path)


BUILDERS: dict[str, Callable[..., None]] = {
    "text": _text,
    "header": _repeated,
    "sheets": _spreadsheet,
    "archive": _archive,
    "gzipped": _gzipped,
    "copied": _copied,
    "answers": _answers,
    "model": _model,
}
