"""What users see when something is wrong: one line, and nothing half-written."""

import hashlib
import os
import shutil
from pathlib import Path

import pandas as pd
import pytest

import extension
from helpers import error_lines, files_below, planned_jobs, replace_in, small_checkout, snakemake

TARGET = "resources/raw/li-conditions.csv"
URL = "https://example.org/li%20conditions.csv"


def one_error(run) -> str:
    lines = error_lines(run)
    assert run.returncode != 0
    assert "Traceback" not in run.stdout
    assert len(set(lines)) == 1, run.stdout
    return lines[0]


@pytest.fixture
def toy(checkout: Path) -> Path:
    shutil.copy2(checkout / "resources/demo/config.yaml", checkout / "config.yaml")
    return checkout


def test_a_mistake_in_the_configuration(toy):
    replace_in(toy / "config.yaml", "\nrun: all\n", "\nrun: [toy-trigrm-simulated]\n")
    message = (
        "config.yaml: run: the system 'toy-trigrm-simulated' is not declared (did you mean 'toy-trigram-simulated'?)"
    )
    assert message in one_error(snakemake(toy))
    assert not (toy / "results").exists() or not files_below(toy / "results")


def test_a_model_without_pytorch_is_refused_before_any_work(toy, tmp_path, monkeypatch):
    """Where conda brings PyTorch, Snakemake's own Python needs none."""
    (tmp_path / "sitecustomize.py").write_text('import sys\nsys.modules["torch"] = None\n', encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert one_error(snakemake(toy)) == (
        "error: config.yaml: run: the system 'toy-bert-simulated' needs PyTorch, which is not installed here; "
        "run `make neural`, or let conda install it (--use-conda)"
    )
    assert not (toy / "results").exists()
    if not shutil.which("conda"):
        assert one_error(snakemake(toy, "--use-conda")).startswith(
            "error: --use-conda: the program conda is not installed"
        )
    (tmp_path / "conda").write_text("#!/bin/sh\n", encoding="utf-8")
    (tmp_path / "conda").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert "PyTorch" not in snakemake(toy, "--dry-run", "--use-conda").stdout
    replace_in(toy / "config.yaml", "\nrun: all\n", "\nrun: [toy-trigram-simulated]\n")
    assert ("score_ngram", "dataset=toy-simulated, system=toy-trigram-simulated") in planned_jobs(toy)


def test_a_published_column_that_does_not_exist_is_named_with_its_file(checkout):
    extension.extend(checkout)
    replace_in(checkout.parent / "papers/sketch/study.yaml", "{log_prob: score}", "{log_prob: scores}")
    run = snakemake(checkout, "results/scores/doodles/sketch-published.csv", mirror=str(extension.MIRROR))
    assert "resources/raw/sketch-scores.csv: has no column 'scores'; correct study.yaml" in one_error(run)


def test_a_mistake_in_the_configuration_is_one_line_even_when_quiet(toy):
    replace_in(toy / "config.yaml", "run: all", "run: al")
    lines = snakemake(toy, "--quiet", "all").stdout.splitlines()
    assert lines == [
        "error: config.yaml: run: 'al' does not fit: The systems that run: `all`, or a list of names that are declared "
        "here or by a study. Tables and figures keep this order; the systems of a study's rows come first."
    ]


@pytest.fixture
def own(tmp_path) -> Path:
    """A checkout that reports on pairs.csv alone, scored by a small trigram."""
    return small_checkout(tmp_path / "checkout")


def own_pairs(folder: Path, table: str) -> None:
    """Report on this table of pairs alone."""
    (folder / "pairs.csv").write_text(table, encoding="utf-8")


def test_a_mistake_in_the_pairs_is_told_before_any_work(own):
    own_pairs(own, "pair_id,phenomenon,good,bad\na,x,Dogs bark.,Dogs barks.\na,x,The birds sing.,The birds sings.\n")
    run = snakemake(own)
    assert "pairs.csv, rows 2 and 3: have the same pair_id 'a'; make it different in each row" in run.stdout
    assert len(run.stdout.splitlines()) <= 5, run.stdout
    assert not (own / "results/sentences/mine.csv").exists()


def test_an_empty_rating_leaves_its_pair_out(own):
    """(A report on one rated pair is made in tests of own data.)"""
    rated = "x,y,The boy sleeps.,Boy the girl sleeps.,1.1,-0.8\nz,y,The boys see.,See boys the.,,-1\n"
    own_pairs(own, f"pair_id,phenomenon,good,bad,good_rating,bad_rating\n{rated}")
    run = snakemake(own, "results/metrics/mine/criteria.csv")
    assert run.returncode == 0, run.stdout
    table = pd.read_csv(own / "results/metrics/mine/criteria.csv")
    assert set(table["pairs"]) == {1} and set(table["variant"]) == {"corrected"}


def test_constant_scores(own):
    own_pairs(own, "pair_id,phenomenon,good,bad\nx,y,Dogs bark.,Cats meow.\n")  # words that the trigram does not know
    line = one_error(snakemake(own, "results/metrics/mine/criteria.csv"))
    assert "results/scores/mine/small-trigram.csv: log_prob: the scores have a standard deviation of 0.0" in line
    assert not (own / "results/deltas/mine/small-trigram.csv").exists()


def test_a_corpus_that_no_model_can_be_trained_on(own):
    own_pairs(own, "pair_id,phenomenon,good,bad\nx,y,Dogs bark.,Dogs the bark.\n")
    replace_in(own / "config.yaml", "discount_fallback: true, ", "")
    (own / "small.txt").write_text("Dogs bark.\nCats meow.\n", encoding="utf-8")
    line = one_error(snakemake(own, "results/metrics/mine/criteria.csv"))
    assert "small.txt: the corpus is too small or too regular for Kneser" in line
    left = [name for name in files_below(own / "results") if not name.startswith(("logs/", "benchmarks/"))]
    assert [name for name in left if name.startswith("models/") or name.endswith(".part")] == []


def test_tokens_that_were_edited_by_hand(own):
    own_pairs(own, "pair_id,phenomenon,good,bad\nx,y,Dogs bark.,Dogs the bark.\n")
    target = "results/deltas/mine/small-trigram.csv"
    assert snakemake(own, target).returncode == 0
    assert files_below(own / "results/tables/mine")
    path = own / "results/tokens/mine/small-trigram.csv"
    before = path.read_text(encoding="utf-8")
    lines = before.splitlines()
    first = [line for line in lines[1:] if not line.startswith("x.bad,")]
    edited = "\n".join([lines[0], *first]) + "\n"
    path.write_text(edited, encoding="utf-8")
    again = snakemake(own, target)
    assert again.returncode == 0 and path.read_text(encoding="utf-8") == before
    assert "results/tokens/mine/small-trigram.csv: was changed after it was written" in again.stdout
    (own / ".snakemake/written/results/tokens/mine/small-trigram.csv.json").unlink()  # as of a version without records
    path.write_text(edited, encoding="utf-8")
    assert "1 sentences have no log_prob, the first" in one_error(snakemake(own, target))
    for name in ("scores", "deltas", "metrics", "tables"):  # none of the old ones is left beside the failure
        assert files_below(own / f"results/{name}/mine") == {}, name


def register(checkout: Path, content: bytes, name: str = Path(TARGET).name) -> None:
    """Make the fetched file one of ours, so that no foreign data are needed."""
    registry = checkout / "resources/sources.tsv"
    ours = "\t".join([name, URL, hashlib.sha256(content).hexdigest(), str(len(content)), "ours", "yes", "us"])
    rows = registry.read_text(encoding="utf-8").splitlines()
    rows = [ours if row.startswith(f"{name}\t") else row for row in rows]
    registry.write_text("\n".join(rows) + "\n", encoding="utf-8")


def mirror_with(folder: Path, content: bytes) -> Path:
    path = folder / "mirror/example.org/li conditions.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return folder / "mirror"


def test_fetching_from_the_mirror_of_the_environment_or_the_configuration(checkout, tmp_path):
    register(checkout, b"first\n")
    mirror = str(mirror_with(tmp_path, b"first\n"))
    assert snakemake(checkout, TARGET, mirror=mirror).returncode == 0
    assert (checkout / TARGET).read_bytes() == b"first\n"
    (checkout / TARGET).unlink()
    assert snakemake(checkout, TARGET, "--config", f"mirror={mirror}").returncode == 0
    assert (checkout / TARGET).read_bytes() == b"first\n"


def test_a_wrong_first_download_leaves_nothing_and_the_next_run_mends_it(checkout, tmp_path):
    register(checkout, b"first\n")
    run = snakemake(checkout, TARGET, mirror=str(mirror_with(tmp_path, b"other\n")))
    assert "li-conditions.csv: " in one_error(run)
    assert not (checkout / "resources/raw").exists()
    assert snakemake(checkout, TARGET, mirror=str(mirror_with(tmp_path, b"first\n"))).returncode == 0
    assert (checkout / TARGET).read_bytes() == b"first\n"


def test_a_mirror_that_is_no_folder_is_one_line(checkout, tmp_path):
    run = snakemake(checkout, mirror=str(tmp_path / "nowhere"))
    assert [line for line in run.stdout.splitlines() if "mirror" in line] == [one_error(run)]
    assert "nowhere is not a folder; correct MIRROR" in one_error(run)


def test_an_intact_file_stays_when_fetching_again_cannot_succeed(checkout, tmp_path):
    register(checkout, b"first\n")
    assert snakemake(checkout, TARGET, mirror=str(mirror_with(tmp_path, b"first\n"))).returncode == 0
    run = snakemake(checkout, TARGET, "--forceall", mirror=str(mirror_with(tmp_path, b"wrong\n")))
    assert run.returncode == 0, run.stdout
    assert (checkout / TARGET).read_bytes() == b"first\n"


def test_a_file_that_is_not_the_registered_one_is_never_used(checkout):
    register(checkout, b"first\n")
    (checkout / TARGET).parent.mkdir()
    (checkout / TARGET).write_bytes(b"second\n")
    line = one_error(snakemake(checkout, "--dry-run"))
    assert "resources/raw/li-conditions.csv: is not the file that the row of its name in sources.tsv registers" in line
    assert (checkout / TARGET).read_bytes() == b"second\n"
