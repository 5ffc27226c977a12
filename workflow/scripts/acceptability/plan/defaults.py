"""What holds where an entry of the configuration leaves out a key: the schema says it, and nothing else does."""

from collections.abc import Mapping

NUMBERS = {"integer": int, "number": float}  # 3.0 is an integer to the schema, and 1 a number


def filled(entry: Mapping, schema: Mapping) -> dict:
    """Return an entry with the defaults of its schema."""
    defaults = {key: key_schema for key, key_schema in schema["properties"].items() if "default" in key_schema}
    return dict(entry) | {key: _value(entry.get(key, it["default"]), it) for key, it in defaults.items()}


def _value(value, schema: Mapping):
    kind = schema.get("type")
    return NUMBERS[kind](value) if kind in ("integer", "number") else value
