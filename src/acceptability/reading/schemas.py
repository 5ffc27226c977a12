"""Check a configuration, or a part of it, against its JSON Schema, and report the first fault in one line."""

import re
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker

from acceptability.errors import InputError, suggest

FORMATS = FormatChecker(())


@FORMATS.checks("regex", ValueError)
def _is_pattern(pattern: object) -> bool:
    try:
        return re.compile(pattern) is not None if isinstance(pattern, str) else True
    except re.error as error:
        raise ValueError(f"is not a regular expression: {error}; correct it") from error


@FORMATS.checks("text", ValueError)
def _is_text(text: object) -> bool:
    """Return whether a text has braces around names of columns only."""
    if isinstance(text, str) and set(re.sub(r"\{[^{}]+\}", "", text)) & set("{}"):
        raise ValueError("has a brace that names no column; write {column}, or {column:03} for 007")
    return True


def check(content: Any, schema: Any, where: str) -> None:
    """Raise InputError for the first thing that the schema forbids."""
    errors = sorted(Draft202012Validator(schema, format_checker=FORMATS).iter_errors(content), key=_order)
    if errors:
        raise InputError(f"{where}: {_describe(errors[0])}")


def _order(error) -> tuple[bool, list[str], bool]:
    """Return where an error stands: by its place, a forbidden key first; that no kind fits goes last."""
    return error.validator == "anyOf", list(map(str, error.path)), error.validator != "not"


def _describe(error) -> str:
    """Return one line for one error of jsonschema: the key's path, what is wrong, what is allowed."""
    parts = [str(part + 1) if isinstance(part, int) else str(part) for part in error.absolute_path]
    path = ".".join(parts) or "top level"
    allowed = sorted(error.schema.get("properties", {}))
    if error.validator == "additionalProperties":
        extra = min(set(error.instance) - set(allowed), key=str)
        return f"{path}: unknown key {extra!r}{suggest(extra, allowed)}; allowed: {', '.join(allowed)}"
    if error.validator == "required":
        missing = sorted(set(error.validator_value) - set(error.instance))[0]
        about = error.schema.get("properties", {}).get(missing, {}).get("description", "it is needed for this kind")
        return f"{path}: the key {missing!r} is missing: {about}"
    if error.validator == "dependentRequired":
        present_key, missing = next(
            (key, name)
            for key, names in error.validator_value.items()
            for name in names
            if key in error.instance and name not in error.instance
        )
        about = error.schema["properties"][missing]["description"]
        return f"{path}: the key {missing!r} is missing, which {present_key!r} needs: {about}"
    if error.validator == "enum":
        allowed = [str(value) for value in error.validator_value]
        suggestion = suggest(error.instance, allowed)
        return f"{path}: {error.instance!r} is not allowed{suggestion}; allowed: {', '.join(allowed)}"
    if error.validator == "oneOf" and all(set(option) == {"required"} for option in error.validator_value):
        keys = [option["required"][0] for option in error.validator_value]
        has = " and ".join(key for key in keys if key in error.instance) or "none of them"
        return f"{path}: needs one of {', '.join(keys)}; it has {has}"
    if error.validator == "not":
        return f"{path}: {error.schema['description']}; remove this key"
    if error.validator == "uniqueItems":
        twice = next(item for place, item in enumerate(error.instance) if item in error.instance[:place])
        return f"{path}: {twice!r} occurs more than once; write it once"
    if error.validator == "format":
        return f"{path}: {error.instance!r} {error.cause}"
    description = error.schema.get("description", "")
    if error.validator == "type" and "string" in error.validator_value and not isinstance(error.instance, list | dict):
        description = f"{description.removesuffix('.')}; put quotation marks around it"
    if "propertyNames" in error.absolute_schema_path:
        return f"{path}: the name {error.instance!r} does not fit: {description}"
    limits = {"minimum": "at least", "maximum": "at most"}
    if error.validator in limits:
        known_limits = [f"{words} {error.schema[limit]}" for limit, words in limits.items() if limit in error.schema]
        description = f"{description.removesuffix('.')}; {', '.join(known_limits)}"
    return f"{path}: {error.instance!r} does not fit: {description}"
