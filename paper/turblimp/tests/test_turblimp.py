"""Rated Turkish pairs, with made-up spreadsheets in the form of TurBLiMP's."""

import pytest

from acceptability.contracts import checks, io
from acceptability.contracts.data import PAIRS, RATINGS, SENTENCES
from acceptability.errors import InputError
from acceptability.papers.turblimp import manifest, reader
from spreadsheets import xlsx

V1 = [
    ["Kedi uyur.", "Agreement", "good"],
    ["Kuş uçarlar.", "Agreement", "bad"],
    ["Balık  ver.", "Ditransitive_SOV", "bad"],
]
V2 = [
    ["Kedi uyurlar.", "Agreement", "bad"],
    ["Kuş uçar.", "Agreement", "good"],
    ["Balık al.", "Ditransitive_SOV", "good"],
]
BASE = [
    ["Q2.2_1", "Q2.3_1", "Q3.2_1", "Q3.3_1"],
    ["Agreement_good", "Agreement_bad", "Agreement_bad", "Agreement_good"],
    [7, 1, None, None],
    [None, None, 2, 6],
    [5, 5, None, None],
]
EXPERIMENTAL = [
    ["Q2.4_1", "Q3.4_1"],
    ["Ditransitive_SOV_bad", "Ditransitive_SOV_good"],
    [4, None],
    [None, 4],
    [2, None],
]


@pytest.fixture
def read(tmp_path):
    """Reads spreadsheets with these cells."""

    def read(v1=V1, v2=V2, base=BASE, experimental=EXPERIMENTAL, people=None):
        versions = {name: [[name, "phenomenon", "type"], *rows] for name, rows in (("v1", v1), ("v2", v2))}
        survey = xlsx(tmp_path / "survey.xlsx", versions)
        answers = [("base.xlsx", base), ("experimental.xlsx", experimental)]
        made = [xlsx(tmp_path / name, {"Sheet1": rows}) for name, rows in answers]
        return reader.read(survey, *made, people=people)

    return read


def test_pairs_are_rows_of_the_two_versions(read):
    made = read()
    checks.check_pairs(made.pairs, made.sentences, "pairs")
    io.check_table(made.pairs, PAIRS, "pairs")
    texts = io.check_table(made.sentences, SENTENCES, "sentences").set_index("sentence_id")["sentence"]
    assert [(texts[pair.good_id], texts[pair.bad_id]) for pair in made.pairs.itertuples()] == [
        ("Kedi uyur.", "Kedi uyurlar."),
        ("Kuş uçar.", "Kuş uçarlar."),
        ("Balık al.", "Balık ver."),
    ]
    assert made.pairs["paradigm"].tolist() == made.pairs["cluster"].tolist() == [row[1] for row in V1]
    assert made.pairs["phenomenon"].tolist() == ["Agreement", "Agreement", "Argument_Structure_Ditransitive"]
    assert made.sentences["label"].tolist() == [1, 0] * 3


def test_z_scores_are_over_both_files_of_a_person(read):
    made = read()
    io.check_table(made.ratings, RATINGS, "ratings")
    found = made.ratings.set_index(["participant", "sentence_id"])["z_score"]
    assert found["row-03"].to_dict() == pytest.approx(  # 7, 1 and 4: mean 4, SD 3
        {"turblimp.001.good": 1, "turblimp.002.bad": -1, "turblimp.003.bad": 0}
    )
    assert found["row-05"].tolist() == pytest.approx([3**-0.5, 3**-0.5, -2 * 3**-0.5])  # 5, 5, 2
    rating = made.sentences.set_index("sentence_id")["rating"]
    assert rating["turblimp.003.bad"] == pytest.approx((0 - 2 * 3**-0.5) / 2)


def test_the_manifest():
    found = manifest.manifest({})
    assert found.pairs and found.ratings.single and found.cluster == "paradigms"


def changed(rows: list[list], row: int, column: int, cell) -> list[list]:
    made = [list(cells) for cells in rows]
    made[row][column] = cell
    return made


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"v2": V2[:2]}, "survey.xlsx: v1 has 3 sentences, v2 has 2; fetch the file again"),
        ({"v2": changed(V2, 0, 2, "good")}, "row 2: v1 has 'Agreement', 'good', and v2 'Agreement', 'good': no pair"),
        ({"v2": changed(V2, 1, 1, "Binding")}, "row 3: v1 has 'Agreement', 'bad', and v2 'Binding', 'good': no pair"),
        ({"v1": changed(V1, 1, 0, " ")}, "survey.xlsx, row 3 of v1: has an empty cell"),
        ({"base": changed(BASE, 0, 1, "Q4.3_1")}, "base.xlsx, row 1: 'Q4.3_1' is no question about a sentence"),
        ({"base": changed(BASE, 0, 1, "Q2.9_1")}, "base.xlsx, row 1: 'Q2.9_1' is no question"),
        (
            {"base": changed(BASE, 1, 1, "x_bad")},
            r"row 2 \(Q2.3_1\): is about 'x_bad', in the survey about 'Agreement_",
        ),
        (
            {"base": changed(BASE, 2, 0, 8)},
            r"row 3 \(question 'Q2.2_1'\): answer is '8', not a whole number from 1 to 7",
        ),
        ({"base": changed(BASE, 2, 0, 3.5)}, r"base.xlsx, row 3 \(question 'Q2.2_1'\): answer is '3.5'"),
        ({"base": BASE[:2]}, "base.xlsx: has no answers"),
        ({"base": [row[:3] for row in BASE]}, "do not rate each of the survey's sentences; fetch both files again"),
        ({"experimental": changed(EXPERIMENTAL, 2, 1, 5)}, "base.xlsx: row-03 rates both sentences of a pair"),
        (
            {"base": changed(changed(BASE, 4, 0, 2), 4, 1, 2)},
            "participant 'row-05' gave fewer than two different .*; fetch the file again",
        ),
        ({"people": 4}, "base.xlsx: has 3 people instead of 4; fetch the file again"),
    ],
)
def test_a_damaged_file_is_refused(read, files, message):
    with pytest.raises(InputError, match=message):
        read(**files)


def test_a_file_that_is_no_spreadsheet_is_refused(tmp_path):
    (tmp_path / "survey.xlsx").write_bytes(b"no")
    with pytest.raises(InputError, match=r"survey.xlsx: is not a spreadsheet that can be .*; fetch the file again$"):
        reader.read(*[tmp_path / "survey.xlsx"] * 3)
    answers = xlsx(tmp_path / "ratings.xlsx", {"Sheet1": BASE})
    with pytest.raises(InputError, match=r"ratings.xlsx: has no sheet 'v1'; fetch the file again$"):
        reader.read(*[answers] * 3)
    survey = xlsx(tmp_path / "survey.xlsx", {"v1": [["v1", "type"], ["Kedi uyur.", "good"]]})
    with pytest.raises(InputError, match=r"survey.xlsx, sheet 'v1': has no column 'phenomenon'; fetch the file again"):
        reader.read(*[survey] * 3)
