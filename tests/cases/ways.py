"""The two ways of a case: the words of a command, up to the jobs that need no model; and the functions from Python.

Jobs run in this process: those that read the user's files as the plan of the written configuration says it.
"""

import os
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace

import pandas as pd

import acceptability
import build_check
import count_words
import import_decisions
import import_scores
import prepare_dataset
import read_answers
import score_model
from acceptability.analyses.doubts.compute import find_doubts
from acceptability.api.ngram_models import NGramModel
from acceptability.command import asking, contents, request
from acceptability.command.options import CHECK, SCORE, YES_OR_NO, parse
from acceptability.contracts import io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.contracts.deltas import DELTAS
from acceptability.contracts.scoring import ANSWERS, MATCHES, SCORES, TOKENS
from acceptability.errors import InputError
from acceptability.plan import build, checking, evaluating
from acceptability.plan.datasets import Dataset
from acceptability.plan.derived import Prompted
from acceptability.plan.paths import expanded
from acceptability.plan.plan import Plan
from acceptability.plan.systems import REFERENCE, Decisions, OwnScores
from acceptability.reading import load
from acceptability.responses import results
from acceptability.steps import run
from configurations import SCHEMAS
from helpers import ROOT

COMMANDS = {"score": SCORE, "check": CHECK, "prompts": asking.COMMAND}
TABLES = ("sentences", "pairs", "ratings", "other_ratings", "choices", "responses", "features", "remarks")
MAIN_TABLES = {metrics: table for table, metrics in contents.METRICS.items()}


@dataclass
class Outcome:
    """Say what came of a case: the refusal, if there is one; what else was said; texts that were made; and values.

    ``in_job``: no refusal came before the jobs.
    """

    refused: str = ""
    in_job: bool = False
    texts: dict[str, str] = field(default_factory=lambda: {"summary": "", "prompts": "", "reading": ""})
    said: list[str] = field(default_factory=list)
    values: dict[str, object] = field(default_factory=dict)


def by_command(name: str, words: Mapping[str, str], models: bool) -> Outcome:
    """Do what ``make score``, ``make check`` or ``make prompts`` does with these words, in the current folder.

    ``models``: score with the models, too.
    """
    outcome = Outcome()
    try:
        checked = parse(words | {"folder": "run"}, COMMANDS[name])
        if name == "prompts":
            outcome.said += asking.write(checked, Path(os.path.relpath(ROOT)))
            outcome.texts["prompts"] = Path("run/prompts.csv").read_text("utf-8")
            return outcome
        folder = request.write(checked, Path(os.path.relpath(ROOT)), SCHEMAS, command=COMMANDS[name])
        os.chdir(folder)
        outcome.texts["reading"] = "".join(path.read_text("utf-8") for path in Path().rglob("reading.json"))
        for name in ("scores", *TABLES):
            Path(f"results/{name}").mkdir(parents=True, exist_ok=True)
        plan = build.plan_of(expanded(load.read_yaml("config.yaml")), [ROOT / "paper"], SCHEMAS)
        outcome.in_job = True
        _run_jobs(plan, outcome, models)
    except InputError as error:
        outcome.refused = str(error)
    return outcome


def from_python(words: Mapping[str, str], frames: Mapping[str, pd.DataFrame], models: bool) -> Outcome:
    """Give the same to the functions ``pairs``, ``evaluate`` and ``score``; ``frames`` stand in for files."""
    outcome, given = Outcome(), {**words, **frames}
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            known = ("ratings", "standardise", "encoding", "sheet", *results.WORDS, *results.FILES)
            options = {word: given[word] for word in known if word in given}
            pairs = acceptability.pairs(given["pairs"], **options)
            outcome.said += getattr(getattr(pairs, "reading", None), "lines", [])
            outcome.values |= _values(pairs.sentences, pairs.pairs)
            _evaluate(pairs, given, outcome)
            if models:
                options = {word: given[word] for word in ("kind", "base") if word in given}
                if said := given.get("beginning"):
                    options["beginning"] = YES_OR_NO.get(said, said)
                scored = acceptability.score(pairs, _model(Path(given["model"])), **options)
                outcome.values["scored"] = len(scored)
        except InputError as error:
            outcome.refused = str(error)
    outcome.said += [str(warning.message) for warning in warned]
    return outcome


def _model(path: Path) -> Path | NGramModel:
    """Return a folder, or the n-gram model in it as train_ngram returns it; no word has been counted."""
    if not (path / "model.binary").exists():
        return path
    folder = SimpleNamespace(name=path)
    how = {"lowercase": True, "end_of_sentence": True, "discount_fallback": False}
    return NGramModel(2, "words", **how, counts={}, folder=folder, corpus="")


def _evaluate(pairs: object, given: Mapping, outcome: Outcome) -> None:
    """Evaluate scores and decisions of a case, if there are any."""
    systems = {word: given[word] for word in ("scores", "decisions") if word in given}
    if not systems:
        return
    negate = [name for name in given.get("negate", "").split(",") if name]
    evaluated = acceptability.evaluate(pairs, **systems, negate=negate, partial=given.get("partial") == "yes")
    outcome.said += evaluated.reading
    table = evaluated["criteria"]
    rows = table[(table["criterion"] == "blimp") & (table["system"] != REFERENCE)]
    outcome.values["share"] = dict(zip(rows["measure"], rows["share"].round(3), strict=True))
    outcome.values["shares"] = [*outcome.values["share"].values()]


def _run_jobs(plan: Plan, outcome: Outcome, models: bool) -> None:
    """Run the jobs that read the user's files, as the rules do, and put what comes of it into the outcome."""
    for dataset in plan.datasets.values():
        targets = {name: Path(f"results/{name}/{dataset.key}.csv") for name in TABLES}
        files = {name: _paths(paths) for name, paths in dataset.manifest.files.items()}
        prepare_dataset.main(dataset.reader, files, dict(dataset.manifest.options), targets)
        sentences, pairs = io.read_table(targets["sentences"], SENTENCES), io.read_table(targets["pairs"], PAIRS)
        outcome.values |= _values(sentences, pairs)
        if not dataset.only_checked:
            outcome.values["table"] = MAIN_TABLES.get(Path(contents.metrics(dataset)).stem, "scores")
            outcome.values["different_rows"] = len({*dataset.row_labels.values()})
            matches = _import(plan, dataset, outcome, models)
            doubts = find_doubts(sentences, pairs, pd.DataFrame(), {}, "clusters", is_user_table=True, matches=matches)
            outcome.said += doubts["doubt"].tolist()  # the notes below the main table
        if plan.checking:
            outcome.texts["summary"] = _summary(plan, dataset)


def _import(plan: Plan, dataset: Dataset, outcome: Outcome, models: bool) -> dict[str, pd.DataFrame]:
    """Read the scores, decisions and answers of a dataset, and score with its models; return how rows were matched."""
    ways = {}
    sentences, pairs = (Path(f"results/{name}/{dataset.key}.csv") for name in ("sentences", "pairs"))
    members = io.read_table(pairs, PAIRS)[["good_id", "bad_id"]].to_numpy()
    for system in dataset.systems:
        to, matches = (Path(f"results/scores/{name}.csv") for name in (system.key, f"{system.key}-matches"))
        if isinstance(system, OwnScores):
            tables, how = [Path(path) for path in system.tables], (system.negate, system.reading, system.partial)
            import_scores.main(sentences, _paths(tables), system.columns, *how, to, matches)
            outcome.values |= _shares(io.read_table(to, SCORES), members)
            ways[system.key] = io.read_table(matches, MATCHES)
        elif isinstance(system, Decisions):
            import_decisions.main(
                [Path(system.path)], sentences, pairs, system.columns, [], system.reading, None, to, matches
            )
            right = io.read_table(to, DELTAS).groupby("measure")["model_delta"].agg(lambda delta: (delta > 0).mean())
            outcome.values["share"] = right.round(3).to_dict()
        elif isinstance(system, Prompted) and system.path:
            source = system.source(str(ROOT))
            measures = list(system.measures)
            read_answers.main(
                sentences,
                pairs,
                Path(system.path),
                load.read_yaml(source),
                source,
                measures,
                system.reading,
                system.sent,
                to,
            )
            outcome.values["answers"] = int(io.read_table(to, ANSWERS)["score"].notna().sum())
        elif models:
            files = [Path(path) for path in system.files]
            score_model.main(sentences, files, system.kind.scoring, system.scoring, system.key, "1", to, matches)
            outcome.values["scored"] = io.read_table(to, TOKENS)["sentence_id"].nunique()
    return ways


def _values(sentences: pd.DataFrame, pairs: pd.DataFrame) -> dict[str, object]:
    """Return what a prepared dataset has."""
    texts, ratings = (sentences.set_index("sentence_id")[name] for name in ("sentence", "rating"))
    labels = sentences["label"] if "label" in sentences else pd.Series(dtype=int)
    return {
        "sentences": len(sentences),
        "texts": texts.tolist(),
        "labels": {int(label): int(number) for label, number in labels.value_counts().items()},
        "ratings": [None if pd.isna(rating) else round(rating, 3) for rating in ratings],
        "pairs": len(pairs),
        "ids": pairs["pair_id"].tolist(),
        "different_ids": pairs["pair_id"].nunique(),
        "good": [texts[name] for name in pairs["good_id"]],
        "bad": [texts[name] for name in pairs["bad_id"]],
        "phenomena": pairs["phenomenon"].unique().tolist(),
        "paradigms": pairs["paradigm"].unique().tolist(),
        "clusters": pairs["cluster"].nunique(),
    }


def _shares(scores: pd.DataFrame, members: list) -> dict[str, object]:
    """Return the measures, the scores and, by measure, the share of pairs whose acceptable sentence scores higher."""
    by_measure = {name: own.set_index("sentence_id")["score"] for name, own in scores.groupby("measure", sort=False)}
    shares = {}
    for name, own in by_measure.items():
        scored = [(own[good], own[bad]) for good, bad in members if good in own and bad in own]
        shares[name] = round(sum(good > bad for good, bad in scored) / len(scored), 3) if scored else None
    return {
        "share": shares,
        "shares": [*shares.values()],
        "scores": {name: own.round(3).tolist() for name, own in by_measure.items()},
    }


def _summary(plan: Plan, dataset: Dataset) -> str:
    """Return what ``make check`` prints of a dataset, computed by its jobs."""
    if plan.checking.corpus:
        corpus = plan.corpora[plan.checking.corpus]
        counts = Path(f"results/word_counts/{corpus.key}.csv")
        counts.parent.mkdir()
        count_words.main(Path(corpus.path), corpus.kind, corpus.declared.module, 1, counts)
    (job,) = (job for job in evaluating.jobs(plan) if job.dataset == dataset.key)
    analyses = [step for step in job.steps if step.kind == "analysis"]
    run(replace(job.work, steps=analyses), Path(job.cache), workers=1)
    made = {name: Path(path) for name, path in checking.page_files(plan, dataset).items()}
    assets = [ROOT / f"workflow/report/check/{name}" for name in checking.ASSETS]
    names, described = list(checking.analyses_of(dataset)), checking.described(plan, dataset)
    build_check.main(made, names, described, [], assets, ".", Path("page.html"), Path("summary.txt"))
    return Path("summary.txt").read_text(encoding="utf-8")


def _paths(paths: str | Path | list) -> Path | list[Path]:
    """Return a path, or several where a list has several."""
    if not isinstance(paths, list):
        return Path(paths)
    return [Path(path) for path in paths] if len(paths) > 1 else Path(paths[0])
