"""The study of BLiMP: quantities, permuted rows, tables and figures by hand, and the facts that are committed."""

import dataclasses
import json
from math import comb, log10

import numpy as np
import pandas as pd
import pytest

import configurations
from acceptability.contracts import io
from acceptability.contracts.studies import PRINTED
from acceptability.figures.style import COLUMN, PAGE, plt
from acceptability.papers.blimp import accuracies, figures, permutations, quantities, tables
from acceptability.papers.blimp import study as declared
from acceptability.papers.blimp.contracts import (
    RELEASED_ACCURACIES,
    RELEASED_BY_PREDICTOR,
    UNEQUAL_LENGTHS,
    VOCABULARY_PAIRS,
)
from acceptability.plan import artefacts
from acceptability.sources.fetching import COLUMNS, LEFT_OUT, MIRROR, read_registry
from acceptability.statistics.choices import by_pair
from acceptability.statistics.differences import differences
from acceptability.studies.evidence import NotRecomputable, not_fetched
from acceptability.studies.verdicts import compare
from configurations import planned
from helpers import ROOT

PAPER = ROOT / "paper/blimp"
QUANTITIES = quantities.QUANTITIES
OF_VOCABULARY = ["vocabulary_rows", "vocabulary_words", "frames", "all_pairs_are"]
VERB = "subject_verb_agreement"
SHARES = {  # paradigm: 5-gram, LSTM, Transformer-XL, GPT-2, people
    **dict.fromkeys([f"determiner_noun_agreement_{end}" for end in ("1", "2")], (0.9, 0.9, 0.8, 1.0, 0.9)),
    **dict.fromkeys([f"determiner_noun_agreement_irregular_{end}" for end in ("1", "2")], (0.9, 0.7, 0.8, 1.0, 0.9)),
    **dict.fromkeys(
        [f"determiner_noun_agreement_with_{end}" for end in ("adjective_1", "adj_2")], (0.5, 0.9, 0.8, 0.9, 0.9)
    ),
    **dict.fromkeys(
        [f"determiner_noun_agreement_with_adj_irregular_{end}" for end in ("1", "2")], (0.5, 0.7, 0.8, 0.9, 0.9)
    ),
    f"regular_plural_{VERB}_1": (0.8, 0.9, 0.9, 0.9, 0.9),
    f"regular_plural_{VERB}_2": (0.7, 0.7, 0.7, 0.7, 0.9),
    f"irregular_plural_{VERB}_1": (0.8, 0.8, 0.8, 0.8, 0.9),
    f"irregular_plural_{VERB}_2": (0.8, 0.8, 0.8, 0.8, 0.9),
    "distractor_agreement_relational_noun": (0.6, 0.6, 0.6, 0.6, 0.9),
    "distractor_agreement_relative_clause": (0.4, 0.4, 0.4, 0.4, 0.9),
    "island": (0.3, 0.4, 0.6, 0.7, 0.8),
}
PHENOMENA = {
    paradigm: "determiner" if paradigm.startswith("determiner") else "island" if paradigm == "island" else "verb"
    for paradigm in SHARES
}


def released() -> pd.DataFrame:
    """The shares above in both versions; in 2020 also of the prefix methods."""
    rows = [
        (version, "sentence", system, paradigm, PHENOMENA[paradigm], share)
        for version in ("2020", "2021")
        for paradigm, shares in SHARES.items()
        for system, share in zip(declared.SYSTEMS, shares, strict=True)
    ]
    for method, paradigm, shares in [
        ("one-prefix", "determiner_noun_agreement_1", (0.9, 0.9, 0.7, 1.0)),
        ("two-prefix", "island", (0.3, 0.4, 0.6, 0.9)),
    ]:
        for system, share in zip(declared.MODELS, shares, strict=True):
            rows.append(("2020", method, system, paradigm, PHENOMENA[paradigm], share))
    return pd.DataFrame(rows, columns=list(RELEASED_ACCURACIES.columns))


VOCABULARY = pd.DataFrame(
    [
        ("walk", "1", "S\\NP"),
        ("walks", "1", "S\\NP"),
        ("give up", "1", "(S\\NP)/NP"),
        ("give  up", "1", "(S\\NP)/NP"),
        ("was", "1", ""),
        ("The", "", "D"),
        ("", "", ""),
    ],
    columns=["expression", "verb", "category"],
)
PARTS = pd.DataFrame(  # from the lowest to the highest part, by how much each model's share changes
    [
        (model, predictor, part, 2, 0.5 + (change if part == 2 else 0))
        for predictor, changes in {
            "perplexity": {"ngram": -0.3, "lstm": -0.2, "txl": 0.1, "gpt2": -0.05},
            "confidence": {"ngram": 0.04, "lstm": -0.2, "txl": 0.0, "gpt2": 0.06},
        }.items()
        for model, change in changes.items()
        for part in (1, 2)
    ],
    columns=["system", "predictor", "part", "pairs", "share"],
)


def small(by_predictor: pd.DataFrame | NotRecomputable = PARTS) -> quantities.Evidence:
    """Two pairs of each paradigm; every quantity below can be counted by eye."""
    pairs = pd.DataFrame(
        [
            (f"{paradigm}-{n}", paradigm, phenomenon, "syntax" if phenomenon == "island" else "morphology")
            for paradigm, phenomenon in PHENOMENA.items()
            for n in (0, 1)
        ],
        columns=["pair_id", "paradigm", "phenomenon", "field"],
    ).set_index("pair_id")
    pairs = pairs.assign(good_id=pairs.index + ".good", bad_id=pairs.index + ".bad")
    pairs = pairs.assign(cluster=pairs["paradigm"])
    people = [("island-0", 1), ("island-0", 1), ("island-0", 1), ("island-1", 1), ("island-1", 0)]
    choices = pd.DataFrame(people, columns=["pair_id", "chose_good"])
    humans = pd.DataFrame({"accepted": ["5", "4", "1"]}, index=["island", "b", "rejected"])
    sheets = [("Approved", "$0.25 ", "60"), ("Approved", "$0.25", "180"), ("Approved", "$0.25", "600")]
    sheets = pd.DataFrame(
        [*sheets, ("Rejected", "$0.30", "6")], columns=["AssignmentStatus", "Reward", "WorkTimeInSeconds"]
    )
    return quantities.Evidence(
        rows=[],
        variants=quantities.VARIANTS,
        accuracies=released(),
        pairs=pairs,
        unequal_lengths=pd.DataFrame(
            {"paradigm": ["island", "verb"], "longer": [0, 0], "shorter": [1, 9], "p": [1, 0.004]}
        ),
        vocabulary=VOCABULARY,
        vocabulary_pairs=pd.DataFrame(
            {"pairs": [2, 2], "equal_in_entries": [2, 1], "one_entry_differs": [2, 2]}, index=["island", "verb"]
        ),
        by_predictor=by_predictor,
        judged=by_pair(choices, pairs.reset_index()),
        humans=humans,
        answer_sheets=quantities.approved(sheets),
    )


CLAUSE = "distractor_agreement_relative_clause"
BY_HAND = [
    ("vocabulary_rows", "", 7),
    ("vocabulary_words", "", 6),
    ("frames", "", 2),
    ("all_pairs_are", "one_entry_differs", True),
    ("all_pairs_are", "equal_in_entries", False),
    ("weakest_effect", "gpt2 perplexity", True),
    ("weakest_effect", "txl perplexity", False),
    ("rises_only_for", "gpt2 confidence", True),
    ("rises_only_for", "ngram confidence", False),
    ("paradigms", "", 15),
    ("paradigms", "verb", 6),
    ("paradigms_named", "regular", 2),
    ("phenomena", "", 3),
    ("pairs", "", 30),
    ("pairs_in_each", "", 2),
    ("is_pair_of", "island-0 island", True),
    ("is_pair_of", "island-0 verb", False),
    ("payment", "", 0.25),
    ("minutes", "", 3),
    ("randomly_unequal", "", 1.0),  # one pair shows nothing
    ("rated_pairs_in_each", "", 2),
    ("answers", "", 5),
    ("answers_per_pair", "", 2.5),
    ("answers_per_paradigm", "", 5),
    ("aggregate_agreement", "", 50),  # a tie is no majority
    ("individual_agreement", "", 75),
    ("fewest_majorities", "", 1),
    ("passed", "", 0),
    ("rejected", "", 1),
    ("accuracy", "gpt2 overall", 1250 / 15),
    ("accuracy", "gpt2 island", 70),
    ("accuracy", f"lstm {CLAUSE}", 40),
    ("lowest", "ngram overall", True),
    ("lowest", "lstm island", False),
    ("highest", "gpt2 overall", True),
    ("highest", "txl island", False),
    ("phenomena_lowest", "ngram", 3),
    ("phenomena_lowest", "lstm", 0),
    ("gap", "gpt2 overall", 6),
    ("smallest_gap", "overall", 6),
    ("largest_gap", "gpt2 determiner island", 10),  # 5 above people, 10 below
    ("phenomena_of_people", "gpt2", 1),
    ("farthest_from_chance", "island", 20),
    ("models_above", "60 island", 1),
    ("margin_of_hardest", "txl island", 10),
    ("below_overall", "island", 4),
    ("below_overall", "determiner", 0),
    ("is_best_field", "morphology", True),
    ("is_best_field", "syntax", False),
    ("is_closest_field", "morphology", True),
    ("lowest_cell", "island", 30),
    ("lowest_neural_cell", "island", 40),
    ("highest_cell", "island", 70),
    ("paradigms_above", "gpt2 60 verb", 4),
    ("easiest", "gpt2 determiner", True),
    ("easiest", "gpt2 island", False),
    ("hardest", "lstm island", True),
    ("lies_near", "gpt2 0.84 0.01", True),
    ("lies_near", "gpt2 0.85 0.01", False),
    ("fall", "ngram adjective", 40),
    ("fall", "lstm attractor", 40),
    ("fall", "lstm plural_of_noun", 20),
    ("fall", "lstm plural_of_noun plural_of_subject", 100 * (5.2 - 4.4) / 6),
    ("largest_neural_fall", "adjective", 10),
    ("smallest_neural_fall", "adjective", 0),
    ("falls_most", "ngram adjective", True),
    ("falls_most", "gpt2 adjective", False),
    ("tokens", "0.1 gpt2 island", log10(2 * 83e6)),  # 0.1 to gain, 0.1 for each doubling
    ("method_difference", "two-prefix gpt2 island", -20),
    ("method_difference", "one-prefix txl overall", 10),
    ("largest_method_difference", "", 20),
]


@pytest.mark.parametrize(("quantity", "argument", "expected"), BY_HAND)
def test_quantities_by_hand(quantity, argument, expected):
    value = QUANTITIES[quantity](small(), "journal", *argument.split())
    assert value == (expected if isinstance(expected, bool) else pytest.approx(expected))


def test_correlations_by_hand():
    e = small()
    shares = pd.DataFrame(SHARES, index=list(declared.SYSTEMS)).T
    r = shares.corr()
    assert QUANTITIES["r"](e, "journal", "human", "gpt2") == pytest.approx(r.loc["human", "gpt2"])
    with_people = r.loc["human", list(declared.MODELS)]
    for model in declared.MODELS:
        assert QUANTITIES["most_like_people"](e, "journal", model) == (model == with_people.idxmax())
        assert QUANTITIES["least_like_people"](e, "journal", model) == (model == with_people.idxmin())
    between = min(r.loc["lstm", "txl"], r.loc["lstm", "gpt2"], r.loc["txl", "gpt2"])
    assert QUANTITIES["neural_excess"](e, "journal") == pytest.approx(
        between - with_people[["lstm", "txl", "gpt2"]].max()
    )


def test_every_quantity_has_a_case_by_hand():
    elsewhere = {"r", "most_like_people", "least_like_people", "neural_excess"}
    assert {quantity for quantity, *_ in BY_HAND} | elsewhere == set(QUANTITIES)


def test_pairs_in_entries_of_the_vocabulary():
    texts = {
        "equal": ("The dogs walk.", "The dogs walks."),
        "in entries": ("They give up.", "They walk?"),  # 3 words and 2; 2 entries each
        "longer": ("They give up.", "They really do walk."),
        "order": ("Who did they see?", "they did who see"),
        "two": ("The dog sees cats.", "The cat sees dogs."),
    }
    sentences = pd.Series({f"{p}.{n}": text for p, two in texts.items() for n, text in enumerate(two)})
    pairs = pd.DataFrame(
        {"paradigm": list(texts), "good_id": [f"{p}.0" for p in texts], "bad_id": [f"{p}.1" for p in texts]}
    )
    rows = sentences.rename_axis("sentence_id").rename("sentence").reset_index()
    made = tables.vocabulary_pairs(sentences=rows, pairs=pairs, vocabulary=VOCABULARY)
    io.check_table(made.frame, VOCABULARY_PAIRS, "made")
    columns = ["equal_in_words", "equal_in_entries", "one_entry_differs"]
    assert made.frame.set_index("paradigm")[columns].T.to_dict("list") == {
        "equal": [1, 1, 1],
        "in entries": [0, 1, 1],
        "longer": [0, 0, 0],
        "order": [1, 1, 1],
        "two": [1, 1, 0],
    }
    assert list(made.latex["Paradigm"]) == ["longer", "two"]


def write_outputs(folder, names=("prob_good", "prob_bad")) -> dict:
    """Write files in the authors' format: ten pairs, of which a model gets those with the greatest difference right."""
    paths = {}
    for model, base in (("ngram", 1), ("lstm", 2), ("txl", 3), ("gpt2", 4)):
        rows = []
        for n in range(10):
            good, bad = (-float(20 + n), -float(20 + n) - (n - base))
            row = {"sentence_good": "ATest", "UID": "island", "pairID": n, names[0]: good, names[1]: bad}
            rows.append(json.dumps(row) + "\n")
        paths[model] = folder / declared.OUTPUTS[model]
        paths[model].write_text("".join(rows) + "\n", encoding="utf-8")
    return paths


def ten_pairs() -> dict[str, pd.DataFrame]:
    ids = [f"island-{n}" for n in range(10)]
    pairs = pd.DataFrame({"pair_id": ids, "good_id": [f"{i}.good" for i in ids], "bad_id": [f"{i}.bad" for i in ids]})
    texts = {f"{i}.{end}": "A " * (n + 1) for n, i in enumerate(ids) for end in ("good", "bad")}
    sentences = pd.Series(texts).rename_axis("sentence_id").rename("sentence").reset_index()
    return {"pairs": pairs.assign(paradigm="island"), "sentences": sentences}


def test_accuracy_by_predictors_from_the_released_outputs(tmp_path):
    paths = write_outputs(tmp_path)
    made = tables.released_by_predictor(**ten_pairs(), **paths)
    io.check_table(made.frame, RELEASED_BY_PREDICTOR, "made")
    assert set(made.frame["pairs"]) == {2} and len(made.frame) == 4 * 4 * 5
    shares = made.frame.groupby(["system", "predictor"])["share"].agg(list)
    assert shares["ngram", "length"] == [0, 1, 1, 1, 1]  # right from the third pair on
    assert shares["gpt2", "length"] == [0, 0, 0.5, 1, 1]
    assert shares["gpt2", "probability"] == [1, 1, 0.5, 0, 0]  # longer sentences are less probable
    assert shares["gpt2", "perplexity"] == [1, 1, 0.5, 0, 0]
    assert shares["gpt2", "confidence"] == [0, 0.5, 0.5, 0.5, 1]  # the smallest difference is a tie
    for width in (PAGE, COLUMN):
        figure = figures.figure_2(parts=made.frame, width=width)
        assert [len(axes.get_lines()) for axes in figure.axes] == [5] * 4
        plt.close(figure)


def test_a_file_with_other_columns_is_named_and_stops_nothing(tmp_path):
    paths = write_outputs(tmp_path, names=("lm_prob1", "lm_prob2"))
    made = tables.released_by_predictor(**ten_pairs(), **paths)
    assert made.frame.empty
    plt.close(figures.figure_2(parts=made.frame, width=PAGE))
    reason = quantities._by_predictor({**paths, "by_predictor": made.frame})
    facts = io.read_table(PAPER / "printed/text.csv", PRINTED).fillna("")
    compared = compare(facts[facts["place"] == "Section 5.2"], small(reason), QUANTITIES)
    assert set(compared["verdict"]) == {"not recomputable"} and len(compared) == 2
    columns = "sentence_good, UID, pairID, lm_prob1, lm_prob2"
    assert set(compared["note"]) == {f"the file is as registered, but its columns are {columns}"}


def test_without_the_outputs_the_command_is_named():
    facts = io.read_table(PAPER / "printed/text.csv", PRINTED).fillna("")
    compared = compare(facts[facts["place"] == "Section 5.2"], small(quantities._by_predictor({})), QUANTITIES)
    assert set(compared["verdict"]) == {"file not fetched"} and len(compared) == 2
    assert compared["note"].str.contains("-- resources/raw/blimp-outputs-ngram.jsonl resources").all()


def test_a_bundle_without_the_vocabulary_says_how_to_fetch_it(tmp_path, monkeypatch):
    plan = planned(configurations.PAPER | {"studies": ["blimp"]})
    assert "vocabulary_pairs" in declared.reads(plan.studies["blimp"])
    registry = read_registry(ROOT / "resources/sources.tsv")
    rows = [COLUMNS, [registry[declared.VOCABULARY][name] for name in COLUMNS]]
    (tmp_path / "FETCH.tsv").write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(LEFT_OUT, "FETCH.tsv")
    monkeypatch.delenv(MIRROR, raising=False)
    plan = planned(configurations.PAPER | {"studies": ["blimp"]})
    tables_of_study = {name for _, _, name in artefacts.of_studies(plan, "tables")}
    assert "vocabulary_pairs" not in tables_of_study | {*declared.reads(plan.studies["blimp"])}
    assert declared.VOCABULARY not in plan.registered
    reason = not_fetched(declared.VOCABULARY)
    e = dataclasses.replace(small(), vocabulary=reason, vocabulary_pairs=reason)
    facts = io.read_table(PAPER / "printed/text.csv", PRINTED).fillna("")
    compared = compare(facts[facts["quantity"].isin(OF_VOCABULARY)], e, QUANTITIES)
    assert set(compared["verdict"]) == {"file not fetched"} and len(compared) == 5


def test_the_outputs_are_read_if_all_are_fetched(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    raw = tmp_path / "resources/raw"
    raw.mkdir(parents=True)

    def names() -> set[str]:
        (study,) = planned(configurations.PAPER | {"studies": ["blimp"]}).studies.values()
        shown = artefacts.of_studies(planned(configurations.PAPER | {"studies": ["blimp"]}), "figures")
        return {*declared.reads(study)} | {name for _, _, name in shown}

    assert not {"by_predictor", "figure-2"} & names()
    paths = write_outputs(raw)
    assert {"by_predictor", "figure-2", "gpt2"} <= names()
    paths["lstm"].unlink()
    assert not {"by_predictor", "figure-2"} & names()


@pytest.mark.parametrize(("shorter", "longer", "expected"), [(9, 0, 0), (5, 4, 1)])
def test_lengths_that_differ_at_random(shorter, longer, expected):
    e = small()
    ids = [f"island-{n}" for n in range(shorter + longer)]
    pairs = pd.DataFrame(
        {"paradigm": "island", "good_id": [f"{i}.good" for i in ids], "bad_id": [f"{i}.bad" for i in ids]}
    )
    words = {f"{i}.good": "A cat" if n < shorter else "A big old cat" for n, i in enumerate(ids)}
    sentences = pd.Series(words | {f"{i}.bad": "A big cat" for i in ids})
    rows = sentences.rename_axis("sentence_id").rename("sentence").reset_index()
    made = tables.unequal_lengths(sentences=rows, pairs=pairs)
    assert QUANTITIES["randomly_unequal"](dataclasses.replace(e, unequal_lengths=made.frame), "journal") == expected
    io.check_table(made.frame, UNEQUAL_LENGTHS, "made")
    assert made.frame[["longer", "shorter"]].to_numpy().tolist() == [[longer, shorter]]
    sides = [comb(9, k) / 2**9 for k in range(10)]
    assert made.frame["p"][0] == pytest.approx(sum(side for side in sides if side <= comb(9, longer) / 2**9))


def test_versions_are_compared_and_one_may_lack_a_method():
    e = small()
    corrected = (e.accuracies["version"] == "2021") & (e.accuracies["paradigm"] == "island")
    e = dataclasses.replace(e, accuracies=e.accuracies.assign(share=e.accuracies["share"].mask(corrected, 0.5)))
    rows = [  # printed, quantity and argument; verdict, journal, corrected and difference
        ("70", "accuracy", "gpt2 island", "journal only", "70", "50", "-20"),
        ("50", "accuracy", "gpt2 island", "corrected only", "70", "50", "0"),
        ("100", "accuracy", "gpt2 determiner_noun_agreement_1", "reproduced", "100", "100", "0"),
        ("60", "accuracy", "gpt2 island", "differs", "70", "50", "-10"),
        ("-20", "method_difference", "two-prefix gpt2 island", "reproduced", "-20", "", ""),
        ("20", "method_difference", "two-prefix gpt2 island", "differs", "-20", "", ""),
        ("1", "method_difference", "three-prefix gpt2 island", "not recomputable", "", "", ""),
    ]
    printed = [("Table", "x", row[0], "result", *row[1:3], "", "") for row in rows]
    found = compare(pd.DataFrame(printed, columns=list(PRINTED.columns)), e, QUANTITIES)
    columns = ["verdict", "journal", "corrected", "difference"]
    assert found[columns].to_numpy().tolist() == [list(row[3:]) for row in rows]
    assert found["note"].iloc[-1] == "no accuracies of the three-prefix method were released"
    with pytest.raises(NotRecomputable):
        QUANTITIES["largest_method_difference"](e, "corrected")


def test_permuted_rows_are_found_from_the_numbers_alone():
    recomputed = pd.DataFrame(
        {"x": [10.0, 20.0, 30.0, 30.0, 60.0], "y": [1.0, 2.0, 3.0, 3.0, 6.0]}, index=list("abcde")
    )
    groups = pd.Series(["P", "P", "P", "P", "Q"], index=list("abcde"))
    printed = recomputed.map(lambda value: f"{value:.0f}")

    def found(**rows: tuple[str, str]) -> dict[str, str]:
        table = printed.copy()
        for row, cells in rows.items():
            table.loc[row] = cells
        return permutations.shown_elsewhere(table, recomputed, groups)

    assert found() == {}
    assert found(a=("20", "2"), b=("10", "1")) == {"a": "b", "b": "a"}
    assert found(a=("20", "2")) == {"a": "b"}  # b is there twice
    assert found(a=("20", "1")) == {}  # no row has both
    assert found(a=("60", "6")) == {}  # another group's
    assert found(a=("30", "3")) == {}  # c or d: nothing tells
    assert permutations.right_cells(printed.loc["a"], recomputed.loc["b"]) == 0
    assert permutations.right_cells(pd.Series({"x": "20", "y": "1"}), recomputed.loc["b"]) == 1


def reproduction() -> pd.DataFrame:
    """Table 4 of two paradigms that are exchanged in the journal, and of which one model cell is wrong in the PDF."""
    own = {"passive_1": ["10", "20", "30", "40", "50"], "passive_2": ["60", "70", "80", "90", "95"]}
    exchanged = {"passive_1": own["passive_2"], "passive_2": own["passive_1"]}
    corrected = own | {"passive_2": ["60", "70", "80", "99", "95"]}
    rows = [
        (place, "", cell, "accuracy", f"{system} {paradigm}", own[paradigm][n], own[paradigm][n])
        for place, table in (("Table 4", exchanged), ("Table 4 (corrected PDF)", corrected))
        for paradigm, cells in table.items()
        for n, (system, cell) in enumerate(zip(declared.SYSTEMS, cells, strict=True))
    ]
    return pd.DataFrame(rows, columns=["place", "item", "printed", "quantity", "argument", "journal", "corrected"])


def test_table_4_shows_what_differs_and_which_rows_are_permuted():
    made = tables.table_4(reproduction=reproduction())
    assert made["Paradigm"].tolist() == ["passive_1", "passive_2"]
    assert made["GPT-2, journal"].tolist() == ["90 [40]", "40 [90]"]
    assert made["GPT-2, corrected PDF"].tolist() == ["40", "99 [90]"]
    pairs = pd.DataFrame({"paradigm": ["passive_1", "passive_2"], "phenomenon": "argument_structure"})
    moved = tables.table_4_permutations(reproduction=reproduction(), pairs=pairs)
    assert moved.to_numpy().tolist() == [
        ["journal", "Argument structure", "passive_1", "passive_2", "all five", 0, 5],
        ["journal", "Argument structure", "passive_2", "passive_1", "all five", 0, 5],
    ]


def test_tables_2_and_3_name_phenomena():
    rows = [
        ("Table 2", "2", "paradigms", "binding", "2", "2"),
        ("Table 2", "yes", "is_pair_of", "p binding", "yes", "yes"),
    ]
    for place in ("Table 3", "Table 3 (corrected PDF)"):
        rows += [
            (place, "50.1", "accuracy", f"{s} {p}", "50.1", "50.251")
            for s in declared.SYSTEMS
            for p in ("overall", "binding")
        ]
    table = pd.DataFrame(rows, columns=["place", "printed", "quantity", "argument", "journal", "corrected"])
    assert tables.table_2(reproduction=table).to_numpy().tolist() == [["Binding", "2", "2"]]
    made = tables.table_3(reproduction=table)
    assert made["Phenomenon"].tolist() == ["Overall", "Binding"]
    assert made["LSTM, journal"].tolist() == ["50.1", "50.1"]
    assert made["LSTM, corrected PDF"].tolist() == ["50.1 [50.25]", "50.1 [50.25]"]


def test_all_released_accuracies_are_in_one_table(tmp_path):
    paradigms = list(SHARES)
    models = {
        f"{system}_{version}": pd.DataFrame({"method": "sentence", "paradigm": paradigms, "share": 0.5, "pairs": 2})
        for version in declared.VERSIONS
        for system in declared.MODELS
    }
    old = pd.DataFrame(
        {"UID": paradigms * 2, "type": ["sentence"] * 15 + ["one-prefix"] * 15, "human": ["0.9"] * 15 + ["0.1"] * 15}
    )
    new = pd.DataFrame({"Condition": [*paradigms, "rejected"], "total_mean": ["0.8"] * 16})
    pairs = small().pairs.reset_index()
    made = tables.released_accuracies(pairs=pairs, results_2020=old, humans_2021=new, **models)
    io.write_table(made.frame, tmp_path / "table.csv", RELEASED_ACCURACIES)
    found = io.read_table(tmp_path / "table.csv", RELEASED_ACCURACIES)
    assert len(found) == 2 * 5 * 15
    means = {version: accuracies.by_paradigm(found, version)["human"].mean() for version in declared.VERSIONS}
    assert means == pytest.approx({"2020": 90, "2021": 80})
    assert list(made.latex) == ["Paradigm", *declared.SYSTEMS.values()]


@pytest.mark.parametrize("width", [PAGE, COLUMN])
@pytest.mark.parametrize("name", declared.FIGURES.keys() - {"figure-2"})  # which is drawn above
def test_figures_are_drawn_for_both_widths(name, width):
    figure = getattr(figures, name.replace("-", "_"))(accuracies=released(), width=width)
    figure.canvas.draw()
    assert figure.get_size_inches()[0] * 72 == pytest.approx(width)
    plt.close(figure)


def test_bars_are_means_and_lines_standard_deviations():
    figure = figures.figure_4(accuracies=released(), width=PAGE)
    axes = figure.axes[0]  # determiner and noun, journal
    regular, irregular = axes.containers[1], axes.containers[3]  # each after its lines
    assert [bar.get_height() for bar in regular] == pytest.approx([70, 90, 80, 95, 90])
    assert [bar.get_height() for bar in irregular] == pytest.approx([70, 70, 80, 95, 90])
    (low, high), *_ = axes.containers[0].lines[2][0].get_segments()
    assert (high[1] - low[1]) / 2 == pytest.approx(np.std([90, 90, 50, 50], ddof=1))
    plt.close(figure)


def test_the_table_of_figure_6_has_what_is_drawn():
    made = tables.figure_6(accuracies=released()).set_index(["Phenomenon", "Method"])
    assert made.loc[("All phenomena", "one-prefix method")].tolist() == ["1", "0.0", "0.0", "10.0", "0.0"]
    assert made.loc[("All phenomena", "two-prefix method")].tolist() == ["1", "0.0", "0.0", "0.0", "−20.0"]
    more = released().assign(share=lambda rows: rows["share"].where(rows["method"] == "sentence", 0.0))
    several = pd.concat([released(), more.assign(paradigm=more["paradigm"] + "_2")])
    spread = tables.figure_6(accuracies=several).set_index(["Phenomenon", "Method"])
    row = spread.loc[("All phenomena", "one-prefix method")]
    table = accuracies.advantages(several)["All phenomena", "one-prefix method"]
    assert row["GPT-2"] == f"{table['gpt2'].mean():.1f} ± {table['gpt2'].std():.1f}" and row["Paradigms"] == "2"


def test_differences_of_methods_are_full_minus_prefix():
    figure = figures.figure_6(accuracies=released(), width=PAGE)
    one, two = (figure.axes[-1].containers[n] for n in (0, 1))  # one paradigm each: no lines
    assert [bar.get_height() for bar in one] == pytest.approx([0, 0, 10, 0])
    assert [bar.get_height() for bar in two] == pytest.approx([0, 0, 0, -20])
    plt.close(figure)


def facts() -> pd.DataFrame:
    return pd.concat([io.read_table(path, PRINTED) for path in sorted((PAPER / "printed").glob("*.csv"))])


def test_every_table_is_there_and_every_quantity_is_used():
    places = facts()["place"].value_counts()
    for version in ("", " (corrected PDF)"):
        assert places[f"Table 3{version}"] == 13 * 5
        assert places[f"Table 4{version}"] == 67 * 5
    assert places["Table 2"] == 24
    assert places["Figure 1"] == 10
    assert set(QUANTITIES) == set(facts()["quantity"]) - {""}


def test_no_sentence_of_the_data_is_committed_with_the_facts():
    assert not facts()["item"].str.endswith((".", "?")).any()


def test_differences_of_pairs_by_hand():
    texts = ["Who saw it?", "Who it saw?", "The boys sleep.", "The boy sleeps.", "Boys.", "Boys do."]
    texts = dict(zip("abcdef", texts, strict=True))
    pairs = pd.DataFrame({"good_id": ["a", "c", "e"], "bad_id": ["b", "d", "f"]}).assign(phenomenon="binding")
    found = differences(pd.Series(texts), pairs)
    assert found["words"].tolist() == [0, 0, -1] and found["characters"].tolist() == [0, 0, -3]
    assert found["same_words"].tolist() == [True, False, False] and found["first_difference"].tolist() == [2, 2, 2]
    sentences = pd.DataFrame({"sentence_id": texts.keys(), "sentence": texts.values()})
    made = tables.pair_differences(sentences=sentences, pairs=pairs)
    assert made.iloc[-1].tolist() == ["All", 3, "66.7", "66.7", "33.3", "33.3", "0.0", "2.0"]
    assert len(made) == 2
