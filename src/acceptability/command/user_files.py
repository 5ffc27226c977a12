"""Read the prompts and check the tables that options name, before anything runs."""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from acceptability.command.options import files_of, reading_of_file
from acceptability.datasets.registry import manifest, module_of
from acceptability.datasets.user_suites.manifest import KIND as SUITES
from acceptability.errors import InputError, collecting, naming, no_such_file, raise_all, required
from acceptability.kinds.prompted import reading as answers
from acceptability.plan.derived import PROMPTS
from acceptability.plan.own_files import check_dataset
from acceptability.plan.plan import Plan
from acceptability.reading import load, scores, sentences, sheets
from acceptability.reading.report import Reading
from acceptability.responses import chosen, results
from acceptability.scoring import prompts

if TYPE_CHECKING:
    from acceptability.datasets.dataset import Dataset

USUAL_PROMPTS = "english"
SHIPPED = {USUAL_PROMPTS: PROMPTS}  # files of prompts by what PROMPTS= calls them
# Keys of an entry about its ratings, on which sentences and pairs do not depend.
OF_RATINGS = ("ratings", "answers", "standardise", *results.FILES)


def check_tables(
    datasets: Mapping[str, Mapping], systems: Mapping[str, tuple[str, Mapping]], where: str
) -> dict[str, list[Reading]]:
    """Return how the tables of each dataset were read.

    Raises one InputError for all that is wrong in tables of datasets, scores and decisions, as far as each tells.
    """
    faults: list[str] = []
    readings: dict[str, list[Reading]] = {}
    columns = {"scores": scores.columns_of, "decisions": chosen.columns_of}
    for key, entry in datasets.items():
        with collecting(faults), naming(f"{where}: datasets.{key}"):
            readings[key] = check_dataset(entry)
    suites = [key for key, entry in datasets.items() if entry["kind"] == SUITES]
    for key, (section, entry) in systems.items():
        if suites and section in columns:
            with collecting(faults):
                readings.get(suites[0], []).extend(_readings_of_suites(section, entry, datasets[suites[0]]))
        elif section in columns and "measures" not in entry:
            with collecting(faults), naming(f"{where}: {section}.{key}"):
                columns[section](entry["path"], **chosen.reading_of(entry))
    raise_all(faults)
    return readings


def _readings_of_suites(section: str, entry: Mapping, suites: Mapping) -> list[Reading]:
    """Return how a table of surprisals of regions, or of decisions about items, was read.

    Raises InputError for what is wrong in it. Without pandas, as in check_lists, the job that reads the table says so.
    """
    if not find_spec("pandas"):
        return []
    from acceptability.analyses.suites import finished

    sentences, how = tables_of(suites).sentences, sheets.of_entry(entry)
    if section == "decisions":
        return [finished.read_decisions(entry["path"], sentences, **how)[1]]
    return [finished.read_surprisals(entry["path"], sentences, manifest(suites).metrics_of_suites, **how)[1]]


def items_of(entry: Mapping, path: str) -> prompts.Items:
    """Return the sentences and pairs of a user's dataset, as a run prepares them. ``path`` names it in errors."""
    from acceptability.contracts import checks  # here, as it needs pandas

    tables = tables_of(entry)
    checks.check_pairs(tables.pairs, tables.sentences, path)
    return prompts.items_of_tables(tables.sentences, tables.pairs)


def tables_of(entry: Mapping) -> "Dataset":
    """Return the sentences and pairs of a user's dataset, as a run prepares them, without results of an experiment."""
    if "ratings" in entry:
        entry = {key: value for key, value in entry.items() if key not in OF_RATINGS}
    declared = manifest(entry)
    return import_module(f"acceptability.{module_of(entry)}").read(**declared.files, **declared.options)


def check_lists(options: Mapping[str, str], datasets: Mapping[str, Mapping], plan: Plan) -> None:
    """Raise InputError for lists that cannot be made of the user's own pairs, and for fillers that these have already.

    Without pandas, which a Snakemake that is alone in its environment has not, the job that makes lists says so.
    """
    if "lists" not in options or not find_spec("pandas"):
        return
    import pandas as pd

    from acceptability.statistics import questionnaire

    checking, fillers = required(plan.checking), pd.Series(dtype=object)
    if checking.fillers:
        fillers = pd.Series(sentences.read_fillers(checking.fillers, **checking.reading)[0], dtype=object)
    for entry in datasets.values():
        if manifest(entry).own:
            tables = tables_of(entry)
            texts = tables.sentences.set_index("sentence_id")["sentence"]
            with naming(f"FILLERS={options.get('fillers', '')}"):
                questionnaire.check_fillers(texts, tables.pairs, fillers)
            with naming(f"LISTS={options['lists']}"):
                questionnaire.lists(texts, tables.pairs, required(checking.lists), checking.seed, fillers)


def check_answers(
    options: Mapping[str, str], datasets: Mapping[str, Mapping], known: Sequence[prompts.Prompt]
) -> list[Reading]:
    """Return how tables of answers were read. InputError for answers about other sentences than the user's.

    Without pandas, as in check_lists, the job that reads answers says so.
    """
    readings: list[Reading] = []
    if "answers" not in options or not find_spec("pandas"):
        return readings
    for entry in datasets.values():
        if manifest(entry).own:
            items = items_of(entry, entry[entry["kind"]])
            for path, reading in answer_tables(options):
                rows = answers.read_rows(Path(path).expanduser(), **reading)
                answered = answers.read_answers(rows, known, items, path, system_prompt_of_answers(options))
                what, *notes = answers.said_of(answered)
                readings.append(Reading(path, "answers", what, notes=notes))
    return readings


def answer_tables(options: Mapping[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each table of answers, and how it is read."""
    for path in files_of(options, "answers"):
        yield path, reading_of_file(options, path)


def system_prompt_of_answers(options: Mapping[str, str]) -> str:
    """Return the text of the system prompt that models answered with; empty where the options name none."""
    prompt = prompts.system_prompt(options.get("system_prompt", ""))
    return "" if prompt in (prompts.OWN, prompts.NONE) else prompt.strip()


def read_prompts(options: Mapping[str, str], base: Path) -> list[prompts.Prompt]:
    """Return the prompts of the file that PROMPTS names, or of the project's, whose folder is ``base``.

    Raises InputError for what is wrong there.
    """
    name = options.get("prompts", USUAL_PROMPTS)
    path = Path(name).expanduser() if name not in SHIPPED else base / SHIPPED[name]
    if path.is_dir():
        raise InputError(f"PROMPTS={name}: is a folder; name a file of prompts in it")
    if not path.is_file():
        raise InputError(f"PROMPTS={name}: {no_such_file(path)}, or write {' or '.join(SHIPPED)}")
    return prompts.checked(load.read_yaml(path), name)


def own_prompts(options: Mapping[str, str]) -> dict[str, str]:
    """Return the key ``prompts`` of an entry, if the prompts are the user's own."""
    return {"prompts": options["prompts"]} if options.get("prompts", USUAL_PROMPTS) not in SHIPPED else {}
