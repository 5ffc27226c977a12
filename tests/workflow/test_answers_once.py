"""`make score RATINGS=`: the files of answers are parsed once in a run, which changes no result."""

import random
import shutil
import stat

from acceptability.responses import kept
from helpers import copy_checkout, make, results_of, write_csv

# Python imports this module when it starts, in each process of a run.
COUNTING = """
import os, sys

sys.path.insert(0, {package!r})
from acceptability.responses import kept, results

read_files = results._read


def counted(*arguments):
    with open({log!r}, "a") as log:
        log.write("x")
    return read_files(*arguments)


results._read = counted
if os.environ.get("KEEP_NOTHING"):
    kept.read = lambda *_: None
"""


def test_answers_are_parsed_once_and_results_are_the_same(tmp_path, monkeypatch):
    folder = copy_checkout(tmp_path / "checkout")
    draw = random.Random(1)
    pairs = [[f"p{n}", f"kind {n % 2}", f"The boy sleeps, {n}.", f"The boy sleep, {n}."] for n in range(8)]
    sentences = [f"{pair[0]}.{side}" for pair in pairs for side in ("good", "bad")]
    write_csv(folder / "pairs.csv", ["pair_id", "phenomenon", "good", "bad"], pairs)
    write_csv(folder / "scores.csv", ["sentence_id", "one"], [[name, draw.gauss(0, 1)] for name in sentences])
    answers = [
        [f"José García {person}", f"192.0.2.{person}", name, draw.randint(1, 7), place, draw.randint(400, 3000)]
        for person in range(6)
        for place, name in enumerate(draw.sample(sentences, len(sentences)), start=1)
    ]
    header = ["participant", "ip", "sentence_id", "rating", "place", "rt"]
    write_csv(folder / "answers.csv", header, answers)
    log = tmp_path / "parses"
    (tmp_path / "site").mkdir()
    text = COUNTING.format(package=str(folder / "src"), log=str(log))
    (tmp_path / "site/sitecustomize.py").write_text(text, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
    options = ["PAIRS=pairs.csv", "RATINGS=answers.csv", "SCORES=scores.csv", "EXCLUDE=fast=1500", "FOLDER=out"]
    run = make(folder, "score", *options)
    assert run.returncode == 0, run.stderr
    assert log.read_text() == "x"
    (file,) = (folder / "out" / kept.FOLDER).iterdir()
    assert stat.filemode(file.stat().st_mode) == "-rw-------"
    files = [path for path in (folder / "out").rglob("*") if path.is_file()]
    personal = [path for path in files if any(part in path.read_bytes() for part in ("García".encode(), b"192.0.2."))]
    assert len(files) > 20 and not personal

    with_kept = results_of(folder / "out")
    shutil.rmtree(folder / "out")
    log.unlink()
    monkeypatch.setenv("KEEP_NOTHING", "yes")
    run = make(folder, "score", *options)
    assert run.returncode == 0, run.stderr
    assert len(log.read_text()) > 1 and "ratings/pairs.csv" in with_kept
    assert results_of(folder / "out") == with_kept
