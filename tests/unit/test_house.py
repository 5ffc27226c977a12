"""The house keeps its own rules: environments agree, modules are inputs, nothing foreign is committed."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "workflow" / "scripts"
PACKAGE = SCRIPTS / "acceptability"
ADAPTERS = sorted(SCRIPTS.glob("*.py"))
RULES = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "workflow/rules").glob("*.smk")))
DISTRIBUTION = {
    "jsonschema": "jsonschema",
    "yaml": "pyyaml",
    "sklearn": "scikit-learn",
    "typst": "typst",
    "vl_convert": "vl-convert-python",
}


def imports(path: Path) -> set[str]:
    """Top-level names of other packages, and ``acceptability.x`` for our own modules."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            if node.module == "acceptability":
                found |= {f"acceptability.{alias.name}" for alias in node.names}
            else:
                found.add(node.module if node.module.startswith("acceptability.") else node.module.split(".")[0])
    return found


def own(names: set[str]) -> set[str]:
    return {name.split(".")[1] for name in names if name.startswith("acceptability.")}


def all_modules(path: Path) -> set[str]:
    """Modules of the package that a script needs, directly or through others."""
    seen, todo = set(), own(imports(path))
    while todo:
        name = todo.pop()
        seen.add(name)
        todo |= own(imports(PACKAGE / f"{name}.py")) - seen
    return seen


def rule(name: str) -> str:
    return re.search(rf"^rule {name}:\n((?:[ \n].*\n?)*)", RULES, flags=re.MULTILINE)[1]


def listed_modules(name: str) -> set[str]:
    match = re.search(r"modules\(([^)]*)\)", rule(name))
    return set(re.findall(r'"(\w+)"', match[1])) if match else set()


SCRIPT_RULES = re.findall(r"^rule (\w+):", RULES, flags=re.MULTILINE)
STAGE = {
    name: path.stem
    for path in (ROOT / "workflow/rules").glob("*.smk")
    for name in re.findall(r"^rule (\w+):", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
}


@pytest.mark.parametrize("name", SCRIPT_RULES)
def test_rule_script_and_log_share_a_name(name):
    text = rule(name)
    assert f'"../scripts/{name}.py"' in text
    assert f'"results/logs/{name}' in text
    assert "conda:" in text


@pytest.mark.parametrize("name", [name for name in SCRIPT_RULES if STAGE[name] in ("evaluate", "plot", "paper")])
def test_modules_of_later_stages_are_inputs(name):
    assert listed_modules(name) == all_modules(SCRIPTS / f"{name}.py")


EARLY = ("prepare", "baselines", "ngram", "models", "classifier", "measure")


@pytest.mark.parametrize("name", [name for name in SCRIPT_RULES if STAGE[name] in EARLY])
def test_earlier_stages_list_their_own_modules_only(name):
    needed = all_modules(SCRIPTS / f"{name}.py") - {"io", "errors"}
    if name == "import_published_scores":
        needed -= {"pairs"}  # behind li_adger, but no score depends on it
    assert listed_modules(name) == needed


MODEL_RULES = {"train_masked", "score_model", "finetune_classifier", "judge_restart", "score_classifier"}


@pytest.mark.parametrize("name", SCRIPT_RULES)
def test_every_rule_asks_for_cores_memory_and_time_and_what_runs_a_model_for_a_gpu(name):
    assert "\n    threads: " in rule(name)
    (asked,) = re.findall(r"resources:\n +\*\*(.*),\n", rule(name))
    assert asked == "SMALL" or asked.startswith("needs(")
    assert ("gpu=1" in asked) == (name in MODEL_RULES)


@pytest.mark.parametrize("path", ADAPTERS, ids=lambda path: path.stem)
def test_adapters_are_short_and_belong_to_a_rule(path):
    assert path.stem in SCRIPT_RULES
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 65


def requirements() -> dict[str, str]:
    lines = (ROOT / "envs/requirements.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines if line and not line.startswith("#"))


def environment(name: str) -> dict[str, str]:
    """Pinned pip packages of an environment."""
    dependencies = yaml.safe_load((ROOT / f"envs/{name}.yaml").read_text(encoding="utf-8"))["dependencies"]
    pip = next((entry["pip"] for entry in dependencies if isinstance(entry, dict)), [])
    return dict(line.split("==") for line in pip)


def test_environments_and_requirements_agree():
    pinned = requirements()
    assert all(re.fullmatch(r"[0-9][0-9a-z.]*", version) for version in pinned.values())
    for path in (ROOT / "envs").glob("*.yaml"):
        for package, version in environment(path.stem).items():
            assert pinned[package] == version, f"{path.name}: {package}"
        text = path.read_text(encoding="utf-8")
        assert "nodefaults" in text
        assert re.search(r"- python=\d+\.\d+\.\d+\n", text)


@pytest.mark.parametrize("name", SCRIPT_RULES)
def test_scripts_import_only_what_their_environment_has(name):
    modules = [SCRIPTS / f"{name}.py", *(PACKAGE / f"{module}.py" for module in all_modules(SCRIPTS / f"{name}.py"))]
    foreign = {found for path in modules for found in imports(path) if not found.startswith("acceptability")}
    foreign -= sys.stdlib_module_names
    env = re.search(r'"\.\./\.\./envs/(\w+)\.yaml"', rule(name))[1]
    available = {package.lower() for package in environment(env)}
    assert {DISTRIBUTION.get(found, found) for found in foreign} <= available


def test_no_module_knows_snakemake_and_criteria_stay_light():
    for path in PACKAGE.glob("*.py"):
        assert "snakemake" not in imports(path)
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys; import acceptability.analysis.criteria; print(*sys.modules)"],
        env={"PYTHONPATH": str(SCRIPTS)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert not {"torch", "matplotlib", "scipy", "pandera"} & set(loaded)
    assert (PACKAGE / "__init__.py").read_text(encoding="utf-8") == ""


def test_common_holds_functions_only_and_stays_small():
    text = (ROOT / "workflow/rules/common.smk").read_text(encoding="utf-8")
    assert "\nrule " not in text
    assert len(text.splitlines()) < 150


def test_kenlm_is_compiled_from_the_version_that_is_installed():
    line = (ROOT / "resources/kenlm.txt").read_text(encoding="utf-8").splitlines()[-1]
    assert line.split(" ")[0] == f"kenlm=={requirements()['kenlm']}"
    assert re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", line.split(" ")[1])


def test_no_pickles_no_large_files_no_raw_data():
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    for name in filter(None, tracked):
        path = ROOT / name
        assert not name.startswith(("resources/raw/", "resources/models/", "results/"))
        assert path.suffix not in (".pkl", ".pickle", ".pt", ".bin")
        assert not path.is_file() or path.stat().st_size < 1_000_000, name
    for path in PACKAGE.glob("*.py"):
        assert not {"pickle", "shelve", "marshal"} & imports(path)
