"""From the words of `make score` or `make check` to the configuration of a run in a folder of its own.

Words are ``pairs=my.csv model=gpt2`` and the like.
"""

import argparse
import json
import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import count, takewhile
from pathlib import Path
from types import ModuleType
from typing import Any

from acceptability.command import locks, unchanged
from acceptability.datasets.registry import corpus_of, kinds, manifest, module_of
from acceptability.errors import InputError, collecting, naming, no_such_file, raise_all
from acceptability.kinds.prompted import reading as answers
from acceptability.kinds.registry import described_model, kind_of, of_section
from acceptability.plan import build, check, schema
from acceptability.plan.derived import PROMPTS
from acceptability.plan.paths import PATHS, expanded, with_paths
from acceptability.plan.plan import Plan
from acceptability.plan.series import COUNTED, SAME
from acceptability.plan.systems import REFERENCE
from acceptability.reading import load, scores, sentences, sheets, text
from acceptability.reading.report import Reading
from acceptability.responses import chosen, files, results
from acceptability.scoring import prompts
from acceptability.sources import adapters, commits, fetching, gguf_header, model_files, model_folder
from acceptability.statistics.power.declared import parse_assumptions

WORDS = {
    "pairs": "tables of minimal pairs",
    "sentences": "tables of sentences",
    "dataset": "datasets that config.yaml or a study declares",
    "model": "folders of models or of adapters, GGUF files, names on the Hugging Face hub, what a server calls its "
    "models, or systems that config.yaml or a study declares",
    "server": "the address of the server of these models, such as http://localhost:8000",
    "api": "how the server is asked: openai, sglang or tgi",
    "remote": "yes: your sentences may be sent to a server that is not on this computer",
    "ratings": "results of an experiment about the pairs, as its platform exports them, or a table: participant, "
    "sentence_id, rating",
    **results.FILES,
    **results.WORDS,
    "scores": "tables of scores from other programs",
    "decisions": "tables of which sentence of each pair systems chose",
    "answers": "answers to the prompts that `make prompts` wrote",
    "prompts": "english, or a file of prompts of your own: causal models are asked them, too",
    "system_prompt": "own, none or a text: what stands before prompts in the chat template of a model; of answers, the "
    "text that `make prompts` was given",
    "kind": "the kind of the model, if its config.json does not say it",
    "base": "the model into which an adapter is merged, if it is not the one that the adapter names",
    "beginning": "what goes before each sentence for causal models of your own: true, false, auto, harness, "
    "tokenizer or the text of a token",
    "revision": "the commit, tag or branch of the hub model",
    "series": "the number in which the models differ, such as parameters, tokens or step",
    "revisions": "revisions of the hub model, which are scored as a series",
    "numbers": "the numbers of the models, or of the revisions, where they are not read",
    "keep": "no: deletes the weights of each hub model when it has scored all sentences",
    "encoding": "how the text of the tables is encoded",
    "sheet": "the sheet of the spreadsheets",
    "standardise": "sentences: turns ratings into z-scores",
    "words": "characters or whitespace: what a word is in languages that write no spaces",
    "negate": "measures of the scores that are low for good sentences",
    "partial": "yes: some sentences may have no score in the tables of scores",
    "as_babylm": "yes: shares of right pairs are also counted as in BabyLM's evaluation pipeline",
    "too_long": "refuse, skip or window: what to do with a sentence that is too long for a model",
    "folder": "where everything is written (by default, a folder in runs)",
    "mirror": "a folder with the external files",
}
OF_CHECK = {
    "raters": "how many people rate each sentence",
    "corpus": "a corpus that config.yaml declares, a text with one sentence a line, or none",
    "lists": "how many lists for participants to make",
    "fillers": "a table of fillers, which every list has, or which were rated beside the sentences",
    "first": "how many pairs are to be rated first",
    "seed": "the seed of all that is drawn",
    "assume": "what power is computed from: name=number, with commas between",
}
CORPUS = "brown"  # whose words are counted where the words name none


@dataclass(frozen=True)
class Command:
    """What can be asked for with words: its name, which words it knows, and whether it needs systems."""

    name: str
    words: Mapping[str, str]
    needs_systems: bool = True


SCORE = Command("score", WORDS)
CHECK = Command("check", {word: said for word, said in WORDS.items() if word != "sentences"} | OF_CHECK, False)
EITHER = Command("score", WORDS | OF_CHECK)  # of a job, which has the words of the run that it belongs to
LABEL = 40  # characters of a label that is made of a name
FOLDERS = ("pairs", "scores")  # words that may name a folder, whose tables are read as one
OF_PEOPLE = ("ratings", "decisions")  # words that may name a folder of results of an experiment
# One of these, at least, makes a request.
SUBJECTS = {"pairs", "sentences", "dataset", "model", "scores", "decisions", "answers"}
USUAL_PROMPTS = "english"
SHIPPED = {USUAL_PROMPTS: PROMPTS}  # files of prompts by what PROMPTS= calls them
THRESHOLDS = [0.5, 1, 5]
YES_OR_NO = {"yes": True, "true": True, "no": False, "false": False}
# The keys of an entry that name another entry, and the section of that one.
NEEDS = {"corpus": "corpora", "unigrams": "corpora", "base": "models", "labelled": "labelled", "model": "models"}


def command_of(arguments: list[str], is_main: bool = True) -> Command:
    """Return what Snakemake's arguments ask for: the rule `check`, or else `score`; in a job, either."""
    if not is_main:
        return EITHER
    return CHECK if "check" in arguments and "score" not in arguments else SCORE


def from_config(config: Mapping[str, Any], configfiles: list[str], command: Command = SCORE) -> dict[str, str]:
    """Return the request in what ``snakemake --config`` was given; empty where that is no request.

    Sections of a configuration, which may be given there, too, are mappings and lists; words are neither.
    """
    given = {key: value for key, value in config.items() if not isinstance(value, Mapping | list) and value is not None}
    if not SUBJECTS & set(given):
        return {}
    if configfiles:
        raise InputError(f"{configfiles[0]}: use either a configuration file or words such as pairs= and model=")
    return checked(given, command)


def checked(given: Mapping[str, Any], command: Command = SCORE) -> dict[str, str]:
    """Return the words, in lower case and in the command's order. Raise InputError for one that it does not know."""
    words = {key.lower(): str(value) for key, value in given.items()}
    for word in words:
        schema.known(word.upper(), [name.upper() for name in command.words], f"make {command.name}: the word")
    return {word: words[word] for word in command.words if words.get(word, "").strip()}


def write(
    words: Mapping[str, str],
    base: Path,
    schemas: Mapping[str, Mapping],
    here: bool = False,
    command: Command = SCORE,
) -> Path:
    """Check the configuration that a request means, write it into its folder, and return the folder.

    ``base`` is the project's folder, where more is declared. ``here``: the run is in the current folder unless
    the words name one. Raises InputError where the request cannot be met, or the folder's config.yaml is not as it was
    written.
    """
    declared = _declared(base)
    datasets = _datasets(words, declared)
    asked = asked_by(words, base)
    systems = _systems(words, datasets, declared, asked)
    for word in {"scores", "decisions", "answers"} & words.keys() if len(datasets) > 1 else ():
        raise InputError(f"{word.upper()}={words[word]}: it is not clear which dataset this is about; give one dataset")
    _check_tables(datasets, systems, f"make {command.name}")
    extra = _checking(words, declared, base) if command == CHECK else {}
    names = [*datasets, *systems, *(["check"] if command == CHECK else [])]
    for folder in _folders(words.get("folder", "." if here else ""), names):
        before = unchanged.read(folder / "config.yaml")
        config = configuration(words, datasets, systems, declared, before, command, asked)
        for section, entry in extra.items():
            config[section] = config.get(section, {}) | entry
        placed = with_paths(config, lambda path, folder=folder: _as_seen_from(folder, path))
        if before is None or _origins(before) == _origins(placed):
            break
    plan = build.plan_of(expanded(config), [base / "paper"], schemas, f"make {command.name}")
    if plan.as_babylm and not any(dataset.babylm_rows for dataset in plan.datasets.values()):
        raise InputError(
            f"AS_BABYLM={words['as_babylm']}: none of these systems has sums of log-probabilities as BabyLM's pipeline "
            "makes them; leave it out"
        )
    understood = check.check_files(plan, f"make {command.name}")
    understood += _check_answers(words, datasets, asked)
    _check_lists(words, datasets, plan)
    if "first" in words and not any("several_rows" in dataset.has for dataset in plan.checked):
        raise InputError(
            f"FIRST={words['first']}: pairs are ranked by how much systems disagree, and there are no two rows of "
            "scores; add MODEL= or SCORES=, or leave FIRST= out"
        )
    for setting in sorted(_settings_of_babylm(placed)):
        word = setting.partition(":")[0].upper()
        print(f"note: AS_BABYLM=yes sets {setting}, as in BabyLM's pipeline; {word}= changes that", file=sys.stderr)
    said = " ".join(f"{word.upper()}={json.dumps(value, ensure_ascii=False)}" for word, value in words.items())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if locks.is_held(folder):
            raise InputError(f"{folder}: another run is at work in this folder; wait until it has ended")
        if not here and not (folder / "resources").exists():  # what is fetched is fetched once for all folders
            (folder / "resources").unlink(missing_ok=True)  # a link that leads nowhere, as the folder was moved
            target = os.path.relpath(base / "resources", folder.resolve())
            (folder / "resources").symlink_to(target, target_is_directory=True)
        unchanged.write(f"make {command.name} {said}", placed, folder / "config.yaml")
        say(understood, folder)
    except OSError as error:
        raise InputError(f"{error.filename}: cannot be written ({error.strerror}); name another FOLDER=") from error
    return folder


def say(readings: Sequence[Reading], folder: Path | None = None) -> None:
    """Print what was understood of tables: a line for each file, and one for each thing that was not plain.

    All of it is written into reading.json of the run's ``folder``, if that is known.
    """
    for line in (line for reading in readings for line in reading.lines):
        print(line, file=sys.stderr)
    if folder:
        whole = json.dumps([reading.as_json() for reading in readings], ensure_ascii=False, indent=1)
        (folder / "reading.json").write_text(f"{whole}\n", encoding="utf-8")


def _settings_of_babylm(config: Mapping) -> set[str]:
    """Return the keys that models of a configuration have since BabyLM's pipeline scores them so."""
    if not config.get("as_babylm"):
        return set()
    models = [(entry, kind_of("models", entry).as_babylm) for entry in config.get("models", {}).values()]
    return {f"{name}: {value}" for entry, usual in models for name, value in usual.items() if entry.get(name) == value}


def _folders(named: str, keys: list[str]) -> Iterator[Path]:
    """Yield the folder that is named; else one of the datasets and systems, and further ones if another has it."""
    name = f"runs/{'-'.join(keys)[:80].rstrip('-')}"
    yield Path(named or name).expanduser()
    yield from () if named else (Path(f"{name}-{number}") for number in count(2))


def _origins(config: Mapping) -> dict[str, list]:
    """Return where the tables and models of a configuration are from."""
    entries = [
        entry
        for section in ("datasets", "models", "scores", "decisions", "prompted")
        for entry in config.get(section, {}).items()
    ]
    return {key: [entry.get(name) for name in ("hub", "kind", "server", "name", *PATHS)] for key, entry in entries}


def _as_seen_from(folder: Path, path: str) -> str:
    """Return a path as it is to be written in a folder: relative below the current one, absolute elsewhere."""
    whole = Path(path).expanduser().resolve()
    return os.path.relpath(whole, folder.resolve()) if whole.is_relative_to(Path.cwd()) else str(whole)


def _declared(base: Path) -> dict[str, Any]:
    """Return what the project's config.yaml and its studies declare, by section, with paths as seen from here.

    ``labelled`` are the datasets that only train classifiers. ``names`` are all names, which are taken.
    """
    files = [base / "config.yaml", *sorted((base / "paper").glob("*/study.yaml"))]
    contents = [with_paths(load.read_yaml(path), lambda path: str(base / Path(path).expanduser())) for path in files]
    declared: dict[str, Any] = {
        section: {key: entry for content in contents for key, entry in (content.get(section) or {}).items()}
        for section in ("datasets", "corpora", "ngram", "models", "classifiers")
    }
    names = dict.fromkeys(name for entries in declared.values() for name in entries)
    labelled = {key: entry for key, entry in declared["datasets"].items() if manifest(entry).splits}
    declared["datasets"] = {key: entry for key, entry in declared["datasets"].items() if key not in labelled}
    return declared | {"mirror": contents[0].get("mirror"), "names": names, "labelled": labelled}


def _datasets(words: Mapping[str, str], declared: Mapping) -> dict[str, dict]:
    """Return the entries of the datasets that are asked for, by their keys."""
    reading = {word: words[word] for word in ("encoding", "sheet", "standardise", "words") if word in words}
    datasets: dict[str, dict] = {}
    for kind in ("pairs", "sentences"):
        labels = _labels(_values(words, kind))
        for path in _tables(words, kind):
            label = labels[path]
            datasets[_free(Path(path).stem, declared["names"] | datasets)] = {
                "kind": kind,
                "label": label,
                kind: path,
            } | reading
    if "ratings" in words:
        if [entry["kind"] for entry in datasets.values()] != ["pairs"]:
            raise InputError(f"RATINGS={words['ratings']}: applies only to one table of pairs; give PAIRS= one table")
        (entry,) = datasets.values()
        paths = list(_tables(words, "ratings"))
        entry["ratings"] = paths if paths[1:] else paths[0]
        entry |= {word: next(_tables(words, word)) for word in results.FILES if word in words}
        if answers_are := {word: words[word] for word in results.WORDS if word in words}:
            entry["answers"] = answers_are
    for name in _values(words, "dataset"):
        if name not in declared["datasets"]:
            raise InputError(f"DATASET={name}: is not declared; there are: {', '.join(declared['datasets'])}")
        datasets[name] = declared["datasets"][name]
    return datasets


def asked_by(words: Mapping[str, str], base: Path) -> list[prompts.Prompt]:
    """Return the prompts of the file that PROMPTS names, or of the project's, whose folder is ``base``.

    Raises InputError for what is wrong there.
    """
    named = words.get("prompts", USUAL_PROMPTS)
    path = Path(named).expanduser() if named not in SHIPPED else base / SHIPPED[named]
    if path.is_dir():
        raise InputError(f"PROMPTS={named}: is a folder; name a file of prompts in it")
    if not path.is_file():
        raise InputError(f"PROMPTS={named}: {no_such_file(path)}, or write {' or '.join(SHIPPED)}")
    return prompts.checked(load.read_yaml(path), named)


def items_of(entry: Mapping, path: str) -> prompts.Items:
    """Return the sentences and pairs of a user's dataset, as a run prepares them. ``path`` names it in errors."""
    from acceptability.contracts import checks  # here, as it needs pandas

    made = _tables_of(entry)
    checks.check_pairs(made.pairs, made.sentences, path)
    return prompts.items_of_tables(made.sentences, made.pairs)


def _tables_of(entry: Mapping) -> Any:
    """Return the tables of a user's dataset, as a run prepares them."""
    declared = manifest(entry)
    files = {name: Path(file).expanduser() for name, file in declared.files.items()}
    return import_module(f"acceptability.{module_of(entry)}").read(**files, **declared.options)


def _check_lists(words: Mapping[str, str], datasets: Mapping[str, Mapping], plan: Plan) -> None:
    """Raise InputError for lists that cannot be made of the user's own pairs, and for fillers that these have already.

    Without pandas, which a Snakemake that is alone in its environment has not, the job that makes lists says so.
    """
    if "lists" not in words or not find_spec("pandas"):
        return
    import pandas as pd

    from acceptability.statistics import questionnaire

    own, fillers = plan.checking, pd.Series(dtype=object)
    if own.fillers:
        fillers = pd.Series(sentences.read_fillers(own.fillers, **own.reading)[0], dtype=object)
    for entry in datasets.values():
        if manifest(entry).own:
            made = _tables_of(entry)
            texts = made.sentences.set_index("sentence_id")["sentence"]
            with naming(f"FILLERS={words.get('fillers', '')}"):
                questionnaire.check_fillers(texts, made.pairs, fillers)
            with naming(f"LISTS={words['lists']}"):
                questionnaire.lists(texts, made.pairs, own.lists, own.seed, fillers)


def _check_tables(datasets: Mapping[str, Mapping], systems: Mapping[str, tuple[str, Mapping]], where: str) -> None:
    """Raise one InputError for all that is wrong in tables of datasets, scores and decisions, as far as each tells."""
    faults: list[str] = []
    columns = {"scores": scores.columns_of, "decisions": chosen.columns_of}
    for key, entry in datasets.items():
        if examine := getattr(kinds()[entry["kind"]], "check", None):
            with collecting(faults), naming(f"{where}: datasets.{key}"):
                examine(entry)
    for key, (section, entry) in systems.items():
        if section in columns and "measures" not in entry:
            with collecting(faults), naming(f"{where}: {section}.{key}"):
                columns[section](entry["path"], **sheets.of_entry(entry))
    raise_all(faults)


def _check_answers(
    words: Mapping[str, str], datasets: Mapping[str, Mapping], asked: Sequence[prompts.Prompt]
) -> list[Reading]:
    """Return what was understood of tables of answers. InputError for answers about other sentences than the user's.

    Without pandas, as in _check_lists, the job that reads answers says so.
    """
    readings: list[Reading] = []
    if "answers" not in words or not find_spec("pandas"):
        return readings
    for entry in datasets.values():
        if manifest(entry).own:
            items = items_of(entry, entry[entry["kind"]])
            for path, reading in _answers(words):
                rows = answers.read_rows(Path(path).expanduser(), **reading)
                made = answers.read_answers(rows, asked, items, path, _sent(words))
                what, *notes = answers.said_of(made)
                readings.append(Reading(path, "answers", what, notes=notes))
    return readings


def _answers(words: Mapping[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each table of answers, and how it is read."""
    for path in _tables(words, "answers"):
        yield path, _reading(words, path)


def _reading(words: Mapping[str, str], path: str) -> dict[str, str]:
    """Return how a further table is read: as the other tables are, but one in UTF-8 as that."""
    in_utf_8 = text.is_utf_8(Path(path).expanduser())
    return {word: value for word, value in reading_of(words).items() if word != "encoding" or not in_utf_8}


def reading_of(words: Mapping[str, str]) -> dict[str, str]:
    """Return how tables are read, as keys of an entry."""
    return {word: words[word] for word in ("encoding", "sheet") if word in words}


def _own_prompts(words: Mapping[str, str]) -> dict[str, str]:
    """Return the key ``prompts`` of an entry, if the prompts are the user's own."""
    return {"prompts": words["prompts"]} if words.get("prompts", USUAL_PROMPTS) not in SHIPPED else {}


def _labels(names: Iterable[str]) -> dict[str, str]:
    """Return a label for each path or name of the hub: its last part, or as many as tell it from the others."""
    paths = {name: Path(name).expanduser() for name in names}
    paths = {name: path.resolve() if path.exists() else path for name, path in paths.items()}
    parts = {name: (*path.parts[:-1], path.stem if path.is_file() else path.name) for name, path in paths.items()}
    labels = {name: own[-1][:LABEL] for name, own in parts.items()}
    for number in range(2, max(map(len, parts.values()), default=0) + 1):
        alike = [name for name, label in labels.items() if list(labels.values()).count(label) > 1]
        labels |= {name: "/".join(parts[name][-number:]) for name in alike}
    return labels


def _systems(
    words: Mapping[str, str], datasets: Mapping, declared: Mapping, asked: Sequence[prompts.Prompt] = ()
) -> dict[str, tuple[str, dict]]:
    """Return section and entry of each system by its key; a model of one's own has neither kind nor measures yet."""
    taken: dict = declared["names"] | datasets
    systems: dict[str, tuple[str, dict]] = {}
    labels = {word: _labels(_values(words, word)) for word in ("model", "scores", "decisions", "answers")}
    if "server" in words and "model" not in words:
        raise InputError("SERVER=: add MODEL=, what the server calls its model")
    for name, label in labels["model"].items():
        folder = Path(name).expanduser()
        sections = [section for section in ("ngram", "models", "classifiers") if name in declared[section]]
        if "server" in words:
            systems[_free(Path(name).name, taken | systems)] = "models", {"label": label} | _served(words, name)
        elif sections and not folder.exists():
            systems[name] = sections[0], declared[sections[0]][name]
        elif adapters.is_adapter(folder):
            key = _free(folder.resolve().name, taken | systems)
            systems[key] = "models", {"label": label} | adapters.entry_of(folder, words.get("base"))
        elif folder.is_dir() or model_files.is_gguf(name):
            whole = folder.resolve()
            key = _free(whole.stem if model_files.is_gguf(name) else whole.name, taken | systems)
            systems[key] = "models", {"label": label + _quantisation(folder, label), "path": name}
        elif folder.exists() or not re.fullmatch(r"\w[\w.-]*(/[\w.-]+)?", name):
            raise InputError(f"MODEL={name}: {model_folder.no_folder(folder)}")
        else:
            systems[_free(Path(name).name, taken | systems)] = "models", {"label": label, "hub": name}
    reading = reading_of(words)
    partial = {"partial": True} if _yes(words, "partial") else {}
    for path in _tables(words, "scores"):
        label = labels["scores"][path]
        systems[_free(Path(path).stem, taken | systems)] = "scores", {"label": label, "path": path} | reading | partial
    for path in _tables(words, "decisions"):
        label = labels["decisions"][path]
        systems[_free(Path(path).stem, taken | systems)] = "decisions", {"label": label, "path": path} | reading
    for path, own in _answers(words):
        rows = answers.read_rows(Path(path).expanduser(), **own)
        entry = {"label": labels["answers"][path], "path": path} | own | _own_prompts(words)
        entry |= {"system": sent} if (sent := _sent(words)) else {}
        for measures in prompts.by_items(answers.measures_in(rows, asked, path)):
            systems[_free(Path(path).stem, taken | systems)] = "prompted", entry | {"measures": measures}
    return systems


def _sent(words: Mapping[str, str]) -> str:
    """Return the text of the system prompt that answers were asked with; empty where the words name none."""
    given = prompts.system_prompt(words.get("system_prompt", ""))
    return "" if given in (prompts.OWN, prompts.NONE) else given.strip()


def _served(words: Mapping[str, str], name: str) -> dict[str, Any]:
    """Return the entry of a model that a server calls by this name, without its label."""
    (kind,) = (kind for kind in of_section("models") if "server" in kind.keys)
    entry = {"kind": kind.name, "server": words["server"], "name": name}
    entry |= {word: words[word] for word in ("api", "beginning") if word in words}
    entry |= {"remote": True} if _yes(words, "remote") else {}
    return entry | {"measures": list(kind.usual_measures)}


def _quantisation(folder: Path, label: str) -> str:
    """Return how the weights of a GGUF file are quantised, in brackets, if that is not in its label; else nothing."""
    file = model_files.gguf_of(folder)
    quantisation = gguf_header.read(file).quantisation if file else ""
    return "" if quantisation.lower() in label.lower() else f" ({quantisation})"


def _yes(words: Mapping[str, str], word: str, otherwise: str = "no") -> bool:
    """Return whether a word says yes, or ``otherwise`` does where it is not given.

    Raise InputError where it says neither yes nor no.
    """
    value = words.get(word, otherwise).strip().lower()
    if value not in YES_OR_NO:
        raise InputError(f"{word.upper()}={words[word]}: must be yes or no")
    return YES_OR_NO[value]


def _values(words: Mapping[str, str], word: str) -> list[str]:
    """Return what a word names: one thing, which may be a path with commas in it, or several between commas."""
    value = words.get(word, "").strip()
    if os.path.exists(os.path.expanduser(value)):
        return [value]
    return [part.strip() for part in value.split(",") if part.strip()]


def _tables(words: Mapping[str, str], word: str) -> Iterator[str]:
    """Yield the files that a word names. Raise InputError at the first that is none."""
    for name in _values(words, word):
        path = Path(name).expanduser()
        if path.is_dir() and word in (*FOLDERS, *OF_PEOPLE):
            files.files_of(path) if word in OF_PEOPLE else sheets.files_of(path)
        elif not path.is_file():
            wrong = "is a folder; name the table in it" if path.is_dir() else no_such_file(path)
            raise InputError(f"{word.upper()}={name}: {wrong}")
        yield name


def _free(name: str, taken: Mapping) -> str:
    """Return a key made of a name: lower-case letters, digits and hyphens, unlike those taken."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    key = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "mine"
    if key == REFERENCE:
        key += "-own"
    return next(
        free for free in (key, *(f"{key}-{number}" for number in range(2, len(taken) + 3))) if free not in taken
    )


def configuration(
    words: Mapping[str, str],
    datasets: Mapping,
    systems: Mapping,
    declared: Mapping,
    before: Mapping | None = None,
    command: Command = SCORE,
    asked: Sequence[prompts.Prompt] = (),
) -> dict[str, Any]:
    """Return the whole configuration of a request, its paths as seen from here.

    ``declared`` is what config.yaml and the studies declare; ``before``, what was last written for this folder, from
    which the commits of hub models are taken; ``asked``, the prompts that there are.
    """
    names = ", ".join(declared["datasets"])
    if not datasets and command == CHECK:
        raise InputError(f"nothing to check: add PAIRS=my_pairs.csv or DATASET= ({names})")
    if not datasets:
        raise InputError(f"nothing to score: add PAIRS=my_pairs.csv, SENTENCES=my_sentences.csv or DATASET= ({names})")
    if not systems and command.needs_systems:
        raise InputError(
            "nothing to score with: add MODEL=folder-or-name, SCORES=my_scores.csv, DECISIONS=my_choices.csv or "
            "ANSWERS=answers.csv"
        )
    _check_words(words, systems, command)
    config: dict[str, Any] = {
        "studies": [],
        "run": list(systems),
        "datasets": dict(datasets),
        "criteria": {"thresholds": THRESHOLDS},
    }
    if "too_long" in words:
        config["too_long"] = words["too_long"]
    if _yes(words, "as_babylm"):
        if not any(manifest(entry).pairs for entry in datasets.values()):
            raise InputError(f"AS_BABYLM={words['as_babylm']}: applies only to minimal pairs; leave it out")
        config["as_babylm"] = True
    if mirror := words.get("mirror") or fetching.named_mirror(declared["mirror"]):
        config["mirror"] = mirror
    for entry in datasets.values():
        if origin := entry.get("thresholds_from"):
            schema.known(origin, declared["labelled"], "make score: thresholds_from: the labelled dataset")
            config["datasets"][origin] = declared["labelled"][origin]
    commits_of = _commits(words, systems, before or {})
    for key, (section, entry) in systems.items():
        if section == "models" and "kind" not in entry:
            pinned = dict((before or {}).get("models", {}).get(key, {}))
            for name in ("keep_weights", "beginning"):
                pinned.pop(name, None)
            first = dict(zip(["revision"], commits_of.values(), strict=False))
            entry = _with_beginning(_described(entry, dict(words) | first, pinned), words)
            entry = _with_babylm(entry, _yes(words, "as_babylm"))
        if "hub" in entry and not _yes(words, "keep", "yes"):
            entry = dict(entry) | {"keep_weights": False}
        _add(config, section, key, entry, declared)
    own = [entry for key, entry in config.get("models", {}).items() if key not in declared["models"]]
    if "beginning" in words and not any("beginning" in entry for entry in own):
        raise InputError(
            f"BEGINNING={words['beginning']}: applies only to causal models that MODEL= names and config.yaml does "
            "not; leave it out"
        )
    if series := _series(words, systems, commits_of):
        config |= series
    if "prompts" in words:
        _ask(config, words, asked)
    _negate(_values(words, "negate"), list(config.get("scores", {}).values()))
    return config


def _with_beginning(entry: Mapping, words: Mapping[str, str]) -> dict[str, Any]:
    """Return the entry of a model with what BEGINNING says, if its kind has such a key."""
    if "beginning" not in words or "beginning" not in kind_of("models", entry).keys:
        return dict(entry)
    value = words["beginning"].strip()
    return dict(entry) | {"beginning": YES_OR_NO.get(value.lower(), value)}


def _with_babylm(entry: Mapping, asked: bool) -> dict[str, Any]:
    """Return the entry of a model with its usual measures and, if asked, those of BabyLM's pipeline, read as there."""
    kind = kind_of("models", entry)
    more = [measure for measure in kind.babylm if asked and measure not in kind.usual_measures]
    usual = {name: value for name, value in kind.as_babylm.items() if asked and name not in entry}
    return dict(entry) | usual | {"measures": [*kind.usual_measures, *more]}


def _ask(config: dict[str, Any], words: Mapping[str, str], asked: Sequence[prompts.Prompt]) -> None:
    """Add systems that ask the causal models of a configuration what there are prompts for.

    Raises InputError where there is no such model, or no prompt for what the datasets have.
    """
    base = of_section("prompted")[0].base
    models = {key: entry for key, entry in config.get("models", {}).items() if entry["kind"] == base}
    models = {key: entry for key, entry in models.items() if key in config["run"]}
    has_pairs = any(manifest(entry).pairs for entry in config["datasets"].values())
    measures = [prompt.measure for prompt in asked if has_pairs or prompt.measure in prompts.SENTENCE_MEASURES]
    if not models and "answers" in words:
        return
    if not models and "server" in words:
        raise InputError(
            f"PROMPTS={words['prompts']}: a model behind a server is not asked by prompts from here; use make prompts"
        )
    if not models:
        raise InputError(f"PROMPTS={words['prompts']}: is for {base} models (MODEL=) and ANSWERS= only; leave it out")
    if not measures:
        raise InputError(f"PROMPTS={words['prompts']}: has prompts about pairs only; give PAIRS=, or add others")
    system = {"system": words["system_prompt"]} if "system_prompt" in words else {}
    for key, entry in models.items():
        for own in prompts.by_items(measures):
            name = _free(f"{key}-{'choice' if own[0] in prompts.PAIR_MEASURES else 'asked'}", _all_names(config))
            made = {"label": f"{entry['label']}, asked", "model": key, "measures": own} | system | _own_prompts(words)
            config.setdefault("prompted", {})[name] = made
            config["run"].append(name)


def _all_names(config: Mapping) -> dict:
    return {name: None for section in config.values() if isinstance(section, dict) for name in section}


def _check_words(words: Mapping[str, str], systems: Mapping[str, tuple[str, Mapping]], command: Command) -> None:
    """Raise InputError for a word that nothing of the request is about."""
    models = [entry for section, entry in systems.values() if section == "models" and "kind" not in entry]
    tables = {"pairs", "sentences", "scores", "decisions", "answers"} & set(words)
    subjects = {
        "kind": ("one model of your own", len(models) == 1),
        **dict.fromkeys(
            ("revision", "revisions"), ("one model of the hub", sum("hub" in entry for entry in models) == 1)
        ),
        **dict.fromkeys(("api", "remote"), ("SERVER=", "server" in words)),
        "too_long": ("models that are computed here", "server" not in words),
        "base": ("the folder of an adapter in MODEL=", any("adapter" in entry for entry in models)),
        "keep": ("models of the hub", any("hub" in entry for _, entry in systems.values())),
        "numbers": ("SERIES= or REVISIONS=", {"series", "revisions"} & set(words)),
        "negate": ("SCORES=", "scores" in words),
        "partial": ("SCORES=", "scores" in words),
        "system_prompt": (
            "MODEL= with PROMPTS=, and a text to ANSWERS=",
            {"model", "prompts"} <= words.keys() or ("answers" in words and _sent(words)),
        ),
        **dict.fromkeys(("standardise", "words"), ("a table of your own", tables - {"scores", "decisions", "answers"})),
        **dict.fromkeys(("encoding", "sheet"), ("a table of your own", tables or "fillers" in words)),
        **dict.fromkeys((*results.WORDS, *(set(results.FILES) - {"fillers"})), ("RATINGS=", "ratings" in words)),
        "fillers": ("RATINGS=", "ratings" in words or command == CHECK),
    }
    for word in subjects.keys() & words.keys():
        subject, there = subjects[word]
        if not there:
            raise InputError(f"{word.upper()}={words[word]}: applies only to {subject}; leave it out")


def whole_number(words: Mapping[str, str], word: str, usual: int = 0) -> int:
    """Return the whole number that a word gives, or the usual one where it is not given.

    Raises InputError for another value.
    """
    value = words.get(word, str(usual)).strip()
    if not re.fullmatch("[0-9]{1,9}", value):
        raise InputError(f"{word.upper()}={words[word]}: must be a whole number")
    return int(value)


def write_files(module: ModuleType, meaning: str, arguments: Sequence[str], base: Path) -> list[str]:
    """Return what a command that writes files says, once it has written them.

    ``module`` has its COMMAND and its function write; ``meaning`` says what its words, the ``arguments``, are about.
    ``base`` is the project's folder. Raises InputError where a word cannot be met.
    """
    command = module.COMMAND
    about = "; ".join(f"{word.upper()}=: {said}" for word, said in command.words.items())
    parser = argparse.ArgumentParser(prog=f"make {command.name}", epilog=about)
    parser.add_argument("words", nargs="+", metavar="WORD=value", help=meaning)
    given = dict(word.split("=", 1) for word in parser.parse_args(arguments).words)
    return module.write(checked(given, command), Path(os.path.relpath(base)))


def _checking(words: Mapping[str, str], declared: Mapping, base: Path) -> dict[str, Any]:
    """Return the section ``check`` of a request, and the corpus that it names.

    Without CORPUS=, it is the usual one, if that is here, in the mirror, or can be fetched now.
    """
    section: dict[str, Any] = {}
    for word in ("raters", "lists", "first", "seed"):
        if word in words:
            section[word] = whole_number(words, word)
    if "fillers" in words:
        section["fillers"] = next(_tables(words, "fillers"))
        section |= _reading(words, section["fillers"])
    if "assume" in words:
        section["assume"] = parse_assumptions(words["assume"])
    name = words.get("corpus", CORPUS)
    if name.strip().lower() == "none":
        return {"check": section}
    if Path(name).expanduser().is_file():
        key = _free(Path(name).stem, declared["names"])
        return {"check": section | {"corpus": key}, "corpora": {key: {"kind": "text", "path": name}}}
    if name not in declared["corpora"]:
        there = ", ".join([*declared["corpora"], "none"])
        raise InputError(f"CORPUS={name}: is neither a file nor a corpus of config.yaml; there are: {there}")
    if "corpus" not in words and not _at_hand(declared["corpora"][name], words, declared, base):
        return {"check": section}
    return {"check": section | {"corpus": name}, "corpora": {name: declared["corpora"][name]}}


def _at_hand(entry: Mapping, words: Mapping[str, str], declared: Mapping, base: Path) -> bool:
    """Return whether the registered file of a corpus is here; it is fetched if it can be."""
    source = corpus_of(entry).source
    row = fetching.read_registry(base / "resources/sources.tsv")[source]
    mirror = words.get("mirror") or fetching.named_mirror(declared["mirror"])
    target = base / "resources/raw" / source
    if fetching.is_intact(row, target):
        return True
    try:
        fetching.fetch(row, target, mirror, attempts=1, timeout=10)
    except InputError as error:
        print(f"note: {error}", file=sys.stderr)
        return False
    return True


def _commits(words: Mapping[str, str], systems: Mapping, before: Mapping) -> dict[str, str]:
    """Return the commit of each of REVISIONS; those that were written before are not looked up again.

    Raises InputError where one is named twice, there is only one, or the number is one in which they do not differ.
    """
    revisions = _values(words, "revisions")
    if not revisions:
        return {}
    if "revision" in words:
        raise InputError(f"REVISION={words['revision']}: leave it out, or name it among REVISIONS=")
    _check_several(words, "revisions", revisions, "write REVISION= for one alone")
    if _number(words) == COUNTED:
        raise InputError(f"SERIES={words['series']}: {SAME}; write another word, such as step, or leave it out")
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


def _check_several(words: Mapping[str, str], word: str, names: list[str], otherwise: str) -> None:
    """Raise InputError about a word where one of several names stands there twice, or there are not several."""
    place = f"{word.upper()}={words[word]}"
    if twice := [name for number, name in enumerate(names) if name in names[:number]]:
        raise InputError(f"{place}: {twice[0]} occurs twice; write it once")
    if len(names) < 2:
        raise InputError(f"{place}: a series has two or more; {otherwise}")


def _number(words: Mapping[str, str]) -> str:
    """Return what the numbers of a series are of."""
    return words.get("series", "step").strip().lower()


def _series(words: Mapping[str, str], systems: Mapping, commits_of: Mapping[str, str]) -> dict[str, Any]:
    """Return the sections ``run`` and ``series`` of a request for a series; empty for any other.

    Raises InputError for a series of one system, and for numbers that are not one for each.
    """
    if not {"series", "revisions"} & set(words):
        return {}
    number = _number(words)
    names = list(commits_of or systems)
    if not commits_of:
        otherwise = "name several in MODEL=, or revisions of one in REVISIONS="
        _check_several(words, "series", _values(words, "model") if "model" in words else names, otherwise)
    numbers = _values(words, "numbers") or [None] * len(names)
    if len(numbers) != len(names):
        raise InputError(f"NUMBERS={words['numbers']}: has {len(numbers)} numbers for {len(names)}: {', '.join(names)}")
    by_name = dict(zip(names, numbers, strict=True))
    if not commits_of:
        key = _free(number, systems)
        labels = [re.split(r"[-_ .]", entry["label"]) for _, entry in systems.values()]
        begin = takewhile(lambda words: len(set(words)) == 1, zip(*labels, strict=False))
        label = "-".join(words[0] for words in begin) or "Models"  # pythia, of pythia-70m and pythia-160m
        return {"series": {key: {"label": label, "number": number, "systems": by_name}}}
    (model,) = (key for key, (_, entry) in systems.items() if "hub" in entry)
    key = _free(f"{model} {number}", systems)
    entry = {"label": systems[model][1]["label"], "number": number, "model": model}
    entry |= {"revisions": by_name, "commits": dict(commits_of)}
    return {"run": [key if name == model else name for name in systems], "series": {key: entry}}


def _add(config: dict, section: str, key: str, entry: Mapping, declared: Mapping) -> None:
    """Declare an entry, and what it needs. A system that is for some datasets elsewhere is asked for this one here."""
    section_here = config.setdefault("datasets" if section == "labelled" else section, {})
    section_here[key] = {name: value for name, value in entry.items() if name != "datasets"}
    for name, needed in NEEDS.items():
        if name in entry and entry[name] not in config.get(needed, {}):
            _add(config, needed, entry[name], declared[needed][entry[name]], declared)


def _negate(measures: list[str], tables: list[dict]) -> None:
    """Give each table of scores those of the measures to negate that it has. Raise InputError where none has one."""
    there: set[str] = set()
    for table in tables if measures else []:
        columns = scores.columns_of(Path(table["path"]).expanduser(), **sheets.of_entry(table))
        there.update(columns)
        if negated := [measure for measure in measures if measure in columns]:
            table["negate"] = negated
    for measure in measures:
        if measure not in there:
            raise InputError(f"NEGATE={measure}: is not a measure of the scores; they have: {', '.join(sorted(there))}")


def _described(entry: Mapping, words: Mapping[str, str], pinned: Mapping) -> dict[str, Any]:
    """Return the entry of a model with its commit, its kind and its measures, which its config.json tells.

    ``pinned`` is the entry as it was last written. The hub is asked only for what that does not say.
    """
    entry, name = dict(entry), words.get("kind")
    if "hub" in entry:
        named, same = words.get("revision") or entry.get("revision"), pinned.get("hub") == entry["hub"]
        if commits.is_commit(named):
            entry["revision"] = named
        else:
            entry["revision"] = pinned["revision"] if same and not named else commits.resolve(entry["hub"], named)
        if same and pinned["revision"] == entry["revision"] and name in (None, pinned["kind"]):
            return dict(pinned) | {key: value for key, value in entry.items() if key == "adapter"}
    return described_model(entry, name)
