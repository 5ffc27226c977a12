"""The schemas: strict, described, and completed from the code's registries."""

import re

import pytest

from acceptability.datasets import registry
from acceptability.errors import InputError
from acceptability.kinds.registry import kinds, measures_of
from acceptability.options import CORRECTIONS
from acceptability.plan import schema
from acceptability.scoring.measures import MEASURES
from configurations import SCHEMAS

DEFINITIONS = SCHEMAS["config"]["$defs"]
SECTIONS = {
    "ngram": (DEFINITIONS["ngram"], ["ngram"]),
    "models": (DEFINITIONS["model"], ["masked", "causal", "lstm", "mntp", "encoder_decoder"]),
    "classifiers": (DEFINITIONS["classifier"], ["classifier"]),
    "fitted": (DEFINITIONS["fitted"], ["fitted"]),
    "prompted": (DEFINITIONS["prompted"], ["prompted"]),
}


def described(part: dict, path: str = "") -> list[str]:
    """Every key of a schema that has no description of its own or behind its $ref."""
    missing = []
    for name, inner in part.get("properties", {}).items():
        target = DEFINITIONS[inner["$ref"].split("/")[-1]] if "$ref" in inner else inner
        if not target.get("description"):
            missing.append(f"{path}.{name}")
        missing += described(target, f"{path}.{name}")
    if isinstance(part.get("additionalProperties"), dict):
        inner = part["additionalProperties"]
        missing += described(DEFINITIONS[inner["$ref"].split("/")[-1]] if "$ref" in inner else inner, f"{path}.*")
    elif part.get("type") == "object" and part.get("additionalProperties") is not False:
        missing.append(f"{path}: not strict")
    return missing


@pytest.mark.parametrize("name", ["config", "study", "sources"])
def test_every_key_is_described_and_no_other_is_allowed(name):
    assert set(SCHEMAS) == {"config", "study", "sources"}
    assert described(SCHEMAS[name]) == []


def test_definitions_are_described_and_strict():
    for name, part in DEFINITIONS.items():
        assert part.get("description"), name
        assert described(part, name) == []


def test_every_measure_is_allowed_where_its_kind_of_model_is_declared():
    seen = set()
    for section, (part, names) in SECTIONS.items():
        allowed = part["properties"]["measures"]["items"]["enum"]
        assert set(allowed) == {measure for name in names for measure in measures_of(kinds()[name])}, section
        seen |= set(allowed)
    assert seen == set(MEASURES)
    published = SCHEMAS["study"]["properties"]["published"]["additionalProperties"]["properties"]
    # Of released scores, a measure that the registry does not know needs a label: see test_plan_studies.
    assert published["measures"]["propertyNames"] == published["labels"]["propertyNames"] == {"$ref": "#/$defs/name"}
    assert all(re.fullmatch(DEFINITIONS["name"]["pattern"], measure) for measure in [*MEASURES, "score"])
    assert len({measure.label for measure in MEASURES.values()}) == len(MEASURES)


def test_kinds_of_datasets_and_their_keys_are_those_of_the_manifests():
    part = DEFINITIONS["dataset"]
    assert part["properties"]["kind"]["enum"] == list(registry.kinds())
    assert set(part["properties"]) == {"kind", "label"} | {
        key for dataset in registry.kinds().values() for key in dataset.KEYS
    }
    for kind, dataset in registry.kinds().items():
        entry = {"kind": kind, "label": "x"} | dict.fromkeys(dataset.NEEDED, "x.csv")
        entry |= {"unit": "sentence", "row": {"sentence": "s"}} if kind == "declared" else {}
        whole = {"run": "all", "criteria": {"thresholds": [1]}, "datasets": {"mine": entry}}
        schema.check(whole, SCHEMAS["config"], "config.yaml")
        foreign = {key for other in registry.kinds().values() for key in other.KEYS} - set(dataset.KEYS)
        for key in foreign:
            with pytest.raises(InputError, match=f"datasets.mine.{key}: not allowed for this kind"):
                schema.check(whole | {"datasets": {"mine": entry | {key: "x.csv"}}}, SCHEMAS["config"], "config.yaml")


def test_a_key_of_several_kinds_of_datasets_may_be_what_its_own_kind_says():
    whole = {"run": "all", "criteria": {"thresholds": [1]}}
    for kind, good, bad in (("blimp", "prefix", "pronoun"), ("hu2020", "pronoun", "prefix")):
        entry = {"kind": kind, "label": "x", "method": good}
        schema.check(whole | {"datasets": {"mine": entry}}, SCHEMAS["config"], "config.yaml")
        with pytest.raises(InputError, match=f"mine.method: '{bad}' is not allowed.*; allowed: .*{good}"):
            wrong = whole | {"datasets": {"mine": entry | {"method": bad}}}
            schema.check(wrong, SCHEMAS["config"], "config.yaml")


def test_kinds_of_corpora_are_the_codes():
    corpus = SCHEMAS["config"]["properties"]["corpora"]["additionalProperties"]
    assert corpus["properties"]["kind"]["enum"] == list(registry.corpora())
    needing = {kind for kind, entry in registry.corpora().items() if not (entry.source or entry.resource)}
    assert needing == set(corpus["if"]["properties"]["kind"]["enum"])


def test_a_variant_chooses_of_the_one_declaration_of_corrections():
    variant = SCHEMAS["study"]["properties"]["variants"]["additionalProperties"]
    assert {name: option["enum"] for name, option in variant["properties"].items()} == {
        name: list(option.values) for name, option in CORRECTIONS.items()
    }
    assert all(option["description"] for option in variant["properties"].values())


def test_nothing_is_left_to_be_completed():
    words = ("measures_of", "dataset_kinds", "corpus_kinds", "option_names")
    assert not [word for word in words if word in str(SCHEMAS)]
