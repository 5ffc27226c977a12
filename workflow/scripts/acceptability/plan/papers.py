"""Studies (papers), as their folders have them.

A study is a folder of ``paper``: study.yaml, and where it has them examples.yaml, claims.csv and printed/*.csv.
"""

from collections.abc import Mapping
from pathlib import Path

from acceptability.plan.schema import check, known
from acceptability.reading.load import read_yaml

EXAMPLES = {
    "description": "Tables of example pairs, by name.",
    "type": "object",
    "propertyNames": {"$ref": "#/$defs/key"},
    "additionalProperties": {"$ref": "#/$defs/example"},
}


def read_studies(names: list[str], folder: Path, schema: Mapping, where: str = "config.yaml") -> dict[str, dict]:
    """Return each study as its files declare it: study.yaml, and ``key, folder, examples, claims, report, printed``.

    Raises InputError for an unknown study, or files that the schema forbids.
    """
    there = sorted(path.parent.name for path in folder.glob("*/study.yaml"))
    studies = {}
    for name in names:
        known(name, there, f"{where}: studies: the study")
        place = folder / name
        study = read_yaml(place / "study.yaml")
        check(study, schema, str(place / "study.yaml"))
        examples, claims, report = place / "examples.yaml", place / "claims.csv", place / "report.typ"
        printed = sorted(str(path) for path in (place / "printed").glob("*.csv"))
        studies[name] = study | {
            "key": name,
            "folder": str(place),
            "examples": (read_yaml(examples) or {}) if examples.exists() else {},
            "report": str(report) if report.exists() else None,
            "claims": str(claims) if claims.exists() else None,
            "printed": printed,
        }
        definitions = {"$defs": schema["$defs"]}
        check(studies[name]["examples"], definitions | EXAMPLES, str(examples))
        for entry in studies[name]["examples"].values():
            if "printed" in entry:
                known(f"{place}/printed/{entry['printed']}.csv", printed, f"{examples}: printed: the table")
    return studies
