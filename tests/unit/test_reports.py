"""The sources of the reports, and how they are compiled."""

import re
from pathlib import Path

import pypdf
import pytest

import compile_report
from acceptability.errors import InputError
from acceptability.studies import claims

PAPER = Path(__file__).resolve().parents[2] / "paper"


def test_the_report_names_the_number_of_bootstraps():
    source = (PAPER / "lib.typ").read_text(encoding="utf-8")
    assert f"{claims.REPETITIONS:,} bootstraps" in source
    assert f"{claims.LEVEL:.1%} of the bootstraps" in source.replace(" %", "%")


def test_what_reports_share_names_no_dataset_and_no_paper():
    for name in ("lib.typ", "report.typ"):
        source = (PAPER / name).read_text(encoding="utf-8")
        assert not re.search(r"li-adger|cola|toy|Table \d|Figure \d", source, re.IGNORECASE)


@pytest.fixture
def sources(tmp_path, monkeypatch) -> dict[str, Path]:
    """Prose in one folder, results in another, which is the working directory."""
    prose, work = tmp_path / "prose", tmp_path / "work"
    prose.mkdir()
    (work / "results").mkdir(parents=True)
    (work / "results/share.csv").write_text("share\n0.875\n")
    (prose / "lib.typ").write_text('#let share() = csv("/results/share.csv").at(1).at(0)')
    (prose / "references.bib").write_text((PAPER / "references.bib").read_text(encoding="utf-8"), encoding="utf-8")
    (prose / "report.typ").write_text(
        '#import "/paper/lib.typ": *\n#set document(date: none)\n= #json(bytes(sys.inputs.run)).title\n'
        '#share() @adc\n#bibliography("/paper/references.bib")'
    )
    monkeypatch.chdir(work)
    return {name: prose / f"{name}.{end}" for name, end in (("report", "typ"), ("lib", "typ"), ("references", "bib"))}


def compiled(sources: dict[str, Path], pdf: Path) -> bytes:
    compile_report.main(sources["report"], sources["lib"], sources["references"], {"title": "Ours"}, pdf)
    return pdf.read_bytes()


def test_a_report_is_compiled_from_prose_that_stands_elsewhere(sources, tmp_path):
    first = compiled(sources, Path("results/report.pdf"))
    text = pypdf.PdfReader("results/report.pdf").pages[0].extract_text()
    assert "Ours" in text and "0.875" in text and "The Acceptability Delta Criterion" in text
    assert compiled(sources, tmp_path / "again.pdf") == first
    assert str(tmp_path).encode() not in first


SKIPPED = "sentence_id,sentence,system,tokens,limit\n" + "".join(
    f"s{number},Boys see.,{system},9,7\n" for number in range(7) for system in ("one", "two")
)


@pytest.mark.parametrize(
    ("skipped", "left", "expected"),
    [
        (
            SKIPPED,
            2,
            "7 sentences have more tokens than a model takes at once (one takes 7, two takes 7). All systems do without "
            "them, and without 3 pairs: s0, s1, s2, s3, s4 and 2 more. results/metrics/mine/skipped.csv has them all.",
        ),
        (
            "\n".join(SKIPPED.split("\n")[:2]),
            4,
            "1 sentence has more tokens than a model takes at once (one takes 7). All systems do without it, and without "
            "1 pair: s0. results/metrics/mine/skipped.csv has them all.",
        ),
        (SKIPPED.split("\n")[0], 5, ""),
    ],
)
def test_a_report_says_what_is_left_out(sources, skipped, left, expected):
    for name, rows in (("prepared/pairs/mine.csv", 5), ("pairs/mine.csv", left), ("metrics/mine/skipped.csv", 0)):
        Path("results", name).parent.mkdir(parents=True, exist_ok=True)
        Path("results", name).write_text("pair_id\n" + "p\n" * rows if rows else skipped)
    (sources["report"]).write_text('#import "/paper/lib.typ": *\n+#left-out(run.datasets.at(0))+')
    run = {"datasets": [{"key": "mine", "simulated": False}], "skips": True}
    compile_report.main(sources["report"], PAPER / "lib.typ", sources["references"], run, Path("results/report.pdf"))
    text = pypdf.PdfReader("results/report.pdf").pages[0].extract_text()
    assert "".join(text.split()) == f"+{expected}+".replace(" ", "")  # lines end anywhere


def test_a_missing_result_is_named_and_leaves_no_pdf(sources):
    Path("results/share.csv").unlink()
    with pytest.raises(InputError, match=r"report\.typ: .*results/share\.csv"):
        compiled(sources, Path("results/report.pdf"))
    assert list(Path("results").iterdir()) == []
