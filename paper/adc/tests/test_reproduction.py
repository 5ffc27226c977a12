import dataclasses
from importlib import import_module
from inspect import signature
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.registry import tables as catalogue
from acceptability.contracts import io
from acceptability.contracts.artefact import CSV, PATH, File
from acceptability.contracts.studies import KINDS, PRINTED, REPRODUCTION, VERDICTS
from acceptability.errors import InputError
from acceptability.options import as_variants
from acceptability.papers.adc import quantities, tables
from acceptability.papers.adc import study as declared
from acceptability.rounding import beside
from acceptability.statistics.correlation import pearson_matrix
from acceptability.statistics.criteria import shares
from acceptability.studies.evidence import About
from acceptability.studies.verdicts import OF_THE_PRINT, agrees, compare
from helpers import ROOT

PAPER = ROOT / "paper/adc"
VARIANTS = as_variants({"as_published": {"unrated": "met", "ties": "sign"}})
QUANTITIES = {**quantities.QUANTITIES, **OF_THE_PRINT, **quantities.OF_A_LOG}


@pytest.mark.parametrize(
    ("printed", "value", "expected"),
    [
        ("0.852", 0.85249, True),
        ("0.852", 0.8525, True),  # a half rounds either way
        ("0.852", 0.85251, False),
        ("0.852", 0.85149, False),
        ("726", 726, True),
        ("726", 724, False),
        ("94", 93.57, True),
        ("94", 93.49, False),
        ("-0.55", -0.5549, True),
        ("-0.55", 0.55, False),
        ("<0.0001", 0.00009, True),
        ("<0.0001", 0.0001, False),
        (">0", 1, True),
        (">0", 0, False),
        ("8.5e-25", 8.46e-25, True),
        ("8.5e-25", 7.95e-25, False),
        ("8.5e-25", 0, False),
        ("yes", True, True),
        ("yes", False, False),
        ("no", False, True),
        ("0.3", float("nan"), False),
    ],
)
def test_agreement_is_rounding_to_the_printed_decimals(printed, value, expected):
    assert agrees(printed, value) == expected


def of_columns(columns: pd.DataFrame) -> dict:
    """The evidence that follows from human and model deltas, the rows and what the workflow makes of them."""
    rows = list(columns.drop(columns="human"))
    parts = [
        shares(
            pd.DataFrame({"measure": "m", "human_delta": columns["human"], "model_delta": columns[row]}),
            [0.5, 5],
            VARIANTS,
        ).assign(system=row.split("/")[0], measure=row.split("/")[1])
        for row in rows
    ]
    return {
        "rows": rows,
        "variants": VARIANTS,
        "columns": columns,
        "criteria": quantities.shares_by_row(pd.concat(parts)),
        "correlations": quantities.among(["human", *rows], pearson_matrix(columns.dropna(subset="human"))),
    }


def small() -> quantities.Evidence:
    """Four pairs of two phenomena; every quantity below can be counted by eye."""
    sentences = pd.DataFrame(
        {
            "sentence_id": ["a.g.01", "a.g.02", "b.*.01", "b.*.02", "c.g.01", "d.*.01"],
            "source": ["LI"] * 4 + ["Adger"] * 2,
            "condition": ["a.g", "a.g", "b.*", "b.*", "c.g", "d.*"],
            "mark": ["g", "g", "*", "*", "g", "*"],
            "rating": [1.0, 0.2, -1.0, 0.5, 0.4, None],
        }
    ).set_index("sentence_id")
    pairs = pd.DataFrame(
        {
            "pair_id": ["p", "q", "r", "u"],
            "good_id": ["a.g.01", "a.g.02", "a.g.01", "c.g.01"],
            "bad_id": ["b.*.01", "b.*.02", "b.*.02", "d.*.01"],
            "phenomenon": ["P", "P", "P", "Q"],
        }
    ).set_index("pair_id")
    construction = pairs.reset_index().assign(
        source=["LI", "LI", "LI", "Adger"],
        constructed=["True", "True", "False", "True"],
        curated=["True", "True", "True", "False"],
    )
    columns = pd.DataFrame(
        {
            "human": [2.0, -0.3, 0.5, None],
            "bert-a/pll": [1.9, -0.5, 0.4, 1.0],
            "bert-b/cola_score": [0.3, 0.2, 0.1, 1.0],
            "tri/slor": [0.1, 0.9, -0.2, -1.0],
        },
        index=pairs.index,
    )
    estimates = pd.DataFrame({"sentence_id": ["a.g.01", "a.g.01", "b.*.01", "a.g.02"], "rating": [1.0, 2.0, 3.0, None]})
    scores = {"bert-b/cola_score": pd.Series([-0.95, 0.95, 0.5, 0.91], index=list("wxyz"))}
    z_scores = {"bert-a/pll": pd.Series({"a.g.01": 0.25})}
    examples = {
        "some": pd.DataFrame({"pair_id": ["q", "r"], "human": [-0.3, 0.5]}),
        "against": pd.DataFrame({"pair_id": ["q"] * 5, "human": [-0.3] * 5}),
        "none": pd.DataFrame({"pair_id": [], "human": []}),
    }
    blimp = {"paradigms": {"one": 1000, "two": 998}, "phenomena": {"binding"}, "humans": 0.886}
    return quantities.Evidence(
        **of_columns(columns),
        sentences=sentences,
        pairs=pairs,
        construction=construction,
        z_scores=z_scores,
        scores=scores,
        examples=examples,
        magnitude_estimates=estimates,
        blimp=blimp,
        on_cola={("gpt", "mean"): 0.5},
        notebook={("large-cased", "sd"): 0.026},
    )


BY_HAND = [
    ("on_cola", "gpt mean", 0.5),
    ("notebook", "large-cased sd", 0.026),
    ("sentences", "", 6),
    ("sentence_types", "", 4),
    ("sentence_types", "LI", 2),
    ("fewest_tokens", "Adger", 1),
    ("most_tokens", "LI", 2),
    ("listed_phenomena", "LI", 1),
    ("listed_phenomena", "Adger", 0),
    ("fewest_pairs", "LI", 3),
    ("pairs", "", 3),
    ("pairs_within", "a.g.01 b.*.01 b.*.02", 2),
    ("list_is_exhaustive", "", False),
    ("list_is_exhaustive", "LI", True),
    ("list_is_exhaustive", "Adger", False),
    ("in_phenomenon_of", "a.g.02 b.*.01", True),
    ("in_phenomenon_of", "a.g.02 d.*.01", False),
    ("rating", "b.*.01", -1.0),
    ("human_delta", "q", -0.3),
    ("acceptable_rated_below", "b.*.02", 2),
    ("ratings_per_condition", "", 1.5),
    ("raters_of_sentence", "a.g.01", 2),
    ("z_score", "bert-a/pll a.g.01", 0.25),
    ("model_delta", "tri/slor q", 0.9),
    ("pair_meets", "tri/slor blimp q", True),
    ("pair_meets", "tri/slor adc 5 q", False),
    ("pair_meets", "bert-a/pll adc 0.5 p", True),
    ("met", "bert-b/cola_score blimp", 3),
    ("met", "bert-b/cola_score adc 0.5", 1),
    ("share", "bert-a/pll blimp", 2 / 3),
    ("percent", "bert-a/pll blimp", 200 / 3),
    ("falls_further", "tri/slor bert-a/pll", True),  # 2 - 0 against 2 - 3
    ("falls_further", "bert-a/pll tri/slor", False),
    ("largest_gap", "", 1 / 3),
    ("share_beyond", "bert-b/cola_score 0.9", 0.75),
    ("rows", "", 3),
    ("rows", "bert-", 2),
    ("lies_within", "0.574 0.582 0.032", True),
    ("lies_within", "0.5 0.6 0.05", False),
    ("exceeds", "0.613 0.605", True),
    ("exceeds", "0.605 0.613", False),
    ("exceeds", "3 2 -1 -2", True),
    ("exceeds", "3 2 -2 -1", False),
    ("exceeds", "2 2", False),
    ("equals", "0.5 0.50", True),
    ("equals", "0.5 0.5 1 2", False),
    ("falls_more", "3 1 5 4 0 9", True),  # 2 against 1 and -9
    ("falls_more", "5 4 0 9 3 1", False),
    ("exceeding", "3 2 -2 -1 2 2", 1),
    ("largest_fall", "0.4 0.1 0.5 0.4", 75),
    ("largest_distance", "0.4 0.1 0.1 0.5", 0.4),
    ("difference", "0.622 0.613", 0.009),
    ("difference", "10 3 2", 5),
    ("qualifies", "some q", True),
    ("qualifies", "some p", False),
    ("qualifying", "some", 2),
    ("qualifying_others", "against", 1),
    ("all_contradicted", "some", False),
    ("all_contradicted", "against", True),
    ("all_contradicted", "none", False),
    ("blimp_paradigms", "", 2),
    ("blimp_pairs", "", 999),
    ("blimp_phenomena", "", 1),
    ("blimp_humans", "", 88.6),
]


@pytest.mark.parametrize(("quantity", "argument", "expected"), BY_HAND)
def test_quantities_by_hand(quantity, argument, expected):
    value = QUANTITIES[quantity](small(), "corrected", *argument.split())
    assert value == (expected if isinstance(expected, bool) else pytest.approx(expected))


def test_correlations_by_hand():
    e = small()
    rated = e.columns.dropna()
    r = {row: np.corrcoef(rated["human"], rated[row])[0, 1] for row in rated}
    corrected = "corrected"
    assert QUANTITIES["r"](e, corrected, "human", "tri/slor") == pytest.approx(r["tri/slor"])
    found = QUANTITIES["largest_r_difference"](e, corrected, "cola_score", "tri/slor")
    assert found == pytest.approx(r["bert-b/cola_score"] - r["tri/slor"])
    assert found > 0
    assert QUANTITIES["mlm_correlate_best"](e, corrected) == (
        r["bert-a/pll"] > max(r["bert-b/cola_score"], r["tri/slor"])
    )
    assert QUANTITIES["mlm_correlate_best"](e, corrected)
    worse = dataclasses.replace(e, **of_columns(e.columns.assign(**{"bert-c/pll": [-1.0, 1.0, 0.0, 0.0]})))
    assert not QUANTITIES["mlm_correlate_best"](worse, corrected)
    assert 0.5 < QUANTITIES["largest_p"](e, corrected) < 1


def test_lost_pairs_are_those_that_humans_contradict():
    corrected = "corrected"
    e = small()
    e = dataclasses.replace(e, **of_columns(e.columns.drop(columns="bert-a/pll")))
    assert QUANTITIES["least_share_contradicted"](e, corrected) == 1
    far = e.columns.assign(**{"tri/slor": [9.0, 0.9, -0.2, -1.0]})  # p is lost too, and humans agree on it
    far = dataclasses.replace(e, **of_columns(far))
    assert QUANTITIES["least_share_contradicted"](far, corrected) == 0.5


def test_every_quantity_has_a_case_by_hand():
    elsewhere = {"r", "largest_r_difference", "mlm_correlate_best", "largest_p", "least_share_contradicted"}
    assert {quantity for quantity, *_ in BY_HAND} | elsewhere == set(QUANTITIES)


def test_tables_2_to_4_from_the_same_evidence():
    e = small()
    sentences = e.sentences.assign(sentence="A sentence.").reset_index()
    members = pd.DataFrame({"argument": ["b.*.01 a.g.01", "a.g.01 a.g.01"]})
    assert tables.table_2(sentences=sentences, printed=members)["Sentence id"].tolist() == ["b.*.01", "a.g.01"]
    rated = tables.table_3(sentences=sentences, printed=pd.DataFrame({"argument": ["a.g.01"]}))
    assert rated.to_numpy().tolist() == [["a.g.01", "A sentence.", "1.000"]]
    deltas = pd.DataFrame({"pair_id": e.pairs.index, "measure": "log_prob", "human_delta": e.columns["human"]})
    deltas["model_delta"] = [0.5, -0.2, 0.1, 0.0]
    facts = pd.DataFrame({"quantity": ["human_delta", "human_delta", "met"], "argument": ["p", "q", "x"]})
    other = pd.concat([deltas.assign(measure="slor", model_delta=9.0), deltas])
    found = tables.table_4(pairs=e.pairs.reset_index(), deltas=other, printed=facts)
    assert found.to_numpy().tolist() == [
        ["a.g.01", "2.000", "0.500", "yes", "no"],  # 1.5 apart: missed at δ = 1
        ["a.g.02", "−0.300", "−0.200", "no", "yes"],
    ]


def test_table_1_has_each_share_as_printed_as_published_and_as_corrected():
    cells = [("BLiMP", "0.852"), ("ADC δ = 0.5", "0.364"), ("ADC δ = 1", "0.631"), ("ADC δ = 5", "0.849")]
    rows = [("Table 1", f"{model}: {name}", share) for model in ("B: large", "A") for name, share in cells]
    found = pd.DataFrame(rows, columns=["place", "item", "printed"])
    found = found.assign(
        quantity="share", argument="", as_published="0.8526443768996961", corrected=["0.4996", *["0.1"] * 7]
    )
    count = {"place": "Section 1", "item": "minimal pairs", "printed": "9", "quantity": "pairs", "corrected": "9"}
    made = tables.table_1(reproduction=pd.concat([found, pd.DataFrame([count | {"argument": ""}])]))
    names = ["printed", "as published", "corrected"]
    heads = [f"{name}, {of}" for name in ("BLiMP", "ADC, δ = 0.5", "ADC, δ = 1", "ADC, δ = 5") for of in names]
    assert list(made.frame) == ["System", *heads]
    assert made.frame.iloc[0].tolist()[:5] == ["B: large", "0.852", "0.853", "0.500", "0.364"]
    assert made.frame.iloc[1][["System", heads[-3], heads[-1]]].tolist() == ["A", "0.849", "0.100"]
    assert made.latex.to_numpy().tolist()[1:4] == [
        ["", "as published", *["0.853"] * 4],
        ["", "corrected", "0.500", *["0.100"] * 3],
        ["A", "printed", "0.852", "0.364", "0.631", "0.849"],
    ]


def test_table_5_shows_what_each_number_is_compared_with_and_the_sentences():
    rows = [("X (this paper): mean", "0.50", "0.4986", "log"), ("X (this paper): SD", "0.10", "0.1", "log")]
    rows += [("Y (Devlin): mean", "0.6", "", "nothing")]
    rows += [(f"X (this paper): {name}", "0.70", "0.703", "log") for name in ("max", "ensemble")]
    rows += [(f"Y (Devlin): {name}", "0.7", "", "nothing") for name in ("max", "ensemble")]
    found = pd.DataFrame(rows, columns=["item", "printed", "corrected", "compared_with"]).assign(place="Table 5")
    assert tables.table_5(reproduction=found).to_numpy().tolist() == [
        [
            "X (this paper)",
            "0.50 (0.4986)",
            "0.10 (0.1)",
            "0.70 (0.703)",
            "0.70 (0.703)",
            "the authors' notebook",
            "533 test",
        ],
        ["Y (Devlin)", "0.6", "", "0.7", "0.7", "", "GLUE's test"],
    ]


def test_the_page_on_numbers_explains_every_verdict_and_kind():
    page = (PAPER.parents[1] / "docs/numbers.md").read_text(encoding="utf-8")
    assert all(f"\n| {verdict} | " in page for verdict in VERDICTS)
    assert all(f"(`{kind}`)" in page for kind in KINDS)


@pytest.mark.parametrize("study", ["adc", "blimp", "cola", "pbc", "thesis"])
def test_a_studys_tables_and_figures_get_what_their_manifest_names(study):
    declared = import_module(f"acceptability.papers.{study}.study")
    for kind in ("metrics", "tables", "figures"):
        for name, row in getattr(declared, kind.upper(), {}).items():
            made = import_module(f"acceptability.papers.{study}.{kind}")
            given = [*row.reads, *row.settings, *(["width"] if kind == "figures" else [])]
            signature(getattr(made, name.replace("-", "_"))).bind(**dict.fromkeys(given))  # TypeError unless it fits
            assert {file.holds for file in row.reads.values()} <= {*catalogue(), CSV, PATH}, name
            assert row.caption.endswith(".")


def test_the_files_of_the_evidence_are_named():
    main, examples = SimpleNamespace(key="some"), {"x": {}, "y": {}}
    study = SimpleNamespace(key="adc", main=main, systems_of_rows=["a", "b"], examples=examples)
    paths = declared.reads(study)
    assert [file.path for file in paths["deltas"]] == ["results/deltas/some/a.csv", "results/deltas/some/b.csv"]
    assert [file.path for file in paths["examples"]] == [f"results/examples/some/{name}.csv" for name in "xy"]
    assert paths["construction"] == File("results/metrics/adc/pair_construction.csv", "pair_construction")
    assert paths["correlations"].path == "results/metrics/some/pairs_correlations.csv"


def test_a_missing_example_table_is_said_not_guessed():
    row = compared(("58", "qualifying", "table-6-text")).iloc[0]
    assert row["verdict"] == "not recomputable"
    assert row["note"] == "the study declares no example table-6-text"


def test_a_threshold_that_was_not_asked_is_said():
    row = compared(("0.5", "share", "a/pll adc 1")).iloc[0]
    assert (row["verdict"], row["corrected"]) == ("not recomputable", "")
    assert row["note"] == "δ = 1 is not listed under criteria: thresholds: in config.yaml"


def evidence(variants=VARIANTS) -> quantities.Evidence:
    """Three pairs, one of them unrated, and one row; all else as above."""
    columns = pd.DataFrame({"human": [1.0, 1.0, None], "a/pll": [1.1, -1.0, 0.4]}, index=["p", "q", "r"])
    return dataclasses.replace(small(), **of_columns(columns) | {"variants": variants})


def printed(*rows: tuple[str, str, str], kind: str = "result") -> pd.DataFrame:
    facts = [("Table 1", "x", number, kind, *rest, "", "") for number, *rest in rows]
    return pd.DataFrame(facts, columns=list(PRINTED.columns))


def compared(*rows: tuple[str, str, str], variants=VARIANTS, kind: str = "result") -> pd.DataFrame:
    return compare(printed(*rows, kind=kind), evidence(variants), quantities.QUANTITIES)


def test_verdicts():
    expected = {
        ("0.50", "share", "a/pll blimp"): "reproduced",
        ("1.00", "share", "a/pll adc 0.5"): "as published only",  # 1 of 2, and 1 unrated pair as published
        ("1", "met", "a/pll adc 0.5"): "corrected only",
        ("7", "pairs", ""): "differs",
        ("0.697", "", ""): "not recomputable",
        ("<0.01", "difference", "0.622 0.613"): "consistent",
        ("8.5e-25", "difference", "7.95e-25 0"): "differs",
    }
    table = compared(*expected)
    io.check_table(table, REPRODUCTION, "reproduction.csv")
    assert table["verdict"].tolist() == list(expected.values())
    assert table["compared_with"].tolist() == [*["data"] * 4, "nothing", "print", "print"]
    assert table["as_published"].tolist()[:5] == ["0.5", "1", "2", "2", ""]
    assert table["corrected"].tolist()[:5] == ["0.5", "0.5", "1", "2", ""]
    assert [float(value) for value in table["corrected"][5:]] == pytest.approx([0.009, 7.95e-25], rel=1e-9)
    assert table["difference"].tolist()[:6] == ["0", "-0.5", "0", "-5", "", ""]


def test_a_reading_that_fails_is_not_a_wrong_digit():
    expected = {
        ("9", "pairs", ""): "differs by our reading",
        ("2", "pairs", ""): "reproduced",
        ("no", "exceeds", "2 1"): "differs by our reading",
        ("1.00", "share", "a/pll adc 0.5"): "as published only",
    }
    assert compared(*expected, kind="reading")["verdict"].tolist() == list(expected.values())


def test_a_definition_is_neither_recomputed_nor_missing():
    table = compared(("0.05", "", ""), kind="definition")
    assert table[["verdict", "compared_with", "corrected"]].to_numpy().tolist() == [["definition", "nothing", ""]]
    with pytest.raises(InputError, match="Table 1, x: a definition has no quantity"):
        compared(("2", "pairs", ""), kind="definition")


def test_files_keep_all_digits_and_reports_round_once():
    """14.2463 is 14.2, though 14.25 rounds to 14.3."""
    gaps = {"gap": lambda e, o: 100 * (0.849 - 0.70653654975)}
    table = compare(printed(("14", "gap", "")), evidence(as_variants({})), gaps)
    (exact,) = table["corrected"]
    assert float(exact) == pytest.approx(14.246345025, abs=1e-9)
    assert beside("14.2", exact) == "14.246"


@pytest.mark.parametrize(
    ("printed_", "exact", "shown"),
    [
        ("14", "14.246345025", "14.25"),
        ("0.5", "0.4999999", "0.5"),
        ("0.852", "0.8524312896405919", "0.85243"),
        ("<0.02", "0.0198731", "0.0199"),
        ("1000", "999", "999"),
        ("-0.01", "-0.00001", "0"),
        ("<0.0001", "3e-07", "0"),
        ("8.5e-25", "1.0098765e-24", "1.010e-24"),
        ("8.5e-25", "0.25", "0.25"),
        ("yes", "no", "no"),
        ("1", "", ""),
        ("60", "60 (61.237313432835826)", "60 (61.24)"),
    ],
)
def test_a_value_is_shown_with_two_decimals_more_than_the_print(printed_, exact, shown):
    assert beside(printed_, exact) == shown


def test_what_is_printed_to_the_nearest_hundred_is_shown_with_the_number():
    quantity = {"about": lambda e, o, number: About(float(number), 100)}
    table = compare(printed(("2400", "about", "2365"), ("2300", "about", "2365")), evidence(), quantity)
    assert table["corrected"].tolist() == ["2400 (2365)"] * 2
    assert table["verdict"].tolist() == ["reproduced", "differs"]
    assert table["difference"].tolist() == ["0", "100"]


def test_a_study_without_variants_has_one_value_and_two_verdicts():
    table = compared(("0.50", "share", "a/pll adc 0.5"), ("1.00", "share", "a/pll adc 0.5"), variants=as_variants({}))
    assert table["verdict"].tolist() == ["reproduced", "differs"]
    assert table["corrected"].tolist() == ["0.5", "0.5"]
    assert "as_published" not in table


def test_mistakes_in_the_facts_are_named():
    with pytest.raises(InputError, match="the quantity 'shaer' is unknown"):
        compared(("1", "shaer", ""))
    with pytest.raises(InputError, match="Table 1, x: nothing is called 'b/pll'"):
        compared(("1", "met", "b/pll blimp"))


def facts() -> list[dict[str, str]]:
    tables = [io.read_table(path, PRINTED) for path in sorted((PAPER / "printed").glob("*.csv"))]
    return pd.concat(tables).fillna("").to_dict("records")


def test_every_fact_is_recomputed_or_says_why_not():
    for row in facts():
        assert row["quantity"] in QUANTITIES or (row["quantity"] == "" and (row["reason"] or row["note"]))
        assert row["printed"] and row["item"] and row["place"]


def test_every_table_is_there_and_every_quantity_is_used():
    places = [row["place"] for row in facts()]
    assert places.count("Table 1") == 32
    assert {f"Table {number}" for number in range(1, 9)} < set(places)
    own = {**quantities.QUANTITIES, **quantities.OF_A_LOG}
    assert set(own) == {row["quantity"] for row in facts()} - {"", *OF_THE_PRINT}


def test_no_sentence_of_the_data_is_committed_with_the_facts():
    # ids name the examples; a sentence would have several words and a full stop
    for row in facts():
        assert not row["item"].endswith((".", "?"))
