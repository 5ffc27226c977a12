"""What the registries of figures and tables consist of."""

from collections.abc import Mapping
from dataclasses import dataclass, field

METRICS = "results/metrics/{owner}"  # where most of what they read is


@dataclass(frozen=True)
class Artefact:
    """One figure or table and what it is made from.

    reads: argument of the module's function → path, with {owner} and {part}.
    told: what of the configuration it is told, by name, as keyword arguments.
    when: what its owner must have: pairs or sentences_only, rated, single_ratings, other_ratings, choices, paradigms,
        splits, factorial, fitted, linking_functions (two or more, and ratings), classifiers, unstable, targeted,
        major_features, minor_features, claims, printed, divisions, learning_curve, source_splits, leave_one_source_out.
    optional: argument → (what the owner must have, path); None where it has not.
    fixed: arguments that this row fixes.
    module: the module, where it is not named like the artefact.
    parts: one for each of disagreements, examples or contaminating; its name is then ``name/part``, and ``part`` is
        told to it.
    of: its owner: dataset, model (a trained one) or study.
    caption: one or two sentences for Snakemake's HTML report.
    """

    reads: Mapping[str, str]
    told: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    optional: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    fixed: Mapping[str, object] = field(default_factory=dict)
    module: str = ""
    parts: str = ""
    of: str = "dataset"
    caption: str = ""
