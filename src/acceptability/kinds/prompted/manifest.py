"""Declare prompted systems: causal language models, or whoever gave the answers in a table."""

from collections.abc import Mapping

from acceptability.errors import InputError
from acceptability.kinds.keys import boolean, one_of, text
from acceptability.kinds.kind import Kind
from acceptability.reading import sheets
from acceptability.scoring.prompts import NONE, OWN, by_items, system_prompt

KEYS = {
    "model": text("The model that is asked: the name of a causal one under `models`."),
    "path": text(
        "Instead of `model`: a table of answers from elsewhere, with the columns id and answer, or the "
        "JSON lines that a provider returned (docs/prompts.md). The path must not contain braces.",
        pattern="^[^{}]+$",
    ),
    "dataset": text("With `path`: the dataset that the answers are about. Needed if several are scored."),
    "prompts": text(
        "A file of prompts of your own (docs/prompts.md), in place of the workflow's "
        "resources/prompts/english.yaml. The path must not contain braces.",
        pattern="^[^{}]+$",
    ),
    "chat": boolean(
        "With `model`: true puts prompts in the chat template of the model's tokenizer, false does not. "
        "Without this key, they are put there if the tokenizer has one."
    ),
    "system": text(
        "With `model`: the system prompt in the chat template. `own`, as without this key, is what the template itself "
        "writes, if it does; `none` is none; and anything else is the text of one. With `path`: the text of the system "
        "prompt that `make prompts` was given, if any.",
        pattern="\\S",
    ),
} | sheets.KEYS


def check(entry: Mapping, place: str) -> None:
    """Raise InputError where an entry judges both sentences and pairs, and for keys that do not go together."""
    if len(measures_by_items := by_items(entry["measures"])) > 1:
        (of_sentences, *_), (of_pairs, *_) = measures_by_items
        raise InputError(
            f"{place}.measures: {of_pairs} judges pairs, {of_sentences} judges sentences; write {of_pairs} into "
            "another entry"
        )
    for key, needed in {"chat": "model", "dataset": "path"}.items():
        if key in entry and needed not in entry:
            raise InputError(f"{place}.{key}: applies only with the key {needed}; leave it out")
    if "system" in entry and entry.get("chat") is False:
        raise InputError(
            f"{place}.system: needs a chat template, and chat: false switches it off; remove one of the two keys"
        )
    if "path" in entry and system_prompt(entry.get("system", "")) in (OWN, NONE):
        raise InputError(
            f"{place}.system: {entry['system']} is about a chat template, and answers from elsewhere have none here; "
            "write the text of the system prompt that `make prompts` was given, or leave it out"
        )


KIND = Kind(
    name="prompted",
    section="prompted",
    keys=KEYS,
    conditions=one_of("model", "path"),
    check=check,
    columns=("answer",),
    base="causal",
)
