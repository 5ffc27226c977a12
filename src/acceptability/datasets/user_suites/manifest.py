"""Declare a user's suites: sentences in regions, and formulas that compare the surprisals of regions."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from acceptability.datasets.manifest import SIMULATED, Manifest, Suites
from acceptability.datasets.user_pairs.manifest import PATH
from acceptability.expectations import reading, texts
from acceptability.reading import facts, sheets
from acceptability.reading.report import Reading

KIND = "suites"
KEYS = (
    {
        "suites": PATH
        | {
            "description": "Path of suites: a JSON file of SyntaxGym's format, a table with the columns suite, item, "
            "condition, region and content, or one with item, condition and sentence, in which | is between regions; "
            "or a folder or a zip file with several. The path must not contain braces."
        },
        "predictions": PATH
        | {
            "description": "For `suites`: path of a table of formulas for suites without any: formula, and optionally "
            "suite, prediction and group."
        },
        "spaces": {
            "description": "For `suites`: what is between regions. "
            + "; ".join(f"`{name}`: {what}" for name, what in texts.SPACES.items())
            + ".",
            "enum": [*texts.SPACES],
            "default": texts.USUAL,
        },
        "right": {
            "description": "For `suites`: an item is right if `all` formulas of its suite are true, or the `first`.",
            "enum": ["all", "first"],
            "default": "all",
        },
    }
    | sheets.KEYS
    | SIMULATED
)
NEEDED = ("suites",)


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry by its formulas, which are read once for all processes of a run."""
    files = {key: entry[key] for key in ("suites", "predictions") if key in entry}
    paths = [str(path) for file in files.values() for path in reading.files_of(file)]
    described: dict = {}
    if all(Path(file).exists() for file in files.values()):  # the check of files says so otherwise
        described = facts.fact("formulas of suites", paths, sheets.of_entry(entry), partial(_formulas, entry))
    spaces = entry.get("spaces", texts.USUAL)
    return Manifest(
        files=files,
        options=sheets.of_entry(entry) | {"spaces": spaces},
        suites=Suites(**described, right=entry.get("right", "all"), spaces=spaces),
        cluster="items",
        own=True,
        simulated=entry.get("simulated", False),
        description=f"Between the regions of a sentence is {texts.SPACES.get(spaces, spaces)}.",
    )


def check(entry: Mapping) -> list[Reading]:
    """Return how the user's files were read. InputError for all that is wrong in them."""
    return [_read(entry).reading]


def _read(entry: Mapping) -> reading.Suites:
    return reading.read(entry["suites"], entry.get("predictions"), **sheets.of_entry(entry))


def _formulas(entry: Mapping) -> dict:
    suites = _read(entry).by_name.values()
    return {
        "predictions": [
            {"suite": suite.name, "prediction": name, "formula": formula}
            for suite in suites
            for name, formula in suite.predictions.items()
        ],
        "metrics": {suite.name: suite.metric for suite in suites},
        "groups": {suite.name: suite.group for suite in suites if suite.group},
        "region_names": {suite.name: list(suite.region_names) for suite in suites if suite.region_names},
    }
