"""The study of a thesis chapter: quantities by hand, what it shares with the paper, and the facts that are committed."""

import pandas as pd
import pytest
import yaml

from acceptability.contracts import io
from acceptability.contracts.studies import PRINTED
from acceptability.options import as_variants
from acceptability.papers.adc import quantities as adc
from acceptability.papers.thesis import quantities
from acceptability.papers.thesis import study as declared
from acceptability.papers.thesis.cgi.rows import ORDERS
from acceptability.studies.evidence import About, NotFetched, NotRecomputable, not_fetched
from acceptability.studies.verdicts import OF_THE_PRINT, compare
from configurations import PAPER, planned
from helpers import ROOT
from orders import SIMULATED, write_simulated

FOLDER = ROOT / "paper/thesis"
FACTS = io.read_table(FOLDER / "printed/text.csv", PRINTED)
QUANTITIES = quantities.QUANTITIES


NOT_FETCHED = not_fetched("cgi-ratings.csv")


def small(elo: pd.Series | NotRecomputable = NOT_FETCHED) -> quantities.Evidence:
    """Three sentences, one pair; every quantity below can be counted by eye."""
    names, empty = ["32.1.a.g.01", "41.2.b.*.01", "ch1.c.g.01"], pd.DataFrame()
    sentences = pd.DataFrame({"source": ["LI", "LI", "Adger"], "rating": [1.0, None, 0.5]}, index=names)
    return quantities.Evidence(
        rows=[],
        variants=as_variants({}),
        sentences=sentences,
        pairs=pd.DataFrame({"good_id": names[:1], "bad_id": names[1:2]}, index=["p"]),
        construction=empty,
        columns=pd.DataFrame({"human": [1.0] * 2365}),
        criteria={},
        correlations=empty,
        z_scores={},
        scores={},
        examples={},
        magnitude_estimates=empty,
        blimp={"paradigms": {"one": 1000, "two": 998}},
        likert=pd.Series([1.0, 7.0, 7.0, None]),
        five_gram=0.6124,
        judged=pd.DataFrame({"pair_id": ["one-0", "one-1"], "answers": [3, 1]}),
        elo=elo,
    )


BY_HAND = [
    ("about_sentences", "10", About(3, 10)),
    ("rated_sentences", "", 2),
    ("about_pairs", "100", About(2365, 100)),
    ("sources", "", 2),
    ("first_year", "", 2001),
    ("last_year", "", 2010),
    ("is_pair", "32.1.a.g.01 41.2.b.*.01", True),
    ("is_pair", "41.2.b.*.01 32.1.a.g.01", False),
    ("likert_points", "", 2),
    ("blimp_all_pairs", "", 1998),
    ("blimp_five_gram", "", 61.24),
    ("about_blimp_five_gram", "10", About(100 * 0.6124, 10)),
    ("blimp_answers_per_pair", "", 2),
    ("words", "", 5),
    ("orders", "", 120),
    ("other_orders", "cgi.0", 119),
    ("pairs_of_orders", "", 7140),
    ("is_order", "cgi.1 colorless green ideas furiously sleep", True),
    ("is_order", "cgi.0 colorless green ideas furiously sleep", False),
    ("elo", "cgi.2", 2.0),
    ("rated_above", "cgi.2", 117),
]


@pytest.mark.parametrize(("quantity", "argument", "expected"), BY_HAND)
def test_quantities_by_hand(quantity, argument, expected):
    elo = pd.Series(range(120), index=list(ORDERS), dtype=float)
    value = QUANTITIES[quantity](small(elo), "corrected", *argument.split())
    assert value == (expected if isinstance(expected, bool | About) else pytest.approx(expected))


def test_every_quantity_of_its_own_has_a_case_by_hand():
    assert {quantity for quantity, *_ in BY_HAND} == QUANTITIES.keys() - adc.QUANTITIES.keys()


def test_without_the_elo_ratings_their_rows_say_how_to_get_them():
    facts = FACTS[FACTS["quantity"].isin(["elo", "rated_above"])]
    found = compare(facts, small(), QUANTITIES)
    assert set(found["verdict"]) == {"file not fetched"} and len(found) == 5
    assert found["note"].str.contains("snakemake --cores 1 -- resources/raw/cgi-ratings.csv;").all()
    with pytest.raises(NotFetched):
        QUANTITIES["elo"](small(), "corrected", "cgi.0")
    simulated = compare(facts, small(pd.Series(SIMULATED)), QUANTITIES)
    assert set(simulated["verdict"]) == {"differs"}  # nobody's choices


def test_every_fact_is_recomputed_or_says_why_not():
    assert set(FACTS["quantity"]) - {""} <= QUANTITIES.keys() | OF_THE_PRINT.keys()
    assert not FACTS.duplicated(["place", "item", "printed"]).any()


def test_what_both_works_print_is_computed_alike():
    """The same quantity of the same argument; where the print is the same too, with the paper's decimals."""
    of_paper = pd.concat([io.read_table(path, PRINTED) for path in sorted((ROOT / "paper/adc/printed").glob("*.csv"))])
    key = ["quantity", "argument"]
    examples = FACTS[FACTS["place"].isin(["Table 4", "Table 5"])]
    shared = examples.merge(of_paper, on=[*key, "printed"])
    assert len(shared) == len(examples) == 12


def test_it_declares_what_the_other_studies_declare():
    own, others = (
        yaml.safe_load((ROOT / f"paper/{name}/study.yaml").read_text(encoding="utf-8")) for name in ("thesis", "adc")
    )
    assert own["published"]["trigram-published"] == others["published"]["trigram-published"]
    whole = planned(PAPER | {"studies": ["thesis"]})
    assert list(whole.datasets) == ["li-adger", "blimp-full", "cola"]
    assert whole.runs == ("trigram-published", "brown-trigram")


def files(**datasets: dict) -> dict:
    config = PAPER | {"studies": ["thesis"], "datasets": PAPER["datasets"] | datasets}
    (study,) = planned(config).studies.values()
    return declared.reads(study)


def test_the_files_of_the_evidence():
    orders = {"kind": "cgi", "label": "Orders", "path": "no.csv"}
    assert files()["construction"].path == "results/metrics/thesis/pair_construction.csv"
    simulated = orders | {"simulated": True}
    assert "orders" not in files() and "orders" not in files(theirs=simulated)
    assert files(theirs=simulated, mine=orders)["orders"].path == "results/sentences/mine.csv"


def test_the_fetched_file_is_used(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "elo" not in files()
    path = tmp_path / "resources/raw/cgi-ratings.csv"
    path.parent.mkdir(parents=True)
    write_simulated(path)
    assert files()["elo"].path == "resources/raw/cgi-ratings.csv"
    assert quantities.read_elo(path).to_dict() == SIMULATED


def test_other_columns_of_the_file_are_named_and_stop_nothing(tmp_path):
    path = tmp_path / "cgi-ratings.csv"
    path.write_text("string,score\ncolorless green ideas sleep furiously,1.5\n", encoding="utf-8")
    facts = FACTS[FACTS["quantity"].isin(["elo", "rated_above"])]
    found = compare(facts, small(quantities.read_elo(path)), QUANTITIES)
    assert set(found["verdict"]) == {"not recomputable"}
    assert set(found["note"]) == {"the file is as registered, but its columns are string, score"}


def test_the_citation_is_known():
    study = yaml.safe_load((FOLDER / "study.yaml").read_text(encoding="utf-8"))
    assert f"{{{study['citation']}," in (ROOT / "paper/references.bib").read_text(encoding="utf-8")
