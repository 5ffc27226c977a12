"""The sources of the reports, how they are compiled, and what their pages look like."""

import json
import re
from io import StringIO
from pathlib import Path

import pandas as pd
import pypdf
import pytest

import compile_report
import pages
from acceptability.analyses import registry
from acceptability.analyses.criteria import columns as main_table
from acceptability.analyses.criteria.manifest import CRITERIA
from acceptability.analyses.criteria.table import make_first_page
from acceptability.analyses.exposure import manifest as exposure
from acceptability.errors import InputError
from acceptability.rounding import beside
from acceptability.studies import claims
from helpers import ROOT

PAPER = ROOT / "paper"
LIBRARY = [path for path in sorted(PAPER.glob("*.typ")) if not path.name.endswith("report.typ")]
ANALYSES = ROOT / "src/acceptability/analyses"
SECTIONS = sorted([*ANALYSES.glob("*/section.typ"), *PAPER.glob("*/*/section.typ")])
NAME = "A model with a name of forty characters"
REFERENCES = {"references": ["references.bib"]}
RUN = REFERENCES | {
    "datasets": [],
    "labelled": [],
    "inputs": [],
    "ngram": [],
    "models": [],
    "study": None,
    "form": "whole",
}


def dataset(**different) -> dict:
    rows = {"one/pll": NAME, "two/slor": "Trigram SLOR", "reference/best_constant": "Best constant delta"}
    kind = {"has": ["pairs", "rated"], "variants": [], "simulated": False, "sections": [], "appendices": []}
    kind |= {"systems": 2, "ranked": False, "clusters": "texts"}
    return {"key": "mine", "label": "Mine", "labels": rows, "named": {}} | kind | different


def test_the_report_names_the_number_of_bootstraps():
    source = (PAPER / "study.typ").read_text(encoding="utf-8")
    assert f"{claims.REPETITIONS:,} bootstrap samples" in source
    assert f"{claims.ENDS[1]:.1%} of bootstrap samples" in source.replace(" %", "%")


def test_a_report_shows_as_many_kinds_of_sentences_as_the_figure():
    source = (ANALYSES / "exposure/section.typ").read_text(encoding="utf-8")
    assert f"#let most-kinds = {exposure.MOST} " in source


def test_what_reports_share_names_no_dataset_and_no_paper():
    for path in [*LIBRARY, *SECTIONS, PAPER / "report.typ"]:
        assert not re.search(r"li-adger|cola|toy|Table \d|Figure \d", path.read_text(encoding="utf-8"), re.IGNORECASE)


def test_no_semicolon_is_lost_after_an_expression():
    """Typst takes a semicolon for the end of the expression before it, and does not print it."""
    for path in [*PAPER.glob("*.typ"), *PAPER.glob("*/*.typ"), *SECTIONS]:
        assert not re.findall(r"#[a-z][\w-]*\([^#\[;]*\); [a-z]", path.read_text(encoding="utf-8")), path


def test_an_analysis_has_a_section_where_its_manifest_says_so():
    assert sorted(path.parent.name for path in SECTIONS) == sorted(registry.sections())
    places = [section.place for section in registry.sections().values()]
    assert len(places) == len(set(places))
    assert all(section.own in ("short", "details", "both") for section in registry.sections().values())


def test_the_text_of_sections_takes_numbers_only_from_tables_that_manifests_name():
    """Compare names of files: a section, or the text that all reports share, reads no others below ``results/metrics``."""
    named = {Path(registry.path_of(table)).name for it in registry.analyses().values() for table in it.quotes}
    named = {name.replace("{labelled}", "") for name in named} | {"classifiers.csv"}
    for path in [*SECTIONS, *LIBRARY]:
        read = re.findall(r'metrics\([^")]*"(?:[^"]*/)?([^"/]*\.csv)"', path.read_text(encoding="utf-8"))
        assert set(read) <= named, path


@pytest.fixture
def sources(tmp_path, monkeypatch) -> dict[str, Path]:
    """Prose in one folder, results in another, which is the working directory."""
    prose, work = tmp_path / "prose", tmp_path / "work"
    prose.mkdir()
    for kind in ("metrics", "tables", "figures"):
        (work / "results" / kind / "mine").mkdir(parents=True)
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
    compile_report.main(
        sources["report"], [sources["lib"]], [], [sources["references"]], [], {"title": "Ours"} | REFERENCES, pdf
    )
    return pdf.read_bytes()


def with_the_library(source: str, run: dict, results: tuple[Path, ...] = ()) -> pypdf.PdfReader:
    """A report from a source that uses the library that reports share."""
    Path("report.typ").write_text(f'#import "/paper/lib.typ": *\n{source}', encoding="utf-8")
    pdf = Path("results/report.pdf")
    compile_report.main(
        Path("report.typ"), LIBRARY, SECTIONS, [PAPER / "references.bib"], list(results), RUN | run, pdf
    )
    return pypdf.PdfReader(pdf)


def text(report: pypdf.PdfReader) -> str:
    return " ".join(" ".join(page.extract_text() for page in report.pages).split())


def shown(expressions: list[str], **run) -> list[str]:
    """Return the text that each expression of Typst shows; one report has them all."""
    source = "\n\n|\n\n".join(f"#{expression}" for expression in expressions)
    return [part.strip() for part in text(with_the_library(source, run)).split("|")]


def metrics(**tables: str) -> None:
    """Write metrics; with ``criteria``, also those that the first page shows beside them, and its table."""
    if "criteria" in tables:
        first_page(tables["criteria"])
    for name, lines in ((beside_criteria(tables["criteria"]) if "criteria" in tables else {}) | tables).items():
        Path(f"results/metrics/mine/{name}.csv").write_text(lines)


def beside_criteria(of_criteria: str) -> dict[str, str]:
    """Return tests, sentences for a paper and signs and sizes of the rows of criteria; single ratings are not known."""
    table = pd.read_csv(StringIO(of_criteria), keep_default_na=False)
    table = table[table["system"] != "reference"]
    tested, rows = table.assign(right=table["share"] * table["pairs"], p=0.03, over="clusters", units=5), {}
    sizes = table[table["criterion"] == "adc"].assign(random_sizes=0.2, signs_right=0.4, constant=0.45)
    sizes = sizes.assign(constant_high=0.5, perfect="", perfect_sd_1="", perfect_pairs=0, measurable="unknown")
    for name, frame in {"against_chance": tested, "strength": sizes}.items():
        rows[name] = frame.assign(row=frame["system"] + "/" + frame["measure"]).to_csv(index=False)
    quoted = "\n".join(f"{row},Quoted." for row in table["system"] + "/" + table["measure"])
    return rows | {"quotations": f"row,sentence\n{quoted}", "sentences_fits": "row,pearson_r,low,high"}


def first_page(of_criteria: str, **different) -> None:
    """Write the table of the first page of a report on ``criteria``."""
    frame, against_chance = (
        pd.read_csv(StringIO(lines)) for lines in (of_criteria, beside_criteria(of_criteria)["against_chance"])
    )
    frame = frame.reindex(columns=[*CRITERIA.columns])  # those that the test does not need are empty
    rows = dataset()["labels"]
    references = {row: label for row, label in rows.items() if row.startswith("reference/")}
    labels = {row: label for row, label in rows.items() if row not in references}
    usual = {"against_chance": against_chance, "fits": None, "title": "Mine", "ties_missed": False}
    table = make_first_page(criteria=frame, labels=labels, references=references, **usual | different)
    table.to_csv("results/tables/mine/first_page.csv", index=False)


def empty_figure(name: str) -> None:
    figure = pypdf.PdfWriter()
    figure.add_blank_page(452, 100)
    figure.write(f"results/figures/mine/{name}.pdf")


def main_results(**run) -> str:
    """The first page's results of a report on one dataset, which has a figure."""
    empty_figure("criteria")
    told = run | {"datasets": [dataset()], "captions": {"figures": {"mine": {"criteria": [["Shares.", "", ""]]}}}}
    return text(with_the_library("#main-results(run.datasets.at(0))", told))


def main_result(**different) -> str:
    """What abstracts say of one dataset."""
    return text(with_the_library("#main-result(run.datasets.at(0))", {"datasets": [dataset(**different)]}))


def test_a_report_is_compiled_from_prose_that_stands_elsewhere(sources, tmp_path):
    first = compiled(sources, Path("results/report.pdf"))
    text = pypdf.PdfReader("results/report.pdf").pages[0].extract_text()
    assert "Ours" in text and "0.875" in text and "The Acceptability Delta Criterion" in text
    assert compiled(sources, tmp_path / "again.pdf") == first
    assert str(tmp_path).encode() not in first


def test_a_title_says_what_the_report_is_about(sources):
    titles = {
        "Mine: how well 2 systems match human judgments": {},
        "Mine: how well 1 system matches human judgments": {"systems": 1},
        "Mine: how often 2 systems prefer the acceptable sentence": {"has": ["pairs"]},
        "Mine: how often 2 systems prefer the better sentence": {"has": ["pairs"], "ranked": True},
        "Mine: how well the scores of 2 systems match human ratings": {"has": ["rated"]},
        "Mine: scores of 2 systems": {"has": []},
    }
    datasets = [dataset(**different) for different in titles.values()]
    found = shown([f"title-of(run.datasets.at({place}))" for place in range(len(datasets))], datasets=datasets)
    assert found == list(titles)


def criteria(pairs: int = 10, unanswered: float = 0) -> str:
    """Shares of pairs; the first system is better under one criterion, the second under the other.

    ``unanswered``: the share of the pairs that the first system does not cover.
    """
    lines = ["system,measure,variant,criterion,threshold,pairs,share,low,high,ties,chance,chance_sd,fold_sd"]
    lines[0] += ",unanswered,share_unanswered_half,share_ties_half,half_low,half_high"
    shares = {"one,pll": (0.8, 0.25), "two,slor": (0.6, 0.4), "reference,best_constant": (1, 0.55)}
    for row, (blimp, adc) in shares.items():
        ties, fold_sd = ("", 0.004) if row.startswith("reference") else (0, "")
        left = unanswered if row == "one,pll" else 0
        number, half = round(pairs * (1 - left)), f"{left},{blimp * (1 - left) + left / 2}"
        of_blimp, of_adc = (
            f"{share},{share - less},{share + more}" for share, less, more in ((blimp, 0.2, 0), (adc, 0.05, 0.1))
        )
        lines.append(f"{row},corrected,blimp,,{number},{of_blimp},{ties},,,,{half},{of_blimp}")
        adc_cells = f"{number},{of_adc},{ties},{adc - 0.125},,{fold_sd},{left},{adc},{of_adc}"
        lines.append(f"{row},corrected,adc,0.5,{adc_cells}")
    return "\n".join(lines)


def specifications(by_choices: dict[str, tuple[float, float]]) -> str:
    """Shares of the two systems with ratings divided by their SD, by the other choices; elsewhere, the others' order."""
    lines = ["threshold,human_scale,population,normaliser,length,weight,system,measure,share"]
    for choices, shares in by_choices.items():
        for system, share in zip(("one,pll", "two,slor"), shares, strict=True):
            lines.append(f"0.5,sentences,{choices},{system},{share}")
            lines.append(f"0.5,participants,{choices},{system},{1 - share}")
            lines.append(f"1,sentences,{choices},{system},{1 - share}")
        lines.append(f"0.5,sentences,{choices},reference,best_constant,0.9")
    return "\n".join(lines)


OWN = "dataset,none,any,pairs"  # the other choices of a paper's own rows


def abstract(pairs: int = 1000, by_choices: dict[str, tuple[float, float]] | None = None, **different) -> str:
    metrics(criteria=criteria(pairs), specifications=specifications(by_choices or {OWN: (0.3, 0.5)}))
    return main_result(**different)


@pytest.mark.parametrize(
    ("by_choices", "clause"),
    [
        ({OWN: (0.3, 0.5)}, ""),
        ({OWN: (0.5, 0.5)}, ""),
        ({"pairs,none,any,pairs": (0.5, 0.3)}, ""),
        ({OWN: (0.5, 0.4), "pairs,none,any,pairs": (0.5, 0.5)}, f"{NAME} is first, whatever else is chosen"),
        ({OWN: (0.5, 0.4), "pairs,none,any,pairs": (0.3, 0.5)}, f"{NAME} is first"),
    ],
)
def test_an_abstract_says_where_the_scale_of_ratings_changes_which_system_is_first(sources, by_choices, clause):
    """The second system has the greatest share with ratings as they are."""
    clause = clause and f", but with ratings divided by their standard deviation, {clause}"
    assert f"none reaches more{clause}. If the preferences of Trigram SLOR were" in abstract(by_choices=by_choices)


def test_an_abstract_compares_other_people_with_the_best_system_on_the_same_pairs_and_scale(sources):
    rows = {"people,raw": 0.75, "people,sd_1": 0.5, "one,pll": 0.35, "two,slor": 0.3, "reference,best_constant": 0.6}
    lines = [f"{row},adc,{delta},{share + delta / 100},400" for row, share in rows.items() for delta in (0.5, 1)]
    lines += ["two,slor,adc_se,0.5,0.9,400"]
    metrics(people="\n".join(["system,measure,statistic,threshold,value,pairs", *lines]))
    said = abstract(1000, has=["pairs", "rated", "single_ratings"])
    assert (
        "the sentences of 400 pairs in another experiment, reach 50.5 % if their ratings are scaled to a standard "
        f"deviation of 1, as systems’ scores are; the best system there, {NAME}, reaches 35.5 %. On the scale of their "
        "ratings, they reach 75.5 %."
    ) in said


def test_an_abstract_is_made_from_the_results(sources):
    said = abstract(1000)
    right = f"On the 1,000 rated pairs, {NAME} gets 80.0 % (95 % interval 60.0 to 80.0) right (p = 0.030"
    assert f"{right} against half by chance); none gets more." in said
    assert (
        "Here Trigram SLOR reaches 40.0 % (95 % interval 35.0 to 50.0); none reaches more. If the preferences of Trigram "
        "SLOR were permuted over the pairs, 27.5 % would be expected by chance (p = 0.030). One constant for "
        "all pairs, given the acceptable sentence of each and fitted to other pairs, reaches 45.0 %. What a system could "
        "reach at most is unknown: that takes several ratings of each sentence."
    ) in said
    assert "Other people" not in said


def test_an_abstract_on_few_pairs_says_how_many(sources):
    said = abstract(10)
    assert f"On the 10 rated pairs, {NAME} gets 8 of 10 (95 % interval 60.0 to 80.0 %) right (" in said
    assert "Here Trigram SLOR reaches 4 of 10 (95 % interval 35.0 to 50.0 %); none reaches more." in said


def test_an_abstract_names_all_that_tie_for_the_best(sources):
    """Both systems get 80 % of the pairs right."""
    header, *lines = criteria(1000).split("\n")
    tied = [line.replace("0.6,", "0.8,") if line.startswith("two,slor,corrected,blimp") else line for line in lines]
    metrics(criteria="\n".join([header, *tied]), specifications=specifications({OWN: (0.3, 0.5)}))
    assert f"{NAME} and Trigram SLOR each get 80.0 % right." in main_result()


@pytest.mark.parametrize(
    ("measurable", "end"),
    [
        ("yes", "as systems’ scores have."),
        ("unclear", "hardly show whether a system knows how strong preferences are."),
        ("scale", "knowing how strong preferences are would therefore not be expected to help by this criterion."),
        ("no", "So these ratings cannot show whether a system knows how strong preferences are."),
    ],
)
def test_an_abstract_says_what_the_ratings_can_show(sources, measurable, end):
    told = beside_criteria(criteria(1000))["strength"].replace(",,,0,unknown", f",0.387,0.075,110,{measurable}")
    metrics(criteria=criteria(1000), specifications=specifications({OWN: (0.3, 0.5)}), strength=told)
    said = main_result()
    assert "On the 110 pairs with single ratings, a system that knew the expected rating of every sentence" in said
    assert "38.7 % on the scale of the ratings, and 7.5 % at a standard deviation of 1" in said
    assert said.endswith(end)


def test_of_few_a_report_says_how_many(sources):
    parts = shown(["part(2 / 14, 14)", "part(0, 19)", "part(3 / 20, 20)", "part(1, 3)"])
    assert parts == ["2 of 14", "0 of 19", "15.0 %", "3 of 3"]


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ('"0.300 [0.100, 0.500]"', "The highest correlation is that of B: r = 0.300 [0.100, 0.500]."),
        ("not defined", "Scores are compared with mean human ratings by Pearson’s r."),
    ],
)
def test_an_abstract_on_rated_sentences_names_a_correlation_if_any_is_defined(sources, cells, expected):
    ratings = f"Mine,Pearson's r with ratings,Number of sentences\nA,not defined,20\nB,{cells},20\nC,−0.400,20\n"
    ratings = ratings if cells != "not defined" else ratings.replace("−0.400", cells)
    Path("results/tables/mine/ratings.csv").write_text(ratings, encoding="utf-8")
    assert main_result(has=["rated"]).endswith(expected)
    metrics(human_error="statistic,value\nraters,4.25\nperfect_r,")
    assert main_result(has=["rated", "single_ratings"]).endswith(expected)
    metrics(human_error="statistic,value\nraters,4.25\nperfect_r,0.8125")
    end = " A perfect predictor would be expected to reach r = 0.813, because 4.3 ratings of a sentence leave"
    assert (end in main_result(has=["rated", "single_ratings"])) == ("highest" in expected)


def test_the_first_page_names_the_best_system_of_those_that_cover_all_pairs(sources):
    metrics(criteria=criteria(1000))
    complete = main_results()
    assert "1,000 rated pairs" in complete and "nanswered" not in complete
    assert "Number of pairs" not in complete and "800 of 1,000 0.030" in complete
    quoted = text(with_the_library("#for-a-paper(run.datasets.at(0))", {"datasets": [dataset()]}))
    assert quoted.startswith("For a paper. Quoted. results/metrics/mine/quotations.csv has such a text")
    metrics(criteria=criteria(1000, unanswered=0.3), specifications=specifications({OWN: (0.3, 0.5)}))
    said = main_results()
    assert "Share of the 1,000 rated pairs that meet each criterion" in said
    assert "Do not compare rows of different pairs" in said and "700 30.0 0.710" in said
    assert "On the 1,000 rated pairs, Trigram SLOR gets 60.0 % (95 % interval 40.0 to 60.0) right" in main_result()


def test_the_best_by_the_adc_may_cover_a_part_where_what_covers_all_only_decides(sources):
    """The one system has no ADC; the other has scores of 700 of 1,000 pairs, and chance and constant are about these."""
    lines = [line for line in criteria(1000).split("\n") if not line.startswith("one,pll,corrected,adc")]
    own = ("two,slor", "reference,best")
    lines = [line.replace(",1000,", ",700,") if line.startswith(own) else line for line in lines]
    lines = [
        re.sub(r",0,(0\.\d+)((,0\.\d+){3})$", r",0.3,\1\2", line) if line.startswith(own[0]) else line for line in lines
    ]
    metrics(criteria="\n".join(lines), specifications=specifications({OWN: (0.5, 0.3)}))
    said = main_result(has=["pairs", "rated", "scores", "partial"])
    assert f"On the 1,000 rated pairs, {NAME} gets 80.0 % (95 % interval 60.0 to 80.0) right" in said
    assert "Here Trigram SLOR reaches 40.0 % (95 % interval 35.0 to 50.0) of the 700 pairs that it covers. If" in said


@pytest.mark.parametrize("clusters", [1, 2])
def test_the_first_page_speaks_of_intervals_if_there_are_any(sources, clusters):
    header, *lines = criteria().split("\n")
    if clusters == 1:
        lines = [re.sub(r"(,10,[\d.]+),[\d.]+,[\d.]+,", r"\1,,,", line) for line in lines]
        lines = [re.sub(r"(,[\d.]+),[\d.]+,[\d.]+$", r"\1,,", line) for line in lines]
    metrics(criteria="\n".join([header, *lines]))
    said = main_results()
    assert ("95 % intervals" in said) == ("[0.600, 0.800]" in said) == (clusters > 1)
    assert "±" not in said  # no row is a random draw


def test_a_declared_column_is_on_the_first_page(sources, monkeypatch):
    """Declare a made-up column as tests/unit/analyses/test_main_table.py does for the other places."""

    def cells(metrics, rows):
        return rows["pairs"].map("{} odd".format)

    odd = main_table.Column("odd", "Odd pairs", cells, main_table.PLACES)
    metrics(criteria=criteria(1000))
    assert "odd" not in main_results().lower()
    monkeypatch.setattr(main_table, "AFTER_SHARES", (*main_table.AFTER_SHARES, odd))
    metrics(criteria=criteria(1000))
    said = main_results()
    assert "Odd pairs" in said and said.count("1000 odd") == 3  # of two systems and a reference


def test_the_first_page_of_a_paper_takes_ties_as_missed_and_shows_them_as_half_too(sources):
    """A tenth of the first system's pairs are ties."""
    frame = pd.read_csv(StringIO(criteria(1000)))
    tied = frame["system"] == "one"
    frame.loc[tied, "ties"], frame.loc[tied, "share_ties_half"] = 100, frame["share"] + 0.05
    metrics(criteria=frame.to_csv(index=False))
    own = main_results()
    first_page(frame.to_csv(index=False), ties_missed=True)
    of_paper = main_results(study="mine")
    assert "BLiMP strict Pairs right p ADC, δ = 0.5 strict" in own and "0.850 [0.600, 0.800] 0.800 800 of" in own
    assert "BLiMP, strict ties half ADC, δ = 0.5, strict ties half" in of_paper and "Pairs right" not in of_paper
    assert "0.800 [0.600, 0.800] 0.850 0.250 [0.200, 0.350] 0.300" in of_paper


INTERVAL = "0.852 [0.817, −0.882]"
FIGURE = '#drawn("mine", "drawn")[A figure.]'


LONG = 'booktabs(("Left", "Right"), range(200).map(n => ("row " + str(n), str(n))))'


def page(table: str) -> str:
    return f"#show: report.with(title: [A title])\n{FIGURE}\n#tabled(here: true, {table})[A table.]\n"


def problems(source: str) -> list[str]:
    empty_figure("drawn")
    with_the_library(source, {"datasets": [dataset()]})
    return pages.problems(Path("results/report.pdf"), [NAME, INTERVAL])


def test_wide_tables_fit_and_break_neither_names_nor_intervals(sources):
    """Two columns; more than fit in any type; long text beside them; names of systems in headers."""
    for columns in (2, 12):
        cells = f'("{NAME}",) + ("{INTERVAL}",) * {columns - 1}'
        table = f'booktabs(range({columns}).map(n => "ADC, δ = " + str(n)), ({cells},) * 3)'
        assert problems(page(table)) == []
        assert text(pypdf.PdfReader("results/report.pdf")).count(INTERVAL) == 3 * (columns - 1)
    prose = "A sentence that is as long as it takes to fill more than a line. " * 3
    table = f'booktabs(("",) + ("Δ {NAME}",) * 4 + ("Sentence",), (("{NAME}", ..("{INTERVAL}",) * 4, "{prose}"),) * 3)'
    assert problems(page(table)) == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ceiling", "Too few participants rated the same sentences for halves of them to be compared."),
        ("mixed_model", "No mixed model of single ratings is fitted: that takes at least 20 sentences"),
        ("disagreements", "In these pairs, systems contradict people or the experts."),
    ],
)
def test_a_section_says_what_could_not_be_computed_and_shows_no_empty_table(sources, name, said):
    error = "statistic,value,number\nraters,1.0,9\n"
    metrics(ceiling="raters\n", human_error=error, mixed_model="row,aic,ratings\nnone,,9\n")
    Path("results/tables/mine/disagreements").mkdir()
    Path("results/tables/mine/disagreements/met_by_one.csv").write_text("Phenomenon,Criterion\n")
    source = f'#import "/analyses/{name}/section.typ": section\n#section(run.datasets.first(), (:))'
    alone = dataset(systems=1, disagreements={"met_by_one": "Pairs that only one system gets right"})
    read = text(with_the_library(source, {"datasets": [alone]}))
    assert said in read and not re.search("Table|Figure|There are no pairs", read)


def test_a_section_says_how_often_people_were_split(sources):
    metrics(
        ceiling="source,splits\nnoise model,\nobserved,26.0\n", human_error="statistic,value,number\nraters,1.0,9\n"
    )
    empty_figure("ceiling")
    source = '#import "/analyses/ceiling/section.typ": section\n#section(run.datasets.first(), (:))'
    captions = {"figures": {"mine": {"ceiling": [["Shares.", "", ""]]}}}
    read = text(with_the_library(source, {"datasets": [dataset()], "captions": captions, "other": "more"}))
    assert "are split into two halves 26 times." in read


def test_each_part_of_a_table_that_is_cut_names_its_rows(sources):
    header = '"Pairs", "System"' + "".join(f', "{INTERVAL} {number}"' for number in range(12))
    rows = ", ".join(f'("all", "{name}") + ("{INTERVAL}",) * 12' for name in ("First", "Second"))
    assert problems(page(f"booktabs(({header}), ({rows}))")) == []
    read = text(pypdf.PdfReader("results/report.pdf"))
    assert read.count("Pairs System") == read.count("all First") == read.count("all Second") > 1


def test_a_long_table_repeats_its_header_and_keeps_its_caption(sources):
    assert problems(page(LONG)) == []
    read = [it.extract_text() for it in pypdf.PdfReader("results/report.pdf").pages]
    assert len(read) > 2 and all("Left" in it for it in read if "row 1" in it)
    for rows in range(40, 60):  # whatever the number, the last rows are on one page
        source = page(LONG.replace("range(200)", f"range({rows})"))
        last = with_the_library(source, {"datasets": [dataset()]}).pages[-1].extract_text()
        assert f"row {rows - 3}" in last and f"row {rows - 1}" in last
    assert "Table 1." in read[0] and "row 0" in read[0]


def test_a_figure_at_the_top_of_the_first_page_is_below_the_title_and_the_abstract(sources):
    empty_figure("drawn")
    source = f"#show: report.with(title: [A title], abstract: [In short.])\n{FIGURE}\nText."
    report = with_the_library(source, {"datasets": [dataset()]})
    assert text(report).startswith("A title Abstract In short. Figure 1. A figure. Text.")


def test_a_table_starts_below_the_text_and_breaks_between_rows(sources):
    """A third of a page is left for twelve rows of three lines: some of them stand there, and none is cut."""
    long = "A sentence that is as long as it takes to fill more than a line of its column. "
    rows = f'range(12).map(n => ("row " + str(n), "{long * 2}", "{long}" + "end " + str(n)))'
    above = "#lorem(620)\n\n"
    table = f'{above}#tabled(here: true, booktabs(("", "Left", "Right"), {rows}))[A table.]'
    report = with_the_library(f"#show: report.with(title: [A title])\n{table}", {"datasets": [dataset()]})
    first, second = (" ".join(it.extract_text().split()) for it in report.pages)
    assert "row 0" in first and "row 11" in second and "Left" in first and "Left" in second
    for number in range(12):  # its first and its last words
        assert (f"row {number} " in first) == (f"end {number}" in first)
    assert max(pages.white(report.pages[0])) < 60


@pytest.mark.parametrize("rows", [62, 75, 100])
@pytest.mark.parametrize("floating", [FIGURE, '#tabled(booktabs(("A", "B"), (("a", "1"),) * 9))[B.]'])
def test_nothing_is_between_the_parts_of_a_table(sources, rows, floating):
    """Before it, after it: at its end, a page has the table's last rows first."""
    empty_figure("drawn")
    long = LONG.replace("range(200)", f"range({rows})")
    table = f"#tabled(here: true, {long})[A table.]"
    source = f"#show: report.with(title: [A title])\n#lorem(900)\n\n{floating}\n\n{table}\n\n{floating}\n\n#lorem(200)"
    report = with_the_library(source, {"datasets": [dataset()]})
    read = [page.extract_text() for page in report.pages]
    assert re.search(r"row 0\b", "".join(read)) and len(read) > 2
    (last,) = [page for page, found in zip(report.pages, read, strict=True) if f"row {rows - 1}" in found]
    rules = [box for box in pages.boxes(last) if box.kind == "line" and box.right - box.left > 20]
    assert max(box.top for box in rules) > pages.TOP - 20  # its header, repeated, is at the top of the page


def test_warnings_are_on_one_page(sources):
    doubts = "".join(f"pairs,Warning {number}: {'look at this again ' * 9}\n" for number in range(9))
    metrics(doubts=f"about,doubt\n{doubts}")
    empty_figure("drawn")
    source = '#import "/analyses/doubts/section.typ": section\n'
    source += f"#show: report.with(title: [A title])\n#lorem(560)\n\n{FIGURE}\n\n"
    source += f"#section(run.datasets.first(), (:))\n\n{FIGURE}\n\n#lorem(300)"
    read = [page.extract_text() for page in with_the_library(source, {"datasets": [dataset()]}).pages]
    (whole,) = [found for found in read if "Please check." in found]
    assert len(read) > 1 and [f"Warning {number}:" in whole for number in range(9)] == [True] * 9


SHORT = page('booktabs(("", "Share"), (("A", "1"),))')
BROKEN = NAME.replace(" ", " \\ \n")


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        (f"{SHORT}#box(width: 500pt, repeat[.])", "beyond the margin"),
        (f"{SHORT}{BROKEN}", "broken over lines"),
        (f'{SHORT}#image("/results/figures/mine/drawn.pdf")', "2 figures"),
        (page("[nothing]"), "0 lines of tables"),
        (page(LONG).replace("here: true", "here: false"), "beyond the margin"),
        (f"{SHORT}#place(bottom)[some] #place(bottom)[other]", "text over text"),
        (f"{SHORT}#text(size: 6.5pt)[small]", "type of [6.5] points"),
        (FIGURE, "no Table 1."),
    ],
)
def test_problems_of_pages_are_seen(sources, source, problem):
    assert any(problem in found for found in problems(source))


def embedded(report: pypdf.PdfReader) -> set[str]:
    found = [font for page in report.pages for font in page["/Resources"]["/Font"].values()]
    return {font.get_object()["/BaseFont"].split("+")[1] for font in found}


def test_a_report_is_set_in_the_font_of_figures_and_others_for_what_it_lacks(sources):
    table = '#show: report.with(title: [Δ and _r_])\n#data-table("/results/names.csv")'
    names = Path("results/names.csv")
    names.write_text("Name,Share\nPlain,1\n", encoding="utf-8")
    assert {name.split("-")[0] for name in embedded(with_the_library(table, {}, (names,)))} == {"STIXGeneral"}
    names.write_text("Name,Share\nქართული \U0010fffd,1\n", encoding="utf-8")
    report = with_the_library(table, {}, (names,))
    assert any(name.startswith("DejaVuSans") for name in embedded(report))
    assert "ქართული" in text(report)
    assert "No installed font has these characters, which appear as boxes: U+10FFFD." in text(report)


STUDY = {"study": "mine", "title": "Ours", "citation": "adc", "claims": False}
PRINTED = [  # printed, kind, recomputed, compared with, verdict
    ("0.50", "result", "0.5", "data", "reproduced"),
    ("14", "result", "14.246345025", "data", "differs"),
    ("7", "result", "61.237313432835826", "data", "differs"),
    (">5", "reading", "4", "data", "differs by our reading"),
    ("8.5e-25", "result", "8.4987654e-25", "print", "consistent"),
    ("0.4", "result", "0.3", "print", "differs"),
    ("yes", "check", "no", "print", "differs"),
    ("0.05", "definition", "", "nothing", "definition"),
    ("3", "result", "", "nothing", "not recomputable"),
    ("2400", "result", "2400 (2365)", "data", "reproduced"),
    (">6", "reading", "7", "data", "reproduced"),
    ("0.48", "result", "0.478", "log", "as the authors' log prints it"),
    ("0.71", "result", "0.702", "sheet", "differs from the authors' sheet"),
    ("220.5", "result", "", "nothing", "file not fetched"),
    ("1.5", "result", "", "nothing", "not found"),
    ("1.6", "result", "", "nothing", "not found"),
]


def test_abstract_and_body_count_the_same_rows_by_the_same_column(sources):
    """15 numbers and a check of ours: six recomputed, of which three differ; two compared with the print."""
    rows = [("Text", f"row {n}", p, kind, *[""] * 4, c, "", *rest) for n, (p, kind, c, *rest) in enumerate(PRINTED)]
    header = "place,item,printed,kind,quantity,argument,reason,note,corrected,difference,compared_with,verdict"
    metrics(reproduction="\n".join([header, *map(",".join, rows)]))
    Path("results/tables/mine/reproduction_summary.csv").write_text("Place,differs\nText,4\n")
    Path("results/tables/mine/searches.csv").write_text("Missing,Numbers,Repositories\nthe scores,2,a/b@0123456\n")
    source = "#show: study-report.with(main: ())\n#printed-numbers([its text])\n#printed-appendix()\n#references()"
    captions = {
        "reproduction_summary": [["How many come out.", "", ""]],
        "searches": [["What was searched for.", "", ""]],
    }
    captions = {"tables": {"mine": captions}}
    said = text(with_the_library(source, STUDY | {"captions": captions}))
    abstract, body = said.split("1 Printed and recomputed numbers")
    for part in (abstract, body):
        assert "prints 15 numbers and statements about numbers" in part
        assert "Of these, 6 can be compared with what is computed here:" in part
        assert "3 differ, 1 of them by our reading of a statement without a number" in part
    assert "2 more are about other printed numbers, 1 of which does not agree with them." in abstract
    assert "3 are reproduced (1 of them by our reading of a statement without a number); 3 differ" in body
    assert "2 are about other printed numbers, 1 of which does not agree with them." in body
    assert "1 is a definition, a choice" in body and "1 cannot be recomputed, for the reason given." in body
    assert "1 is not recomputed but compared with a log that the authors released; none differs." in body
    assert "1 is not recomputed but compared with a table of results that the authors released; 1 differs." in body
    assert "1 needs a file that is not fetched here. 2 need data that were searched for and not found (Table" in body
    assert "What was searched for." in body and "a/b@0123456" in body
    assert "1 more comparison of printed numbers is ours, not the paper's: 1 differs." in body.replace("’", "'")


@pytest.mark.parametrize(
    ("depends", "expected"),
    [
        ({}, ""),
        ({("blimp", ""): 1}, "1 under the BLiMP criterion.+"),
        ({("blimp", ""): 2, ("adc", 0.5): 1, ("adc", 1): 3}, "2 under the BLiMP criterion and 1 at δ = 0.5.+"),
    ],
)
def test_the_figure_of_differences_says_which_corners_turn_with_the_clusters(sources, depends, expected):
    lines = ["criterion,threshold,depends_on_clusters", "blimp,,0", "adc,0.5,0", "adc,0.5,", "adc,1,0"]
    lines += [f"{step},{delta},1" for (step, delta), number in depends.items() for _ in range(number)]
    metrics(criteria=criteria(), differences="\n".join(lines))
    imported = '#import "/analyses/differences/section.typ": corners-over-phenomena\n'
    source = f"{imported}+#corners-over-phenomena(run.datasets.at(0))+"
    said = text(with_the_library(source, {"datasets": [dataset(clusters="texts")]}))
    if depends:
        verdicts = f"over phenomena, these comparisons of systems would have the other verdict: {expected}"
        assert "The tests are over texts" in said and verdicts in said
    else:
        assert said == "++"


def test_a_report_says_how_much_wider_intervals_are_over_phenomena(sources):
    """Widths of 0.1 and 0.15, and of 0.2 and 0.18; the third row has no interval over phenomena."""
    rows = [
        "one,a,paradigm,0.5,0.6",
        "one,a,phenomenon,0.5,0.65",
        "two,a,paradigm,0.5,0.7",
        "two,a,phenomenon,0.5,0.68",
    ]
    rows += ["three,a,paradigm,0.5,0.6", "three,a,phenomenon,,"]
    wider = '#import "/analyses/phenomena/section.typ": wider-over-phenomena\n+#wider-over-phenomena("mine")+'
    header = "system,measure,level,half_low,half_high"
    metrics(level_means="\n".join([header, *rows]))
    said = text(with_the_library(wider, {}))
    assert "the intervals over the phenomena are 0.9 to 1.5 times as wide as those over the paradigms." in said
    metrics(level_means="\n".join([header, *rows[-2:]]))
    assert text(with_the_library(wider, {})) == "++"


def test_reports_show_a_value_as_tables_do(sources):
    values = [(printed, exact) for printed, _, exact, *_ in PRINTED]
    found = shown([f'beside("{printed}", "{exact}")' for printed, exact in values])
    assert found == [beside(printed, exact) for printed, exact in values]


@pytest.mark.parametrize("number", [2, 50])
def test_a_report_lists_its_own_inputs_only(sources, number):
    inputs = {f"file-{place}.csv": f"{place:064x}" for place in range(number)} | {"other.csv": "f" * 64}
    weights = {"bert/a.safetensors": "a" * 64, "bertha/a.safetensors": "b" * 64}
    made = {"commit": None, "config": "c" * 64, "inputs": inputs | weights}
    Path("results/provenance.json").write_text(json.dumps({"same_everywhere": made}))
    run = {"inputs": [*(name for name in inputs if name != "other.csv"), "bert/"]}
    said = text(with_the_library("#provenance()", run))
    listed = f"file-0.csv {'0' * 16}; file-1.csv {'0' * 16}; bert/a.safetensors {'a' * 16}."
    counted = "This report has 51 inputs. Their SHA-256 are in results/provenance.json."
    assert (listed if number == 2 else counted).replace(" ", "") in said.replace(" ", "")
    assert "other" not in said and "bertha" not in said


def test_what_agrees_is_said_in_plain_words(sources):
    by_verdicts = {
        ("consistent", "consistent", "consistent"): "all of which agree with them",
        ("consistent", "differs"): "1 of which does not agree with them",
        ("differs", "consistent", "differs by our reading"): "2 of which do not agree with them",
        ("differs", "differs"): "none of which agrees with them",
    }
    rows = ["".join(f'(verdict: "{verdict}"),' for verdict in verdicts) for verdicts in by_verdicts]
    assert shown([f"agreeing(({row}))" for row in rows]) == list(by_verdicts.values())


@pytest.mark.parametrize(("own", "others"), [("morcela_own_scale", True), ("morcela", False)])
def test_a_report_says_which_scores_keep_their_own_scale(sources, own, others):
    rows = {"one/pll": "One", f"two/{own}": "Two"}
    said = text(with_the_library("#meaning()", {"datasets": [dataset(labels=rows, has=["rated"])]}))
    assert ("Only predictions of ratings on their own scale stay unchanged." in said) == others


def test_a_missing_result_is_named_and_leaves_no_pdf(sources):
    Path("results/share.csv").unlink()
    with pytest.raises(InputError, match=r"report\.typ: .*results/share\.csv"):
        compiled(sources, Path("results/report.pdf"))
    assert not [path for path in Path("results").rglob("*") if path.is_file()]


def test_a_heading_of_references_stands_only_where_something_is_cited(sources):
    for citation in ("@adc", "#cite(<adc>)"):
        assert "References" in text(with_the_library(f"See {citation}.\n#references()", {}))
    assert text(with_the_library("See nothing.\n#references()", {})) == "See nothing."


def test_a_report_names_kinds_whose_ratings_change_after_the_correction_for_all(sources):
    empty_figure("exposure")
    slopes = ["a,0.1,0.001,0.003", "b,-0.1,0.03,0.06", "c,0.2,0.1,0.1", "d,0.0,,"]
    metrics(
        exposure="row,construction,stage,first,last\n"
        + "\n".join(f"human,a,{place},{place},{place}" for place in (1, 2)),
        exposure_slopes="construction,slope,p,p_holm,design,stages,stages_of_sentence\n"
        + "\n".join(f"{slope},,2,2" for slope in slopes),
    )
    captions = {"tables": {}, "figures": {"mine": {"exposure": [["Means.", "", ""]]}}}
    source = '#import "/analyses/exposure/section.typ": section\n#section(run.datasets.first(), (:))'
    run = {"datasets": [dataset()], "captions": captions}
    said = text(with_the_library(source, run))
    assert "a person’s ratings change by 0.100 (a). Listed are kinds of sentences whose change differs from 0" in said
    assert "corrected for all 3 kinds by Holm’s method" in said
