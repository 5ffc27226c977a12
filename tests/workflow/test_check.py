"""`make check`: from a table of pairs to what to mend, lists for participants, and their answers scored."""

import random
import re
import stat
from pathlib import Path

import pandas as pd
import pytest

import acceptability
from helpers import copy_checkout, error_lines, files_below, make, snakemake, write_csv

NOUNS = ["boy", "girl", "child", "dog", "cat", "man"]
CHECK = ["check", "--config", "pairs=pairs.csv", "corpus=texts.txt", "scores=scores.csv", "lists=4",
         "fillers=fillers.csv", "raters=20", "first=6", "assume=rater_sd=0.9", "folder=out"]  # fmt: skip


@pytest.fixture(scope="module")
def checked(tmp_path_factory) -> tuple[Path, str]:
    """A checkout in which 24 pairs were checked with everything that can be asked for, and what that printed."""
    folder = copy_checkout(tmp_path_factory.mktemp("check") / "checkout")
    pairs = [[f"a{n}", "agreement", f"The {noun}s near {n} sleep.", f"The {noun}s near {n} sleeps here."] for n, noun in
             enumerate(NOUNS * 2)]  # fmt: skip
    pairs += [
        [f"o{n}", "order", f"A {noun} saw {n} cats.", f"A {noun} {n} cats saw."] for n, noun in enumerate(NOUNS * 2)
    ]
    write_csv(folder / "pairs.csv", ["pair_id", "phenomenon", "good", "bad"], pairs)
    write_csv(folder / "fillers.csv", ["sentence"], [["It rained."], ["Rained it."]])
    draw = random.Random(1)
    rows = [[f"{pair[0]}.{side}", draw.gauss(0, 1), draw.gauss(0, 1)] for pair in pairs for side in ("good", "bad")]
    write_csv(folder / "scores.csv", ["sentence_id", "one", "two"], rows)
    words = [f"The {noun}s saw a {noun} near the {noun}s." for noun in NOUNS] + ["They sleep.", "She sleeps here."]
    (folder / "texts.txt").write_text("\n".join(words), encoding="utf-8")
    run = snakemake(folder, *CHECK)
    assert run.returncode == 0, run.stdout
    return folder, run.stdout


def table(folder: Path, name: str) -> pd.DataFrame:
    return pd.read_csv(folder / f"out/results/check/pairs/{name}.csv", keep_default_na=False)


def test_the_terminal_ends_with_what_matters_and_where_it_is(checked):
    folder, printed = checked
    end = " ".join(printed[printed.index("\npairs: 24 pairs, 2 phenomena.") :].split())
    assert end.startswith(
        "pairs: 24 pairs, 2 phenomena. With 20 participants a list, a difference of 0.5 SD between acceptable and "
        "unacceptable sentences is found in "
    )
    (table_row,) = re.findall(r"^ +0\.50 +(\d+) +(\d+) +(\d+)$", printed, re.M)
    assert f"is found in {table_row[0]} of 100 experiments, for a phenomenon of 12 pairs." in end
    assert f"it takes {table_row[1]} participants a list, {table_row[2]} in all 4 lists." in end
    assert "The smaller number of words gets 12 of 12 pairs of agreement right." in end
    assert "rate the 6 first pairs of first_pairs.csv" in end
    places = re.findall(r"(?:Page|Tables|Lists): (\S+)", end)
    assert len(places) == 3 and all((folder / place).exists() for place in places)


def test_python_computes_the_same_tables(checked, tmp_path):
    folder, _ = checked
    asked = {"corpus": folder / "texts.txt", "scores": folder / "scores.csv", "raters": 20, "first": 6, "lists": 4}
    e = acceptability.check(folder / "pairs.csv", **asked, assume={"rater_sd": 0.9})
    e.save(tmp_path, only=e.frames)
    ours, theirs = (files_below(place / "check/pairs") for place in (tmp_path, folder / "out/results"))
    of_analyses = {name for name in theirs if name.endswith(".csv") and "/" not in name}
    assert of_analyses == set(ours) >= {"effects.csv", "pairs.csv", "power.csv", "rules.csv", "first_pairs.csv"}
    assert {name: ours[name] for name in of_analyses} == {name: theirs[name] for name in of_analyses}


def test_few_jobs_make_many_tables(checked):
    folder, printed = checked
    jobs = re.findall(r"Finished jobid: \d+ \(Rule: (\w+)\)", printed)
    assert sorted(set(jobs)) == [
        *("build_check", "check", "count_words", "evaluate_pairs", "import_scores", "make_lists", "prepare_dataset"),
    ]
    rules = table(folder, "rules").set_index(["group", "rule"])
    assert int(rules.loc[("agreement", "shorter"), "right"]) == 12
    assert table(folder, "balance")["pair_id"].isin(table(folder, "pairs")["pair_id"]).all()
    assert table(folder, "first_pairs")["drawn"].sum() == table(folder, "first_pairs")["random"].sum() == 6
    assumptions = table(folder, "assumptions").set_index("name")["value"]
    assert assumptions["rater_sd"] == 0.9 and assumptions["raters"] == 20
    assert (table(folder, "corpus")["used"] == 1).all()


def test_the_page_is_one_file_that_loads_nothing(checked):
    folder, _ = checked
    page = (folder / "out/results/check/pairs/page.html").read_text(encoding="utf-8")
    assert page.count("<section") == page.count("</section>") == 7
    assert not re.search(r'(?:src|href)="(?!data:)', page)
    for title in (
        "How many participants",
        "What needs no grammar",
        "Power",
        "Which pairs to rate first",
        "Each pair",
        "Files",
    ):
        assert f">{title}</h2>" in page
    assert all(f"<dt>{term}</dt>" in page for term in ("cluster", "ADC", "δ", "human delta", "BLiMP criterion"))
    assert "<code>pairs.csv</code>: each pair with what is remarkable" in page
    assert "<mark>sleep.</mark>" in page and "<mark>sleeps here.</mark>" in page


def test_asked_again_it_says_so_again_and_computes_nothing(checked):
    folder, printed = checked
    run = snakemake(folder, *CHECK)
    assert re.findall(r"Finished jobid: \d+ \(Rule: (\w+)\)", run.stdout) == ["check"], run.stdout
    assert run.stdout.endswith(printed[printed.index("\npairs: 24 pairs") :])


def test_answers_to_the_lists_are_scored(checked):
    """The round trip: what participants answer to the lists is the table of ratings of `make score`.

    Nothing about the participants is in any file of the run, and only the owner can read single answers.
    """
    folder, _ = checked
    draw, answers = random.Random(2), []
    for place in range(1, 5):
        of_list = table(folder, f"lists/{place}")
        shown = of_list["sentence_id"].tolist()
        assert len(shown) == 12 + 2 and not {f"{name.split('.')[0]}.{side}" for name in shown
                                              for side in ("good", "bad")} <= set(shown)  # fmt: skip
        pairs_shown = [name.rpartition(".")[0] for name in shown if not name.startswith("filler.")]
        assert len(set(pairs_shown)) == len(pairs_shown) == 12
        for person in range(3):
            about = [f"José García {place}-{person}", f"192.0.2.{place}{person}"]
            answers += [[*about, name, draw.randint(1, 4) + 3 * name.endswith(".good")] for name in shown]
    write_csv(folder / "answers.csv", ["participant", "ip", "sentence_id", "rating"], answers)
    run = snakemake(folder, "score", "--config", "pairs=pairs.csv", "ratings=answers.csv", "scores=scores.csv",
                    "folder=scored")  # fmt: skip
    assert run.returncode == 0, run.stdout
    ratings = pd.read_csv(folder / "scored/results/ratings/pairs.csv")
    assert len(ratings) == 4 * 3 * 12 and set(ratings["participant"]) == {f"P{number}" for number in range(1, 13)}
    files = [path for path in (folder / "scored").rglob("*") if path.is_file()]
    personal = [path for path in files if any(part in path.read_bytes() for part in ("García".encode(), b"192.0.2."))]
    assert len(files) > 20 and not personal
    for name in ("ratings", "responses", "choices"):
        assert stat.filemode((folder / f"scored/results/{name}/pairs.csv").stat().st_mode) == "-rw-------"
    criteria = pd.read_csv(folder / "scored/results/metrics/pairs/criteria.csv")
    assert {"blimp", "adc"} == set(criteria["criterion"]) and (criteria["pairs"] == 24).all()


def test_faults_are_those_of_make_score(checked):
    folder, _ = checked
    (folder / "wrong.csv").write_text("good,bad\nThe boy sleeps.,\n", encoding="utf-8")
    said = [
        error_lines(snakemake(folder, command, "--config", "pairs=wrong.csv", "scores=scores.csv", "folder=w"))
        for command in ("check", "score")
    ]
    assert len(said[0]) == 1 and "wrong.csv, row 2" in said[0][0]
    assert said[0][0].replace("make check", "make score") == said[1][0]
    run = snakemake(folder, "check", "--config", "pairs=pairs.csv", "sentences=x.csv")
    assert error_lines(run)[0].startswith("error: make check: the option 'SENTENCES' is not declared")


def test_the_makefile_checks_pairs_without_anything_else(checked):
    """One word is enough, and no corpus, no ratings and no model; without any, it says what to type."""
    folder, _ = checked
    run = make(folder, "check", "PAIRS=pairs.csv", "CORPUS=none", "FOLDER=alone")
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("\npairs: 24 pairs, 2 phenomena.\n")
    assert "There is no corpus, so word frequency and unknown words are not checked" in " ".join(run.stdout.split())
    rules = pd.read_csv(folder / "alone/results/check/pairs/rules.csv")
    assert set(rules["rule"]) == {"shorter", "fewer_characters", "alphabetical"}
    assert not (folder / "alone/results/check/pairs/first_pairs.csv").exists()
    run = make(folder, "check")
    assert run.returncode and run.stdout.startswith("error: nothing to check; type: make check PAIRS=my_pairs.csv")


def test_fewer_lists_than_before_are_made_anew(checked):
    folder, _ = checked
    (folder / "latin.csv").write_text("sentence\nLe garçon dort.\n", encoding="latin-1")
    for number in (4, 2):
        run = snakemake(folder, "check", "--config", "pairs=pairs.csv", "corpus=none", f"lists={number}",
                        "fillers=latin.csv", "encoding=latin-1", "folder=l")  # fmt: skip
        assert run.returncode == 0, run.stdout
        made = sorted(path.name for path in (folder / "l/results/check/pairs/lists").iterdir())
        assert made == [f"{place}.csv" for place in range(1, number + 1)]
    one = pd.read_csv(folder / "l/results/check/pairs/lists/1.csv")
    assert len(one) == 24 + 1 and "Le garçon dort." in set(one["sentence"])
