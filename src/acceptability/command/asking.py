"""Run `make prompts`: write questions about sentences or pairs, as a table and as lines that providers read.

Nothing is sent anywhere: the user does that, with whatever key.
"""

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pandas as pd

from acceptability.command import request, user_files
from acceptability.command.options import Command, reading_of
from acceptability.contracts import io
from acceptability.datasets.registry import kinds
from acceptability.errors import InputError, no_such_file
from acceptability.plan import schema
from acceptability.reading.contexts import WHOLE_ONLY
from acceptability.scoring import prompts
from acceptability.scoring.prompts import Items, Prompt, Question

OPTIONS = {
    "pairs": "a table of minimal pairs",
    "sentences": "a table of sentences",
    "prompts": "english, or a file of prompts of your own",
    "system_prompt": "the text of a system prompt, which the batch sends before each prompt",
    "measures": "what to ask for, with commas: yes_no, rating, forced_choice (by default, forced_choice of pairs, and "
    "yes_no of sentences)",
    "repetitions": "how often each question is asked (1 by default)",
    "model": "the model's name at the provider",
    "encoding": "how the text of the table is encoded",
    "sheet": "the sheet of the spreadsheet",
    "folder": "where the files are written (by default, a folder in runs)",
}
COMMAND = Command("prompts", OPTIONS)
PLACEHOLDER = "NAME-OF-THE-MODEL"  # where no model is named: the user puts the name there
MOST_REPETITIONS = 1000
URL = "/v1/chat/completions"  # the path of requests in a batch


def write(options: Mapping[str, str], base: Path) -> list[str]:
    """Write prompts.csv and prompts.jsonl, and return what to say about them, in lines.

    ``base`` is the project's folder. Raises InputError where an option cannot be met.
    """
    subjects = [option for option in ("pairs", "sentences") if option in options]
    if len(subjects) != 1:
        raise InputError("make prompts: add either PAIRS=my_pairs.csv or SENTENCES=my_sentences.csv")
    path = options[subjects[0]]
    items = _items(subjects[0], path, options)
    chosen_prompts = _asked(options, subjects[0], base)
    repetitions = options.get("repetitions", "1").strip()
    if not (repetitions.isdecimal() and 1 <= int(repetitions) <= MOST_REPETITIONS):
        raise InputError(f"REPETITIONS={repetitions}: must be a whole number from 1 to {MOST_REPETITIONS:,}")
    model, system = options.get("model", PLACEHOLDER), options.get("system_prompt", "").strip()
    if prompts.system_prompt(system) in (prompts.OWN, prompts.NONE):
        raise InputError(
            f"SYSTEM_PROMPT={system}: {prompts.OWN} and {prompts.NONE} are about chat templates, which the provider "
            "fills; write the text of a system prompt, or leave it out"
        )
    questions = list(_questions(chosen_prompts, items, int(repetitions), system))
    folder = Path(options.get("folder", f"runs/{Path(path).stem}-prompts")).expanduser()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        io.write_table(pd.DataFrame(_rows(questions, system)), folder / "prompts.csv")
        io.write_text("".join(f"{line}\n" for line in _lines(questions, model, system)), folder / "prompts.jsonl")
    except OSError as error:
        raise InputError(f"{error.filename}: cannot be written ({error.strerror}); name another FOLDER=") from error
    repeated = (subjects[0], "prompts", "system_prompt", "encoding", "sheet")
    again = {option: options[option] for option in repeated if options.get(option)}
    typed = [f"{option.upper()}={value}" for option, value in (again | {"answers": "answers.csv"}).items()]
    return [
        f"{len(questions):,} prompts: {', '.join(prompt.id for prompt in chosen_prompts)}",
        *prompts.examples_asked(chosen_prompts, items),
        f"Table: {folder / 'prompts.csv'}",
        f"Batch: {folder / 'prompts.jsonl'}"
        + ("" if "model" in options else f" (put the model's name in place of {PLACEHOLDER}, or give MODEL=)"),
        f"Then: {shlex.join(['make', 'score', *typed])}",
    ]


def _items(kind: str, path: str, options: Mapping[str, str]) -> Items:
    """Return the sentences and pairs of a user's table, as a run prepares them."""
    if Path(path).expanduser().is_dir():
        raise InputError(f"{kind.upper()}={path}: is a folder; name a table in it")
    if not Path(path).expanduser().is_file():
        raise InputError(f"{kind.upper()}={path}: {no_such_file(path)}")
    entry = {"kind": kind, "label": kind, kind: str(Path(path).expanduser())} | reading_of(options)
    request.report(kinds()[kind].check(entry))
    if kinds()[kind].manifest(entry).scored_part:
        raise InputError(f"{kind.upper()}={path}: {WHOLE_ONLY}; write whole sentences, without contexts, into a table")
    return user_files.items_of(entry, path)


def _asked(options: Mapping[str, str], kind: str, base: Path) -> list[Prompt]:
    """Return the prompts of the measures that are asked for."""
    usual = "forced_choice" if kind == "pairs" else "yes_no"
    names = [name.strip() for name in options.get("measures", usual).split(",") if name.strip()]
    measures = list(dict.fromkeys(names)) or [usual]
    possible = prompts.MEASURES if kind == "pairs" else prompts.SENTENCE_MEASURES
    for measure in measures:
        if kind == "sentences" and measure in prompts.PAIR_MEASURES:
            raise InputError(f"MEASURES: {measure} is about pairs; set PAIRS=, or leave it out")
        schema.known(measure, possible, "MEASURES: the measure")
    return prompts.of_measures(
        user_files.read_prompts(options, base), measures, f"PROMPTS={options.get('prompts', user_files.USUAL_PROMPTS)}"
    )


def _questions(
    chosen_prompts: Sequence[Prompt], items: Items, repetitions: int, system: str
) -> Iterator[tuple[str, Question, int]]:
    """Yield the id of each question and repetition, the question, and the number of the repetition."""
    marks = {prompt.id: prompts.fingerprint(prompt, items, system) for prompt in chosen_prompts}
    for asked_before in range(repetitions):
        for question in prompts.questions(chosen_prompts, items):
            repetition = prompts.repetition_of(question, asked_before)
            yield prompts.id_of(marks[question.prompt.id], question, repetition), question, repetition


def _rows(questions: Sequence[tuple[str, Question, int]], system: str) -> Iterator[dict[str, str | int]]:
    """Yield each question as a row of a table, as one text; the text of a system prompt, if there is one, beside it."""
    for name, question, repetition in questions:
        yield {
            "id": name,
            **({"system_prompt": system} if system else {}),
            "prompt": question.text,
            "options": " | ".join(forms[0].strip() for forms in question.prompt.options.values()),
            "order": question.order,
            "repetition": repetition,
        }


def _lines(questions: Sequence[tuple[str, Question, int]], model: str, system: str) -> Iterator[str]:
    """Yield each question as a request of a batch, examples being earlier turns, after the text of a system prompt."""
    before = [{"role": "system", "content": system}] if system else []
    for name, question, _ in questions:
        line = {
            "custom_id": name,
            "method": "POST",
            "url": URL,
            "body": {"model": model, "messages": [*before, *prompts.messages(question.asked, question.shown)]},
        }
        yield json.dumps(line, ensure_ascii=False)
