"""The orders of "colorless green ideas sleep furiously", with simulated Elo ratings."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from acceptability.analyses.agreement import compute as agreement
from acceptability.contracts import checks, io
from acceptability.contracts.data import PAIRS, SENTENCES
from acceptability.errors import InputError
from acceptability.papers.thesis.cgi import manifest, reader
from acceptability.papers.thesis.cgi.rows import ORDERS, WORDS, equally_rated, exchanges, read_orders
from acceptability.plan import artefacts, own_files
from acceptability.scoring.token_scores import with_change_per_nat
from acceptability.statistics import deltas
from acceptability.statistics.criteria import meets
from configurations import PAPER, planned
from helpers import replaced
from orders import SIMULATED, git_blob, write_simulated


def entry(path: Path, **more) -> dict:
    return {"kind": "cgi", "label": "Orders (simulated)", "path": str(path), "git_blob": git_blob(path)} | more


@pytest.fixture
def simulated(tmp_path):
    return write_simulated(tmp_path / "elo-simulated.csv")


def test_orders_are_numbered_as_the_chapter_numbers_them():
    assert list(ORDERS)[:2] == ["cgi.0", "cgi.1"] and len(set(ORDERS.values())) == 120
    assert ORDERS["cgi.0"] == WORDS
    assert " ".join(ORDERS["cgi.11"]) == "colorless ideas furiously sleep green"
    assert " ".join(ORDERS["cgi.119"]) == "furiously sleep ideas green colorless"


@pytest.mark.parametrize(
    ("one", "other", "number"),
    [("cgi.0", "cgi.0", 0), ("cgi.0", "cgi.1", 1), ("cgi.0", "cgi.24", 1), ("cgi.0", "cgi.119", 10)],
)
def test_exchanges_of_neighbouring_words(one, other, number):
    assert exchanges(one, other) == exchanges(other, one) == number


def test_all_pairs_the_higher_rating_first(simulated):
    made = reader.read(simulated)
    checks.check_pairs(made.pairs, made.sentences, "pairs.csv")
    io.check_table(made.pairs, PAIRS, "pairs.csv")
    io.check_table(made.sentences, SENTENCES, "sentences.csv")
    elo = made.sentences.set_index("sentence_id")["elo"].astype(float)
    assert elo.to_dict() == SIMULATED
    rating = made.sentences.set_index("sentence_id")["rating"]
    assert rating.mean() == pytest.approx(0) and rating.std(ddof=0) == pytest.approx(1)
    assert np.corrcoef(elo, rating)[0, 1] == pytest.approx(1)
    assert (made.pairs["good_id"].map(elo) > made.pairs["bad_id"].map(elo)).all()
    members = {frozenset(pair) for pair in zip(made.pairs["good_id"], made.pairs["bad_id"], strict=True)}
    assert members == {frozenset(two) for two in combinations(ORDERS, 2)} and len(made.pairs) == 7140
    # Permutations of five things by their distance: 4, 9, 15, 20, 22, … of them from each.
    counts = made.pairs.groupby("phenomenon").size().tolist()
    assert counts == [240, 540, 900, 1200, 1320, 1200, 900, 540, 240, 60]
    assert made.pairs["cluster"].nunique() == 1


def test_equal_ratings_make_no_pair(tmp_path):
    elo = SIMULATED | dict.fromkeys(["cgi.1", "cgi.2", "cgi.3"], SIMULATED["cgi.1"])
    path = write_simulated(tmp_path / "elo-simulated.csv", elo)
    assert equally_rated(read_orders(path)) == 3
    pairs = reader.read(path).pairs
    assert len(pairs) == 7137 and "cgi.1|cgi.2" not in set(pairs["pair_id"])
    assert manifest.manifest(entry(path)).description.endswith(" 3 pairs have equal ratings, and are left out.")
    with pytest.raises(InputError, match="ratings are all the same"):
        reader.read(write_simulated(path, dict.fromkeys(ORDERS, 5)))


def test_other_rows_names_and_spellings_are_understood(tmp_path):
    path = tmp_path / "elo-simulated.csv"
    lines = [f"{elo};{' '.join(ORDERS[name]).capitalize()}.;simulated" for name, elo in SIMULATED.items()]
    path.write_text("\n".join(["Rating;String;note", ";Ideas sleep.;", *reversed(lines)]), encoding="latin-1")
    columns = {"sentence": "string", "elo": "rating"}
    assert manifest.texts(entry(path, columns=columns))["cgi.0"] == "Colorless green ideas sleep furiously."
    found = manifest.manifest(entry(path, columns=columns, encoding="latin-1"))
    assert found.options == {"sentence_column": "string", "elo_column": "rating", "encoding": "latin-1"}
    made = reader.read(**{name: Path(file) for name, file in found.files.items()}, **found.options)
    assert made.sentences["elo"].astype(float).tolist() == list(SIMULATED.values())


def test_the_manifest(simulated):
    found = manifest.manifest(entry(simulated))
    assert found.pairs.ranked and found.ratings and not found.labelled and not found.simulated
    assert found.cluster == "sets of words" and "equal ratings" not in found.description
    assert list(manifest.texts(entry(simulated))) == list(ORDERS)
    manifest.check(entry(simulated))


WRONG = [
    ("sentence,elo", "sentence,score", "has no column 'elo'; under columns, write elo: and the column with their Elo rating; it has: sentence, score"),
    ("sentence,elo", "elo,elo ", "the column 'elo' occurs twice"),
    (f"{' '.join(WORDS)},", "colorless ideas,", "there is no row for 'colorless green ideas sleep furiously'; add it"),
    ("\ncolorless green ideas furiously sleep,", "\nColorless green ideas sleep furiously,", "rows 2 and 3: both rate 'colorless green ideas sleep furiously'; keep one"),
    (f"{' '.join(WORDS)},{SIMULATED['cgi.0']}", f"{' '.join(WORDS)},high", "row 2: elo is 'high', which is not a number"),
    (f"{' '.join(WORDS)},{SIMULATED['cgi.0']}", f"{' '.join(WORDS)},", "row 2: elo is empty"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message"), WRONG)
def test_what_is_wrong_is_said_before_the_first_job(simulated, old, new, message):
    text = simulated.read_text(encoding="utf-8")
    assert text.count(old) == 1
    simulated.write_text(replaced(text, old, new), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        manifest.check(entry(simulated))
    assert str(simulated) in str(caught.value) and message in str(caught.value)


def test_without_an_id_only_the_authors_file_is_taken(simulated):
    given = entry(simulated)
    del given["git_blob"]
    config = planned(PAPER | {"studies": [], "datasets": {"orders-simulated": given}, "classifiers": {}})
    message = "config.yaml: datasets.orders-simulated: .*: git names its content .*, not b10a293b.*; download it again"
    with pytest.raises(InputError, match=message):
        own_files.check(config)


def scored(made, scores: np.ndarray, measure: str = "log_prob") -> pd.DataFrame:
    table = pd.DataFrame({"sentence_id": made.sentences["sentence_id"], "measure": measure, "score": scores})
    table = with_change_per_nat(table, made.sentences)
    return deltas.compute_deltas(table, made.sentences, made.pairs, tie=1e-4)


def test_a_model_that_knows_no_two_of_the_words_prefers_nothing(simulated):
    """An n-gram model then gives all orders with one first word the same score except for rounding."""
    made = reader.read(simulated)
    noise = np.random.default_rng(1).uniform(-1e-5, 1e-5, 120)
    found = scored(made, -40 + noise)[1]
    assert (found["model_delta"] == 0).all()
    assert not meets(found["human_delta"], found["model_delta"], "adc", 5).any()
    first = made.sentences["sentence"].str.split().str[0]
    found = scored(made, -40 - first.str.len() + noise)[1]
    tied = made.pairs["good_id"].map(ORDERS).str[0].str.len() == made.pairs["bad_id"].map(ORDERS).str[0].str.len()
    assert (found["model_delta"].eq(0) == tied).all()


def test_scores_are_correlated_with_ratings(simulated):
    made = reader.read(simulated)
    z_scores, found = scored(made, np.array(list(SIMULATED.values())), "score")
    assert meets(found["human_delta"], found["model_delta"], "adc", 0.5).all()
    whole = agreement.subsets(made.pairs, made.sentences)
    row = agreement.agreement_of_sentences(z_scores, made.sentences, whole).iloc[0]
    assert (row["statistic"], row["value"], row["items"]) == ("sentence_pearson", pytest.approx(1), 120)


def test_a_configuration_with_the_orders(simulated):
    """A report of its own; no table about labels, which no order has."""
    config = planned(PAPER | {"datasets": PAPER["datasets"] | {"orders-simulated": entry(simulated)}})
    assert config.datasets["orders-simulated"].kind == "cgi"
    assert "orders-simulated" in config.reports
    tables = artefacts.tables(config, ".csv")
    assert "results/tables/orders-simulated/agreement.csv" in tables
    assert "results/tables/orders-simulated/separation.csv" not in tables
    assert "results/tables/li-adger/separation.csv" in tables
