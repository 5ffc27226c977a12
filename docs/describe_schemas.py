"""Write docs/configuration.md, the reference of every key, from workflow/schemas. `make docs` runs it."""

import json
import sys
from decimal import Decimal
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "src"))

from acceptability.plan import schema  # noqa: E402

SCHEMAS = schema.read_schemas(ROOT / "workflow/schemas")
INTRODUCTION = """# Configuration reference

This page lists every key of `config.yaml` and, for authors of papers, of `study.yaml` and `resources/sources.tsv`. It
is generated from the schemas in `workflow/schemas`, which every run is checked against. Names of entries consist of
lower-case letters, digits and hyphens.
"""
HEADER = "| key | value | default | meaning |\n| --- | --- | --- | --- |\n"
WORDS = {"boolean": "`true`, `false`", "integer": "whole number", "object": "section", "string": "text"}
ENDS = {"minimum": "at least", "exclusiveMinimum": "above", "maximum": "at most"}


def resolved(part: dict, schema: str = "config") -> dict:
    """The definition that a part of a schema stands for."""
    return SCHEMAS[schema]["$defs"][part["$ref"].split("/")[-1]] if "$ref" in part else part


def value(part: dict) -> str:
    """Return what a key may hold, in words."""
    part = resolved(part)
    if options := part.get("oneOf") or part.get("anyOf"):
        return "; or ".join(dict.fromkeys(map(value, options)))
    if choices := part.get("enum") or [part[word] for word in ("const",) if word in part]:
        return ", ".join(f"`{choice}`" for choice in choices)
    if part.get("type") == "array":
        return f"list of: {value(part['items'])}"
    kinds = part["type"] if isinstance(part["type"], list) else [part["type"]]
    return ", ".join(
        [WORDS.get(kind, kind) for kind in kinds] + [f"{ENDS[end]} {part[end]}" for end in ENDS if end in part]
    )


def default(part: dict, key: str) -> str:
    """Return what holds without a key, as YAML; or that it is required, for all kinds of entries or some."""
    kinds = [
        kind
        for case in [*part.get("allOf", []), part]
        if key in case.get("then", {}).get("required", []) and "properties" in case["if"]
        for kind in case["if"]["properties"].values()
    ]
    if key in part.get("required", []) or kinds:
        return "required" + (f" for {', '.join(value(kind) for kind in kinds)}" if kinds else "")
    inner = resolved(part["properties"][key])
    ways = inner.get("anyOf", [inner])
    return "; or ".join(dict.fromkeys(written(option) for option in ways if "default" in option))


def written(part: dict) -> str:
    """A default, as it is written in YAML."""
    number = part.get("type") == "number"
    return "`" + (f"{Decimal(str(part['default'])):f}" if number else json.dumps(part["default"]).strip('"')) + "`"


def rows(part: dict, before: str = "") -> str:
    """Return a line of a table for each key of a section, and for those of the sections in it."""
    lines = ""
    for key, inner in part["properties"].items():
        inner = resolved(inner)
        lines += f"| `{before}{key}` | {value(inner)} | {default(part, key)} | {inner['description']} |\n"
        for section in (inner, *inner.get("anyOf", ())):
            lines += rows(section, f"{before}{key}.") if "properties" in section else ""
    return lines


def of_studies(part: dict, before: str) -> str:
    """A line of a table for each key that only entries of studies have."""
    lines = ""
    for key, inner in part["properties"].items():
        inner = resolved(inner, "study")
        if "of_studies" in inner:
            lines += f"| `{before}{key}` | {value(inner)} | {default(part, key)} | {inner['description']} |\n"
        lines += of_studies(inner, f"{before}{key}.") if "properties" in inner else ""
    return lines


def page() -> str:
    """The whole page. Sections of a study with the same keys as in config.yaml are described there."""
    text, known = INTRODUCTION, set()
    for name, title in (("config", "config.yaml"), ("study", "study.yaml"), ("sources", "resources/sources.tsv")):
        text += f"\n## {title}\n\n{SCHEMAS[name]['description']}\n\n{HEADER}{rows(SCHEMAS[name])}"
        for key, section in SCHEMAS[name]["properties"].items():
            entry = resolved(section.get("additionalProperties") or {}, name)
            if "properties" in entry and (key, *entry["properties"]) not in known:
                text += f"\n### Entries of `{key}`\n\n{section['description']}\n\n{HEADER}{rows(entry)}"
                known.add((key, *entry["properties"]))
        if name == "study":
            sections = SCHEMAS[name]["properties"].items()
            entries = {key: resolved(it.get("additionalProperties") or {}, name) for key, it in sections}
            lines = "".join(of_studies(it, f"{key}.") for key, it in entries.items() if "properties" in it)
            text += f"\n### Further keys of entries of studies\n\n{HEADER}{lines}"
    return text


if __name__ == "__main__":
    (ROOT / "docs/configuration.md").write_text(page(), encoding="utf-8")
