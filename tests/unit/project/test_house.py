"""The house keeps its own rules: rules and scripts agree, environments agree, nothing foreign is committed."""

import ast
import re
import subprocess
import sys
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from acceptability.kinds.ngram import kenlm_tools
from acceptability.plan import modules
from helpers import CODE, ROOT

SCRIPTS = ROOT / "workflow" / "scripts"
PACKAGE = ROOT / "src/acceptability"
ADAPTERS = {
    path.stem: path for folder in (SCRIPTS, *(ROOT / "paper").glob("*/scripts")) for path in folder.glob("*.py")
}
STAGES = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "workflow/rules").glob("*.smk"))}
STAGES |= {path.parent.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "paper").glob("*/rules.smk"))}
RULES = "\n".join(STAGES.values())
SCRIPT_RULES = re.findall(r"^rule (\w+):", RULES, flags=re.MULTILINE)
LOOPED = {  # a rule for each of these
    "evaluate": "in EVALUATIONS",
    "make_tables": "artefacts.jobs_of_tables",
    "train_model": "kinds.of_section",
}
STAGE = {name: stage for stage, text in STAGES.items() for name in re.findall(r"^rule (\w+):", text, re.MULTILINE)}
SCORING = (
    "prepare",
    "ngram",
    "models",
    "classifier",
    "words",
    "cola",
)  # nothing is scored again for an edit of the plumbing
EVERYTHING = "requirements-dev"
MODEL_RULES = {"score_model", "ask_model", "make_fakes", "train_encoder"}
MODEL_RULES |= {"finetune_classifier", "train_transfer", "judge_restart", "score_classifier"}
DISTRIBUTION = {
    "jsonschema": "jsonschema",
    "yaml": "pyyaml",
    "sklearn": "scikit-learn",
    "typst": "typst",
    "vl_convert": "vl-convert-python",
    "kenlm": "ufal-kenlm",
    "python_calamine": "python-calamine",
}


def imports(path: Path) -> set[str]:
    """Top-level names of everything that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module.split(".")[0])
    return found


def rule(name: str) -> str:
    return re.search(rf"^rule {name}:\n((?:[ \n].*\n?)*)", RULES, flags=re.MULTILINE)[1]


def named(room: str | None, pattern: str, word: str = "") -> list[str]:
    """Return the modules of a room, if it is one, and of publications that define a word: scripts import them by name."""
    places = [(PACKAGE / room, room, pattern)] if room else []
    places += [(ROOT / "paper", "papers", files) for files in (pattern, f"*/{pattern}")]
    return [
        ".".join((above, *path.relative_to(folder).with_suffix("").parts))
        for folder, above, files in places
        for path in sorted(folder.glob(files))
        if re.search(rf"^{word}", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]


IMPORTED_BY_NAME = {
    "evaluate": [name for part in ("compute", "table", "figure") for name in named("analyses", f"*/{part}.py")],
    "draw_figure": named("analyses", "*/figure.py") + named(None, "*/figures.py"),
    "build_check": named("analyses", "*/page.py"),
    "make_tables": named("analyses", "*/table.py") + named(None, "*/tables.py") + named(None, "*/metrics.py"),
    "prepare_dataset": named("datasets", "*/reader.py"),
    "import_published": named("datasets", "*/scores.py", "(from .* import scores|def scores)"),
    "import_decisions": named("datasets", "*/scores.py", "def decisions"),
    "check_printed": named(None, "*/quantities.py"),
    "train_model": named("kinds", "*/training.py", "def prepare"),
    "finetune_classifier": named("kinds", "*/training.py", "def restart"),
    **dict.fromkeys(("score_model", "count_unigrams"), named("kinds", "*/scoring.py", "SCORER")),
    **dict.fromkeys(
        ("score_classifier", "judge_restart"), named("kinds", "*/scoring.py", "(from .* import judge|def judge)")
    ),
}


@pytest.mark.parametrize("name", SCRIPT_RULES)
def test_rule_script_and_log_share_a_name(name):
    text = rule(name)
    assert f'scripts/{name}.py"' in text
    assert f'"results/logs/{name}' in text
    assert "conda:" in text
    assert f'"results/benchmarks/{name}' in text or "    output:" not in text


@pytest.mark.parametrize("name", SCRIPT_RULES)
def test_the_code_that_a_script_imports_is_a_parameter_as_a_digest(name):
    """Fetched files are checked by their sums: an edit of the code that fetches them fetches nothing again."""
    listed = re.findall(
        r'\n        code=(?:lambda wildcards: )?(\w+)\(\s*"(?:papers.\w+.scripts\.)?(\w+?)(?:\.py)?"',
        f"\n{section(name, 'params')}",
    )
    if STAGE[name] == "fetch":
        assert "code=" not in rule(name)
    else:
        assert listed == [("scoring_code" if STAGE[name] in SCORING else "code", name)]
    files = ["analyses/showing.py"] if name in ("draw_figure", "make_tables") else []
    texts = [
        ADAPTERS[name].read_text(encoding="utf-8"),
        *((PACKAGE / file).read_text(encoding="utf-8") for file in files),
    ]
    imports_by_name = any(re.search(r"import_module|registry\.load\(", text) for text in texts)
    assert imports_by_name == (name in IMPORTED_BY_NAME)
    code = re.search(r"code=.*?\n(?=        \w+=|    \w+:)", rule(name) + "    end:", re.DOTALL)
    assert not imports_by_name or re.search(r"wildcards[.)]", code[0])  # what it imports depends on them


def test_no_list_of_modules_is_written_by_hand():
    for text in (RULES, (ROOT / "Snakefile").read_text(encoding="utf-8")):
        assert not re.search(r"\bmodules\([^)]*\"", text)
        assert not re.search(r"acceptability/", text)


def test_every_import_of_the_package_is_of_a_module_that_is_there():
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, path
            if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] == "acceptability":
                module = node.module.partition(".")[2]
                names = [f"{module}.{alias.name}".lstrip(".") for alias in node.names]
                there = [
                    modules.file_of(name).is_file() or modules.file_of(name).with_suffix("").is_dir() for name in names
                ]
                assert modules.file_of(module).is_file() or all(there), f"{path}: {node.module}"


@pytest.mark.parametrize("name", SCRIPT_RULES)
def test_what_runs_a_model_asks_for_a_gpu_and_small_steps_for_nothing(name):
    """Small steps have the cluster profile's defaults, and go together into one job."""
    asked = re.findall(r"resources:\n +\*\*(.*),\n", rule(name))
    assert len(asked) == rule(name).count("resources:")
    assert all(one.startswith("needs(") for one in asked)
    assert any("gpu=1" in one for one in asked) == (name in MODEL_RULES)
    assert not re.search(r"partition|account|lane", rule(name))


@pytest.mark.parametrize("name", LOOPED)
def test_a_rule_in_a_loop_is_as_complete_as_any_other(name):
    """It has a name from the loop; `rules` of a run shows them all."""
    text = looped(name)
    assert all(f"{word}:\n" in text for word in ("name", "input", "output", "log", "conda", "params"))
    assert "    group:\n" in text or "    resources:\n" in text
    assert re.search(rf'code\("{name}\.py"[,)]', text) and f'"../scripts/{name}.py"' in text
    assert not re.search(r"lambda wildcards:.*\b(folder|analysis|owner|made|kind)\b", text)  # closures bind late


def looped(name: str) -> str:
    """The lines of the loop that has the rules of a script."""
    return next(part for part in re.split(r"^(?=for |rule )", RULES, flags=re.MULTILINE) if LOOPED[name] in part)


def test_the_cluster_takes_together_what_asks_for_nothing():
    profile = yaml.safe_load((ROOT / "workflow/profiles/slurm/config.yaml").read_text(encoding="utf-8"))
    # Others wait for them; or they run where Snakemake does.
    single = {"prepare_dataset", "select_restart", "score", "check"}
    single |= {"import_surprisals", "import_published", "import_scores", "import_accuracies", "import_restarts"}
    small = {name for name in SCRIPT_RULES if "resources:" not in rule(name)}
    assert {name for name in SCRIPT_RULES if '    group:\n        "evaluation"\n' in rule(name)} == small - single
    assert "groups" not in profile
    assert {"mem_mb", "runtime"} <= set(profile["default-resources"])
    assert all("attempt" in profile["default-resources"][key] for key in ("mem_mb", "runtime"))


def section(name: str, word: str) -> str:
    """The lines of a rule below ``input:``, ``output:`` or ``params:``."""
    found = re.search(rf"^    {word}:\n((?:        .*\n)+)", rule(name), re.MULTILINE)
    return found[1] if found else ""


def given(name: str) -> dict[str, set[str]]:
    """Names of what a rule gives its script."""
    names = {
        word: set(re.findall(r"^        (\w+)=", section(name, word), re.MULTILINE)) for word in ("input", "params")
    }
    outputs = section(name, "output")
    return names | {
        "output": set(re.findall(r"^        (\w+)=", outputs, re.MULTILINE)),
        "wildcards": set(re.findall(r"{(\w+)}", outputs)),
    }


@pytest.mark.parametrize("name", SCRIPT_RULES)
def test_a_rule_gives_what_its_script_asks_for(name):
    tree = ast.parse(ADAPTERS[name].read_text(encoding="utf-8"))
    text, gives = ast.unparse(tree), given(name)
    if "unpack(" not in rule(name):  # else what it gives is known when it runs
        for kind, asked in re.findall(r"snakemake\.(input|output|params|wildcards)\.(\w+)", text):
            assert asked in gives[kind] | {"items", "get"}, f"{kind}.{asked}"
    for function in re.findall(r"arguments\((\w+), snakemake\)", text):
        (main,) = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == function)
        needed = {argument.arg for argument in main.args.args[: len(main.args.args) - len(main.args.defaults)]}
        outputs = {f"to_{name}" for name in gives["output"]} or {"to"}
        rest = gives["input"] | gives["params"] | gives["wildcards"]
        rest |= {"threads"} if "\n    threads: " in rule(name) else set()
        assert needed - outputs <= rest or "unpack(" in rule(name), needed - outputs - rest
        assert {name for name in needed if name == "to" or name.startswith("to_")} <= outputs


@pytest.mark.parametrize("path", ADAPTERS.values(), ids=lambda path: path.stem)
def test_adapters_are_short_and_belong_to_a_rule(path):
    assert path.stem in [*SCRIPT_RULES, *LOOPED]
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 65


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def requirements(name: str = "requirements") -> dict[str, str]:
    """Pinned packages of a set-up, and of those that it adds to."""
    lines = (ROOT / f"envs/{name}.txt").read_text(encoding="utf-8").splitlines()
    own = dict(line.split("==") for line in lines if line and not line.startswith(("#", "-r ")))
    for file in (line.removeprefix("-r ") for line in lines if line.startswith("-r ")):
        below = requirements(file.removesuffix(".txt"))
        assert not own.keys() & below.keys()
        own |= below
    return own


def environment(name: str) -> dict[str, str]:
    """Pinned pip packages of an environment."""
    dependencies = yaml.safe_load((ROOT / f"envs/{name}.yaml").read_text(encoding="utf-8"))["dependencies"]
    pip = next((entry["pip"] for entry in dependencies if isinstance(entry, dict)), [])
    return dict(line.split("==") for line in pip)


def test_environments_and_requirements_agree():
    assert {path.stem for path in (ROOT / "envs").glob("*.txt")} == {
        "requirements",
        "requirements-neural",
        "requirements-formats",
        EVERYTHING,
    }
    pinned = requirements(EVERYTHING)
    assert all(re.fullmatch(r"[0-9][0-9a-z.]*", version) for version in pinned.values())
    for path in (ROOT / "envs").glob("*.yaml"):
        for package, version in environment(path.stem).items():
            assert pinned[package] == version, f"{path.name}: {package}"
        text = path.read_text(encoding="utf-8")
        assert "nodefaults" in text
        assert re.search(r"- python=\d+\.\d+\.\d+\n", text)


def ranges(*extras: str) -> dict[str, SpecifierSet]:
    """Return the range of versions of each package that the installed package needs, and its extras."""
    lines = [line for extra in extras for line in PROJECT["optional-dependencies"][extra]]
    needed = map(Requirement, [*PROJECT["dependencies"], *lines])
    return {requirement.name: requirement.specifier for requirement in needed}


def test_the_versions_of_the_environments_are_within_the_ranges_of_the_package():
    extras = [("", ranges("workflow")), ("-neural", ranges("neural")), ("-formats", ranges("gguf", "adapters"))]
    for needed, pinned in ((needed, requirements(f"requirements{name}")) for name, needed in extras):
        assert not [name for name, versions in needed.items() if pinned[name] not in versions]


def foreign(*starts: str) -> set[str]:
    """Return the distributions of other projects that modules, and the modules that they need, import."""
    paths = [modules.file_of(name) for name in modules.needed(*starts)]
    names = {name for path in paths for name in imports(path)} - {"acceptability"} - sys.stdlib_module_names
    if any(".style.hide(" in path.read_text(encoding="utf-8") for path in paths):
        names.add("jinja2")  # pandas imports it for its Styler, but does not require it
    return {DISTRIBUTION.get(name, name) for name in names}


def test_the_package_requires_all_that_it_imports():
    """And without its extras, all that evaluating, saving and verifying import."""
    alone = ["api.tables", "api.ngram_models", "verification.verify", "analyses.showing"]
    alone += [
        f"analyses.{path.parent.name}.{path.stem}"
        for path in PACKAGE.glob("analyses/*/*.py")
        if path.stem in ("compute", "table", "figure")
    ]
    assert foreign(*alone) <= {name.lower() for name in ranges()}
    neural = [
        "api.evaluating",
        "api.scoring",
        "kinds.masked.scoring",
        "kinds.causal.scoring",
        "papers.cola.lstm.scoring",
    ]
    extras = {name.lower() for name in ranges("neural", "gguf", "adapters")}
    assert foreign(*alone, *neural) <= extras | {"httpx2"}  # the hub's library brings it
    loaded = {
        name.split(".")[0] for name in loaded_by("import acceptability.api.evaluating, acceptability.api.scoring")
    }
    assert not {"torch", "transformers", "huggingface_hub"} & loaded


@pytest.mark.parametrize("name", SCRIPT_RULES)
def test_scripts_import_only_what_their_environment_has(name):
    path = ADAPTERS[name]
    own = f"{name}.py" if path.parent == SCRIPTS else f"papers.{path.parts[-3]}.scripts.{name}"
    files = modules.files(own, *IMPORTED_BY_NAME.get(name, [])).values()
    paths = [path, *(path for path in files if path.suffix == ".py")]
    foreign = {found for path in paths for found in imports(path)} - {"acceptability"} - sys.stdlib_module_names
    env = re.search(r'/envs/(\w+)\.yaml"', rule(name))[1]
    available = {package.lower() for package in environment(env)}
    needed = {DISTRIBUTION.get(found, found) for found in foreign}
    assert needed <= available
    without_models = {package.lower() for package in requirements()}
    assert (needed <= without_models) == (name not in MODEL_RULES | {"fetch_model", "count_unigrams"}), (
        needed - without_models
    )


def test_what_no_neural_model_needs_is_a_small_set_up():
    """`make paper` and `make figures` install no PyTorch."""
    printed = {
        target: subprocess.run(
            ["make", "--dry-run", "--always-make", target], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        for target in ("paper", "figures", "demo", "full", "lint", "test-unit")
    }
    installed = {target: re.findall(r"-r envs/([\w-]+)\.txt", text) for target, text in printed.items()}
    assert installed["paper"] == installed["figures"] == ["requirements"]
    assert installed["demo"] == installed["full"] == ["requirements", "requirements-neural"]
    assert installed["lint"] == installed["test-unit"] == ["requirements", "requirements-neural", EVERYTHING]
    assert not {"torch", "transformers", "pytest"} & requirements().keys()
    assert "torch" in requirements("requirements-neural") and "peft" not in requirements("requirements-neural")
    for name in ("analysis", "ngram", "paper"):
        assert environment(name).keys() <= requirements().keys(), name


def test_modules_that_scripts_import_by_name_are_found():
    assert all(IMPORTED_BY_NAME.values())
    by_authors = {name: set(IMPORTED_BY_NAME[f"import_{name}"]) for name in ("published", "decisions")}
    assert "papers.golan.scores" in by_authors["published"] - by_authors["decisions"]
    assert "papers.qfrblimp.scores" in by_authors["decisions"] - by_authors["published"]


def loaded_by(statements: str) -> set[str]:
    """Modules that a new process has loaded after these statements."""
    command = [sys.executable, "-c", f"import sys\n{statements}\nprint(*sys.modules)"]
    done = subprocess.run(command, env={"PYTHONPATH": str(ROOT / "src")}, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_no_module_knows_snakemake_and_criteria_stay_light():
    for path in CODE:
        assert "snakemake" not in imports(path)
    heavy = {"torch", "matplotlib", "scipy", "sklearn", "seaborn", "pandera", "transformers"}
    assert not heavy & {name.split(".")[0] for name in loaded_by("import acceptability.statistics.criteria")}
    for path in PACKAGE.glob("*/**/__init__.py"):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        assert all(isinstance(statement, ast.Expr) for statement in body), f"{path}: leave only a docstring"


def test_what_make_score_shows_needs_no_statistics_of_scipy():
    """They take half a second of each job that loads them."""
    computed = [f"analyses.{name}.compute" for name in ("agreement", "criteria", "doubts", "phenomena", "separation")]
    started = ["steps", "command.summary", "figures.explorer", *computed]
    loaded = loaded_by("\n".join(f"import acceptability.{module}" for module in started))
    assert "scipy.special" in loaded and "scipy.stats" not in loaded
    assert "scipy" not in loaded_by("import acceptability.command.summary")


def test_rules_need_no_package_but_those_of_snakemake():
    """It may stand alone in its environment; and the Snakefile is read again in every job that runs on a cluster."""
    snakefile = (ROOT / "Snakefile").read_text(encoding="utf-8")
    rules_import = re.findall(r"^from acceptability[\w.]* import (?:\([^)]*\)|.*)", snakefile, re.MULTILINE)
    rooms = ("analyses", "datasets", "kinds")
    manifests = [f"import acceptability.{module}" for room in rooms for module in named(room, "*/manifest.py")]
    manifests += [f"import acceptability.{module}" for module in named(None, "*/study.py")]
    loaded = loaded_by("\n".join([*rules_import, *manifests]))
    paths = [modules.file_of(name.partition(".")[2]) for name in loaded if name.startswith("acceptability.")]
    foreign = {found for path in paths if path.is_file() for found in imports(path)} - {"acceptability"}
    foreign -= {"pandas"}  # for type hints alone, which is why it is not loaded
    foreign -= {"python_calamine"}  # asked for only where a table is a spreadsheet, and the error says what to do
    foreign -= {"regex"}  # and only where a text is split into characters
    brought = {re.match(r"[\w.-]+", line)[0].lower() for line in requires("snakemake") if "extra ==" not in line}
    assert {"acceptability.plan.check", "acceptability.papers.cola.cola.manifest"} < loaded
    assert "pandas" not in loaded
    assert {DISTRIBUTION.get(name, name) for name in foreign - sys.stdlib_module_names} <= brought


def test_common_holds_functions_only_and_stays_small():
    text = STAGES["common"]
    assert {type(statement) for statement in ast.parse(text).body} == {ast.FunctionDef}
    assert len(text.splitlines()) < 170


def test_no_rule_compares_inside_an_f_string():
    """Since Python 3.12, f-strings are split into tokens, and snakefmt wants another layout of ``==`` there."""
    inside = re.compile(r"""f"[^"\n]*\{[^}"\n]*==|f'[^'\n]*\{[^}'\n]*==""")
    assert inside.search("""[f"{path}.{'tex' if kind == 'tables' else 'csv'}"]""")
    assert [name for name, text in STAGES.items() if inside.search(text)] == []


def test_every_function_of_common_is_used():
    used = "\n".join([(ROOT / "Snakefile").read_text(encoding="utf-8"), RULES])
    for name in re.findall(r"^def (\w+)\(", STAGES["common"], re.MULTILINE):
        assert len(re.findall(rf"\b{name}\b", used)) > 1, name


def test_kenlm_s_programs_are_compiled_from_a_release_with_version_and_checksum():
    path = kenlm_tools.REQUIREMENT
    release, checksum = path.read_text(encoding="utf-8").splitlines()[-1].split(" ")
    assert re.fullmatch(r"kenlm==\d[\d.]*", release)
    assert re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", checksum)
    assert kenlm_tools.described(Path("nowhere"), path) == f"compiled from {release.replace('==', ' ')}"
    assert "requirement=relpath(kenlm_tools.REQUIREMENT)" in rule("build_kenlm")
    assert "ufal-kenlm" in requirements()  # reads what they write


def test_no_pickles_no_large_files_no_raw_data():
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    for name in filter(None, tracked):
        path = ROOT / name
        assert name == "results/README.md" or not name.startswith(("resources/raw/", "resources/models/", "results/"))
        assert path.suffix not in (".pkl", ".pickle", ".pt", ".bin")
        assert not path.is_file() or path.stat().st_size < 1_000_000, name
    for path in CODE:
        assert not {"pickle", "shelve", "marshal"} & imports(path)


def test_no_test_replaces_a_text_that_may_not_be_there():
    """A configuration or a file in which nothing is replaced is the old one, and the test tests nothing."""
    bare = re.compile(r"(?:\b(?:CONFIG|config|alone|both)|read_text\([^)]*\))\.replace\(")
    written = re.compile(r"""write_(?:text|bytes)\(.*\.replace\((?!b?["']\\[nr])""")  # ends of lines are everywhere
    found = [
        f"{path.relative_to(ROOT)}, line {number}: use replaced or replace_in of helpers.py"
        for path in sorted([*(ROOT / "tests").rglob("test_*.py"), *(ROOT / "paper").glob("*/tests/test_*.py")])
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if written.search(line) or (bare.search(line) and "assert" not in line)
    ]
    assert found == []


# Variables and arguments should say what they hold. Their number may only fall: lower it when you have renamed some.
VAGUE = {
    *[
        "own",
        "made",
        "said",
        "given",
        "named",
        "both",
        "those",
        "chosen",
        "shown",
        "found",
        "it",
        "of",
        "kept",
        "there",
        "asked",
        "wanted",
    ]
}
VAGUE_NAMES = 47


def test_ever_fewer_variables_have_vague_names():
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in CODE]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    names = [node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    names += [node.arg for node in nodes if isinstance(node, ast.arg)]
    number = sum(name in VAGUE for name in names)
    assert VAGUE_NAMES - 25 < number <= VAGUE_NAMES, (
        f"{number} names, such as `own` and `made`, do not say what they hold"
    )


# First words of docstrings that describe a thing, where a verb says what the code does ("Return the share …").
NO_VERB = re.compile(
    r"(An?|The|Their|This|These|Those|It|Its|There|They|What|Which|Who|Whose|How|When|Where|Whether|If|In|Of|On|For|From"
    r"|All|Both|Each|Some|Two|Three|Is|Are|Names|Pairs|Paths|Rows|Scores|Sentences|Systems|Tables)\b"
)


def test_docstrings_of_the_package_begin_with_a_verb():
    places = []
    for path in sorted((ROOT / "src/acceptability").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            text = ast.get_docstring(node) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) else None
            if text and NO_VERB.match(text):
                places.append(f"{path.relative_to(ROOT)}: {text.splitlines()[0]}")
    assert not places, "\n".join(places)
