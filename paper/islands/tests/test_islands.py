"""Island effects: readers of made-up materials and ratings, in the layouts of the three kinds of files."""

import zipfile
from itertools import product
from pathlib import Path

import pandas as pd
import pytest

from acceptability.contracts import checks, io
from acceptability.contracts.data import PAIRS, RATINGS, SENTENCES
from acceptability.errors import InputError
from acceptability.papers.islands import manifest, materials, reader
from acceptability.papers.islands.experiments import EXPERIMENTS
from helpers import replaced
from spreadsheets import xlsx

TEXTS = {  # of one design, two items
    f"WH.whe.{structure}.{length}.{item}": f"{who} {verb} Kim {did} {item}?"
    for item in ("01", "02")
    for (structure, verb), (length, who, did) in product(
        (("non", "thinks that"), ("isl", "wonders whether")), (("sh", "Who", "saw it"), ("lg", "What do you", "saw"))
    )
}
FILLERS = {"F.1.UG.1": "John was kissed John.", "F.2.G.1": "They left."}


def blocks(path: Path, texts=TEXTS, fillers=FILLERS) -> Path:
    """Long sentences stand beside short ones, after empty cells."""
    ids = list(texts)
    rows = [["wh-movement", None], [None, "non-island"]]
    rows += [
        [one, texts[one], None, other, f"{texts[other]}  "] for one, other in zip(ids[::2], ids[1::2], strict=True)
    ]
    listed = [["item", "code", "sentence"], *(["32.1", code[:-2], text] for code, text in fillers.items())]
    return xlsx(path / "materials.xlsx", {"Exp 1 Materials": rows, "Fillers 1": listed})


def answers(path: Path, rows: list[list], above: str = "") -> Path:
    """Ratings, each row at the place of its number."""
    lines = ["subject,survey,judgment,item,condition,order"]
    lines += [",".join(map(str, [*row, place])) for place, row in enumerate(rows, start=1)]
    (path / "ratings.csv").write_text(above + "\n".join(lines) + "\n", encoding="utf-8")
    return path / "ratings.csv"


def all_rated(texts=TEXTS, filler="F.1.UG", other="F.2.G", survey="1.3") -> list[list]:
    """One person rates the short sentences 7 and the long ones 4, except for the long islands: 1."""
    points = {"non.sh": 7, "non.lg": 4, "isl.sh": 7, "isl.lg": 1}
    rows = [["a", survey, next(p for key, p in points.items() if key in name), name, ""] for name in texts]
    return [*rows, ["a", survey, 1, filler, ""], ["a", survey, 7, other, ""]]


def test_items_are_sets_of_a_design(tmp_path):
    made = reader.read(answers(tmp_path, all_rated()), blocks(tmp_path))
    table = io.check_table(made.sentences, SENTENCES, "sentences").set_index("sentence_id")
    assert table["sentence"].to_dict() == TEXTS | FILLERS
    place = table[["set", "design", "factor_1", "factor_2"]]
    assert place.loc["WH.whe.isl.lg.02"].tolist() == ["WH, whether 02", "WH, whether", "island", "long"]
    assert place.loc["F.1.UG.1"].tolist() == ["F.1.UG.1", "", "", ""]
    io.check_table(made.pairs, PAIRS, "pairs")
    checks.check_pairs(made.pairs, made.sentences, "pairs")
    assert made.pairs[["good_id", "bad_id", "paradigm", "phenomenon"]].to_numpy().tolist() == [
        [f"WH.whe.non.lg.{item}", f"WH.whe.isl.lg.{item}", "WH, whether", "whether islands"] for item in ("01", "02")
    ]


def test_designs_stand_in_the_order_of_the_paper():
    names = ["F.1.G", "RC.wh.isl.lg.01", "WH.adj.isl.lg.01", "RC.np.isl.lg.01", "WH.whe.isl.lg.02", "WH.whe.isl.lg.01"]
    assert [names.index(name) for name in sorted(names, key=reader.place_of)] == [4, 5, 2, 1, 3, 0]


def test_z_scores_are_within_a_persons_survey(tmp_path):
    rows = [*all_rated(), ["a", "2.1", 1, "F.1.UG", ""], ["a", "2.1", 3, "F.2.G", ""]]
    path = blocks(tmp_path)
    sheets = materials.read_sheets(path) | {"Fillers 2": [["x", "F.1.UG", "A cat cat."], ["x", "F.2.G", "A cat sat."]]}
    made = reader.read(answers(tmp_path, rows), xlsx(path, sheets))
    io.check_table(made.ratings, RATINGS, "ratings")
    found = made.ratings.set_index("sentence_id")["z_score"]
    assert made.ratings["participant"].unique().tolist() == ["a"]
    assert found[["F.1.UG.2", "F.2.G.2"]].tolist() == pytest.approx([-(2**-0.5), 2**-0.5])  # 1 and 3 alone
    values = pd.Series([row[2] for row in all_rated()], dtype=float)
    assert found["WH.whe.non.lg.01"] == pytest.approx((4 - values.mean()) / values.std(ddof=1))


def test_items_of_other_designs_are_left_out(tmp_path):
    lines = ["I. Whether Islands"]
    for structure, length in product(("Non-island", "Island"), ("Matrix", "Embedded")):
        lines += [structure, f"{structure} {length}?", length]
    path = docx(tmp_path / "materials.docx", lines)
    names = [f"WH.{structure}.{length}.01" for structure, length in product(("non", "isl"), ("ma", "em"))]
    given = [["a", "1", point, item, ""] for point, item in enumerate([*names, "CE.all.01", "agr.x.1", "ILL.1"])]
    ratings = answers(tmp_path, given)
    ratings.write_text(replaced(ratings.read_text(), "judgment", "raw.judgment"))
    made = reader.read(ratings, path, "2012-magnitude")
    assert made.ratings["sentence_id"].tolist() == names
    assert made.ratings["z_score"].iloc[0] == pytest.approx(-3 / pd.Series(range(7)).std())  # all seven count
    ratings.write_text(replaced(ratings.read_text(), "CE.all", "CEall"))
    with pytest.raises(InputError, match=r"ratings.csv, row 6 \(item 'CEall.01'\): is no sentence of"):
        reader.read(ratings, path, "2012-magnitude")


def test_a_judgment_that_is_missing_is_no_rating(tmp_path):
    rows = [
        *all_rated(),
        ["b", "1.1", 1, "F.1.UG", ""],
        ["b", "1.1", 5, "F.2.G", ""],
        ["b", "1.1", "NA", next(iter(TEXTS)), ""],
    ]
    made = reader.read(answers(tmp_path, rows), blocks(tmp_path))
    assert (made.ratings["participant"] == "b").sum() == 2


LISTED = [
    ["Whether Island", "WH", length, structure, item, f"{length} {structure} l’isola {item} "]
    for length, structure, item in product(("Long", "Short"), ("Island", "non-island"), (57, 60))
]


def test_a_list_is_numbered_within_its_designs(tmp_path):
    header = ["Island Type", "Clause type", "Condition 1", "Condition 2", "item number", "sentence"]
    stimuli, fillers = [header, *LISTED], [["item", "code", "Fillers"], ["32.1", "F.1.UG", "Gianni."]]
    path = xlsx(tmp_path / "list.xlsx", {"Stimuli": stimuli, "Fillers": fillers})
    found = materials.rows(path)
    assert len(found) == 9 and found["F.1.UG"] == "Gianni."
    assert found["WH.whe.isl.lg.02"] == "Long Island l'isola 60" and found["WH.whe.non.sh.01"].endswith("57")
    rows = all_rated([name for name in found if name != "F.1.UG"])[:-1]
    notes = "#Notes,,,,\n" * 4 + ",,,,\n"
    made = reader.read(answers(tmp_path, [[*row[:1], "1.1", *row[2:]] for row in rows], notes), path, "2016-italian")
    assert len(made.sentences) == 9 and len(made.pairs) == 2
    for row, message in (
        (["Whether", *LISTED[0][1:]], "row 10: is not a sentence of a design"),
        (LISTED[0], "row 10: item 57 has this condition twice"),
    ):
        with pytest.raises(InputError, match=f"list.xlsx, sheet 'Stimuli', {message}; fetch the file again"):
            materials.rows(xlsx(path, {"Stimuli": [*stimuli, row], "Fillers": fillers}))
    with pytest.raises(InputError, match="list.xlsx: has no sheet 'Fillers'"):
        materials.rows(xlsx(path, {"Stimuli": stimuli}))


def docx(path: Path, lines: list[str]) -> Path:
    body = "".join(f'<w:p w:x="1"><w:r><w:t xml:space="preserve">{line}</w:t></w:r></w:p>' for line in lines)
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("word/document.xml", f"<w:document>{body}</w:document>")
    return path


def test_a_document_names_a_condition_beside_its_first_sentences(tmp_path):
    lines = ["Materials", "", "I. Whether Islands"]
    for structure, length in product(("Non-island |", "Island |"), ("Matrix", "Embedded")):
        lines += [structure, f"{structure[:-2]} {length} 1?", length, f"{structure[:-2]} {length} &amp; 2? ", ""]
    path = docx(tmp_path / "materials.docx", [*lines, "II. Subject Islands", "Island |", "Who?", "Matrix"])
    found = materials.document(path)
    assert len(found) == 9 and found["SUB.isl.ma.01"] == "Who?"
    assert found["WH.non.em.01"] == "Non-island Embedded 1?" and found["WH.isl.ma.02"] == "Island Matrix & 2?"
    assert list(reader.factors("WH.isl.em.02").values()) == ["whether 02", "whether", "island", "long", "whether"]
    with zipfile.ZipFile(tmp_path / "other.docx", "w") as file:
        file.writestr("x", "")
    with pytest.raises(InputError, match="other.docx: is not a docx document; fetch the file again"):
        materials.document(tmp_path / "other.docx")
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(InputError, match="materials.docx: is not a complete zip file; fetch the file again"):
        materials.document(path)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            [["a", "1.1", 77, "F.1.UG", ""]],
            r"row 12 \(item 'F.1.UG'\): judgment is '77', not a whole number from 1 to 7",
        ),
        (
            [["a", "1.1", "inf", "F.1.UG", ""]],
            "judgment is 'inf', not a whole number from 1 to 7; fetch the file again",
        ),
        ([["", "1.1", 7, "F.1.UG", ""]], r"row 12 \(item 'F.1.UG'\): has no subject; fetch"),
        ([["a", "1.3", 7, "WH.whe.non.sh.1", ""]], r"row 12 .*: is no sentence of .*materials.xlsx; fetch both files"),
        ([["a", "2.1", 3, "F.1.UG", ""]], "gave fewer than two different ratings, .*; fetch the file"),
        ([["a", "2.1", 3, "F.1.UG", ""], ["a", "2.1", 4, "F.2.G", ""]], r"row 12 \(item 'F.1.UG.2'\): is no sentence"),
    ],
)
def test_damaged_ratings_are_refused(tmp_path, more, message):
    with pytest.raises(InputError, match=f"(?s)ratings.csv.*{message}"):
        reader.read(answers(tmp_path, [*all_rated(), *more]), blocks(tmp_path))


def test_a_sentence_that_nobody_rates_is_named(tmp_path):
    with pytest.raises(InputError, match="ratings.csv: nobody rates 'WH.whe.non.sh.01'; fetch the file again"):
        reader.read(answers(tmp_path, all_rated()[1:]), blocks(tmp_path))


def test_damaged_materials_are_refused(tmp_path):
    ratings = answers(tmp_path, all_rated())
    first = next(iter(TEXTS))
    for beside in ("", "WH.whe.non.sh.02"):
        message = "materials.xlsx, sheet 'Exp 1 Materials', row 3: WH.whe.non.sh.01 has no sentence beside it; fetch"
        with pytest.raises(InputError, match=message):
            reader.read(ratings, blocks(tmp_path, TEXTS | {first: beside}))
    twice = xlsx(tmp_path / "twice.xlsx", {"A": [[first, "x"], [first, "y"]]})
    with pytest.raises(InputError, match="twice.xlsx, sheet 'A', row 2: WH.whe.non.sh.01 stands there twice"):
        materials.blocks(twice)
    with pytest.raises(InputError, match="empty.xlsx: has no sentences of a design; fetch the file again"):
        reader.read(ratings, xlsx(tmp_path / "empty.xlsx", {"A": [["x"]]}))
    (tmp_path / "ratings.csv").write_text("subject,item\na,b\n", encoding="utf-8")
    with pytest.raises(InputError, match="ratings.csv: has no column 'survey'; fetch the file again; it has: subj"):
        reader.read(tmp_path / "ratings.csv", blocks(tmp_path))


def test_files_of_another_experiment_are_refused(tmp_path):
    """Experiments with and without “which” have the same ids, but not as many answers."""
    ratings, paths = answers(tmp_path, all_rated()), blocks(tmp_path)
    with pytest.raises(InputError, match="materials.xlsx: its questions do not begin with “which”, .*; fetch the file"):
        reader.read(ratings, paths, "2016-dlinking")
    which = {name: text.replace("Who", "Which man").replace("What", "Which ring") for name, text in TEXTS.items()}
    assert len(reader.read(ratings, blocks(tmp_path, which), "2016-dlinking").sentences) == 10
    with pytest.raises(InputError, match="materials.xlsx: its questions begin with “which”, as in another experiment"):
        reader.read(ratings, blocks(tmp_path, which))
    with pytest.raises(InputError, match="ratings.csv: has 10 rows instead of 10560; fetch the file again"):
        reader.read(ratings, blocks(tmp_path), **manifest.manifest({}).options)
    docx(tmp_path / "materials.xlsx", ["I. Whether Islands"])
    with pytest.raises(InputError, match=r"materials.xlsx: is not a spreadsheet .*; fetch the file again$"):
        reader.read(ratings, tmp_path / "materials.xlsx")


@pytest.mark.parametrize("key", EXPERIMENTS)
def test_the_manifest(key):
    found = manifest.manifest({"experiment": key})
    assert found.pairs and found.ratings.single and found.designs
    assert set(found.sources) == {"ratings", "materials"} and found.options["experiment"] == key
    assert EXPERIMENTS[key].title in found.description and "subject" in found.description
