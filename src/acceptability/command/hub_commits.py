"""Look up the commits of models on the Hugging Face hub, and keep those that were recorded before."""

from collections.abc import Mapping
from typing import Any

from acceptability.command.options import check_several, number_of_series, values_of
from acceptability.errors import InputError
from acceptability.kinds.registry import described_model
from acceptability.plan.series import COUNTED, SAME
from acceptability.sources import commits


def commits_of_revisions(options: Mapping[str, str], systems: Mapping, before: Mapping) -> dict[str, str]:
    """Return the commit of each of REVISIONS; those that were written before are not looked up again.

    Raises InputError where one is named twice, where there is only one, and where SERIES names a number in which
    revisions do not differ.
    """
    revisions = values_of(options, "revisions")
    if not revisions:
        return {}
    if "revision" in options:
        raise InputError(f"REVISION={options['revision']}: leave it out, or name it among REVISIONS=")
    check_several(options, "revisions", revisions, "write REVISION= for one alone")
    if number_of_series(options) == COUNTED:
        raise InputError(f"SERIES={options['series']}: {SAME}; write another word, such as step, or leave it out")
    (model,) = (entry for _, entry in systems.values() if "hub" in entry)
    known = {
        name: commit
        for entry in before.get("series", {}).values()
        if before["models"].get(entry.get("model"), {}).get("hub") == model["hub"]
        for name, commit in entry.get("commits", {}).items()
    }
    return {
        name: known.get(name) or (name if commits.is_commit(name) else commits.resolve(model["hub"], name))
        for name in revisions
    }


def describe_model(entry: Mapping, options: Mapping[str, str], pinned: Mapping) -> dict[str, Any]:
    """Return the entry of a model with its commit, its kind and its measures, which its config.json tells.

    ``pinned`` is the entry as it was last written. The hub is asked only for what is not written there.
    """
    entry, name = dict(entry), options.get("kind")
    if "hub" in entry:
        revision, same = options.get("revision") or entry.get("revision"), pinned.get("hub") == entry["hub"]
        if commits.is_commit(revision):
            entry["revision"] = revision
        else:
            entry["revision"] = pinned["revision"] if same and not revision else commits.resolve(entry["hub"], revision)
        if same and pinned["revision"] == entry["revision"] and name in (None, pinned["kind"]):
            return dict(pinned) | {key: value for key, value in entry.items() if key == "adapter"}
    return described_model(entry, name)
