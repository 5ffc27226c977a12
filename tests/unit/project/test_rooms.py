"""The rooms of the package: who may import whom; and that no dataset and no paper is named outside its own room."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import yaml

from acceptability import installation
from acceptability.datasets import registry
from acceptability.plan import modules
from docs.describe_rooms import FLOORS
from helpers import ROOT

PACKAGE = installation.PACKAGE
FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}
MODULES = {
    ".".join((*above, *path.relative_to(folder).with_suffix("").parts)): path
    for folder, above in ((PACKAGE, ()), (ROOT / "paper", ("papers",)))
    for path in sorted(folder.rglob("*.py"))
    if path.name != "__init__.py" and path.parent.name != "tests"
}
GRAPH = {name: modules.imported(path, name) for name, path in MODULES.items()}


def room(module: str) -> str:
    """Return the room of a module; modules below ``papers`` are in the room of publications."""
    name, *below = module.split(".")
    return "publication" if name == "papers" and below else name


def test_every_module_is_in_a_room_that_has_its_floor():
    assert {room(name) for name in MODULES} == set(FLOOR)


def test_unit_tests_are_in_the_folders_of_rooms():
    tests = {
        path.parent.relative_to(ROOT / "tests/unit").as_posix() for path in (ROOT / "tests/unit").rglob("test_*.py")
    }
    assert tests - set(FLOOR) == {"project"}  # tests of the project as a whole


def test_no_module_imports_from_a_room_above_or_beside_its_own():
    imports = [(name, other) for name, others in GRAPH.items() for other in others if room(name) != room(other)]
    assert not [(name, other) for name, other in imports if FLOOR[room(other)] >= FLOOR[room(name)]]


def test_no_circle_between_modules():
    assert set(TopologicalSorter(GRAPH).static_order()) == set(MODULES)  # raises CycleError


def test_no_circle_even_through_imports_for_annotations():
    """Each module builds only on modules below it: datasets and systems, for example, have no pointer to the plan."""
    graph = {name: imported_for_any_reason(path) & {*MODULES} for name, path in MODULES.items()}
    assert "plan.systems" in graph["plan.datasets"] and "plan.studies" in graph["plan.plan"]
    assert set(TopologicalSorter(graph).static_order()) == set(MODULES)  # raises CycleError


def imported_for_any_reason(path: Path) -> set[str]:
    """Return all modules that a file imports from, also those below ``if TYPE_CHECKING:``."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.ImportFrom)]
    names = {f"{node.module}.{alias.name}" for node in nodes for alias in node.names} | {node.module for node in nodes}
    return {name.removeprefix("acceptability.") for name in names if name}


def test_scripts_leave_the_configuration_to_rules():
    """What a job needs of it is a parameter, so that another label or colour reruns only what shows it."""
    allowed = {"record_provenance.py": {"plan.provenance"}}
    for path in installation.SCRIPTS.glob("*.py"):
        named = {name for name in modules.needed(path.name) if room(name) == "plan"}
        assert named == allowed.get(path.name, set()), path.name


# Names. A study may be called like the criterion or measure that it introduces ("adc", "pbc"), or by an English word
# ("released"): as a name it is then free, and only what leads to the study's own files is not. Labels count with any case ("CoLA"); measures may be called
# after the corpus that gave them their name (cola_score), since a measure is no dataset; and "pairs", "sentences" and
# "suites", the user's own, are no names.
WORDS = {"blimp", "adc", "pbc", "released", "humans"}
STUDIES = {
    path.parent.name: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "paper").glob("*/study.yaml"))
}
DEMO = yaml.safe_load((ROOT / "resources/demo/config.yaml").read_text(encoding="utf-8"))
ENDINGS = {".py", ".smk", ".yaml", ".rst", ".html", ".js", ".css", ".mplstyle"}


def dataset_names() -> set[str]:
    """Kinds of datasets, names and labels of datasets; the shortest ones that the others begin with ("toy")."""
    names = set(registry.kinds()) - {"pairs", "sentences", "suites", "labelled", "declared"}
    for declared in [*STUDIES.values(), DEMO]:
        for key, entry in declared["datasets"].items():
            names |= {key, entry["label"].lower()}
    return {name for name in names if not any(name != other and name.startswith(other) for other in names)} - WORDS


def forbidden() -> re.Pattern:
    """Return what must not stand outside: ``li-adger`` also as ``li_adger`` and ``LI Adger``."""
    spelled = [r"[-_ ]?".join(map(re.escape, re.split("[-_ ]", name))) for name in sorted(dataset_names())]
    own = [rf"(?:papers|paper|tables|figures|metrics)[./]{re.escape(study)}\b" for study in STUDIES]
    own += [rf"\b{re.escape(study)}\b" for study in STUDIES if study not in WORDS]
    words = [rf"(?<![a-z]){name}(?!_score)(?![a-z])" for name in spelled]
    return re.compile("|".join([*words, *own, r"PAPER_"]), re.IGNORECASE)


def outside() -> list:
    """Files of the workflow that belong to no dataset and no study."""
    below = [path for folder in ("src", "workflow") for path in (ROOT / folder).rglob("*")]
    return [ROOT / "Snakefile", *(path for path in below if path.suffix in ENDINGS)]


def test_what_is_a_name_follows_from_datasets_and_studies():
    assert {"li-adger", "cola", "toy"} <= dataset_names()
    assert "adc" in STUDIES
    pattern = forbidden()
    named = "li-adger li_adger LI-Adger 'cola' CoLA COLA_TABLE toy-simulated toy_language TOY_PHENOMENA PAPER_ROWS"
    named += " papers.adc papers/adc paper/adc/claims.csv results/tables/adc/table-2.csv"
    assert [text for text in named.split() if not pattern.search(text)] == []
    free = "cola_score adc adc_curves ADC 'adc' pairs user_pairs chocolate toyed papers.adcs as_published"
    assert [text for text in free.split() if pattern.search(text)] == []


def test_no_dataset_and_no_paper_is_named_outside_its_room():
    pattern, offenders = forbidden(), []
    files = outside()
    assert len(files) > 100
    for path in files:
        for number, line in enumerate([path.stem, *path.read_text(encoding="utf-8").splitlines()]):
            if pattern.search(line):  # line 0 is the file's own name
                offenders.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
    assert offenders == []
