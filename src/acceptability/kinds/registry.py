"""List all kinds of models: folders of this room and of publications whose ``manifest`` has a ``KIND``.

Rules import manifests, so they take no package that Snakemake does not bring. The modules that a manifest names train
and score models.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from acceptability import papers
from acceptability.errors import InputError
from acceptability.kinds.kind import Kind
from acceptability.messages import setting
from acceptability.scoring.measures import MEASURES, Measure
from acceptability.sources import model_config


@papers.cached
def kinds() -> dict[str, Kind]:
    """Return all kinds by name, in alphabetical order; of a section, those without a mark come first."""
    modules = papers.declared("kinds", lambda module: isinstance(getattr(module, "KIND", None), Kind))
    declared = papers.by_name((module.KIND.name, module.KIND, module.__file__) for module in modules)
    return dict(sorted(declared.items(), key=lambda item: item[1].mark is not None))


def of_section(section: str) -> list[Kind]:
    """Return the kinds whose entries a section of the configuration has."""
    return [kind for kind in kinds().values() if kind.section == section]


def kind_of(section: str, entry: Mapping) -> Kind:
    """Return the kind of an entry of a section that has kinds."""
    if "kind" in entry:
        return kinds()[entry["kind"]]
    declared = of_section(section)
    marked = [kind for kind in declared if kind.mark in entry]
    return [*marked, *declared][0]


def measures_of(kind: Kind) -> list[str]:
    """Return the names of the measures that a kind of model has, in the order of their registry."""
    return [name for name, measure in MEASURES.items() if _has(kind, measure)]


def _has(kind: Kind, measure: Measure) -> bool:
    return set(measure.needs) <= set(kind.columns) and measure.pseudo in (None, kind.pseudo)


def label_of(measure: str, kind: Kind | None) -> str:
    """Return a measure's label for a kind of model, which shows if log-probabilities are pseudo-log-likelihoods."""
    row = MEASURES[measure]
    says_pll = kind is not None and kind.pseudo and row.pseudo is None and "log_prob" in row.needs
    return f"PLL {row.label}" if says_pll else row.label


def backends_of_babylm(kind: Kind | None, measures: Iterable[str]) -> dict[str, str]:
    """Return which of the measures of a system BabyLM's evaluation pipeline has, and what its backend is called there.

    Where another program gave the scores (``kind`` is None), it is not known more closely: elsewhere.
    """
    elsewhere = {measure: "elsewhere" for one in kinds().values() for measure in one.babylm}
    known = elsewhere if kind is None else kind.babylm
    return {measure: known[measure] for measure in measures if measure in known}


def check_kind(name: str, architectures: Iterable[str], place: str) -> None:
    """Raise InputError where a model has an architecture that only another kind has.

    An architecture that a kind names in full is of this kind only.

    Parameters:
        name: the kind that the user names.
        architectures: those of the model.
        place: what the message calls the model.
    """
    for architecture in architectures:
        for kind in of_section("models"):
            if architecture in kind.architectures and kind.name != name:
                raise InputError(
                    f"{place}: {architecture} is an architecture of the kind {kind.name}, not {name}; set ",
                    model_config.kind_is(kind.name),
                )


def described_model(entry: Mapping, name: str | None) -> dict[str, Any]:
    """Return the entry of a model with its kind and its usual measures.

    ``entry`` has ``path``, or ``hub`` and ``revision``; ``name`` is the kind, if the model's config.json is not asked.
    """
    by_name = {kind.name: kind for kind in of_section("models") if "path" in kind.keys}
    model_config.check(entry)
    name = name or model_config.kind(entry, {name: kind.architectures for name, kind in by_name.items()})
    if name not in by_name:
        raise InputError(setting("kind", name), f": must be {' or '.join(by_name)}")
    if "path" in entry:
        check_kind(name, model_config.architectures_of(entry), entry["path"])
    kind = by_name[name]
    if "adapter" in entry and "adapter" not in kind.keys:
        raise InputError(
            f"{entry['adapter']}: is an adapter, and its base is {name}; only adapters of causal models can be merged"
        )
    return dict(entry) | {"kind": name} | {"measures": list(kind.usual_measures)}
