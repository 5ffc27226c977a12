import random

import pandas as pd
import pytest
from nltk import CFG

from acceptability.contracts import io
from acceptability.contracts.data import FEATURES, PAIRS, RATINGS, SENTENCES
from acceptability.datasets.ratings import mean_ratings, participant_z_scores
from acceptability.errors import InputError
from acceptability.papers.toy import language as toy_language
from acceptability.papers.toy import reader as toy
from acceptability.papers.toy.manifest import RESOURCES
from acceptability.papers.toy.toy_labels import reader as toy_labels
from helpers import ROOT

GRAMMAR = CFG.fromstring((ROOT / "resources/demo/grammar.txt").read_text(encoding="utf-8").splitlines())
PHENOMENA = io.read_table(ROOT / "resources/demo/phenomena.csv", toy_language.PHENOMENA)
SMALL = CFG.fromstring(
    ["S -> 'the' N_sg V_sg '.'", "N_sg -> 'dog' | 'cat'", "N_pl -> 'dogs' | 'cats'", "V_sg -> 'sleeps'"]
)


@pytest.fixture(scope="module")
def pairs() -> pd.DataFrame:
    """The minimal pairs of the toy language."""
    return toy_language.minimal_pairs(GRAMMAR, PHENOMENA)


def test_the_corpus_is_the_same_on_every_machine():
    # Written down once; a change of the grammar or of a library that changes these changes the demo.
    assert toy_language.corpus(GRAMMAR, 4) == [
        "The nun behind the aunt sees herself.",
        "The quiet brothers admire the brothers.",
        "The aunts admire the uncle.",
        "The princes sleep often.",
    ]
    assert toy_language.corpus(GRAMMAR, 100)[:4] == toy_language.corpus(GRAMMAR, 4)


def test_every_sentence_of_the_corpus_is_one_of_the_grammar():
    assert set(toy_language.corpus(SMALL, 50)) == {"The dog sleeps.", "The cat sleeps."}


def test_one_number_means_one_choice():
    for seed in "abcdefgh":
        good, bad = (
            toy_language.fill(SMALL, f"the {category}@1 near the N_sg@2", seed) for category in ("N_sg", "N_pl")
        )
        assert good.replace(good.split()[1], good.split()[1] + "s", 1) == bad or good.split()[1] + "s" == bad.split()[1]
        assert good.split()[-1] == bad.split()[-1]
    nouns = {toy_language.fill(SMALL, "N_sg@1 N_pl@1", str(seed)) for seed in range(20)}
    assert nouns == {"Dogdogs", "Catcats"}


def test_a_category_that_the_grammar_lacks_is_named():
    with pytest.raises(InputError, match="the grammar has no category N_dual"):
        toy_language.expand(SMALL, "N_dual", random.Random(1))


def test_pairs_are_different_and_differ_in_what_their_templates_say(pairs):
    assert pairs.groupby("phenomenon", sort=False).size().to_dict() == dict.fromkeys(PHENOMENA["phenomenon"], 12)
    assert not pairs.duplicated(["good", "bad"]).any()
    assert (pairs["good"] != pairs["bad"]).all()
    agreement = pairs[pairs["phenomenon"].str.contains("subject and verb")]
    for pair in agreement.itertuples():
        different = [(a, b) for a, b in zip(pair.good.split(), pair.bad.split(), strict=True) if a != b]
        assert len(different) == 1
        good, bad = (word.rstrip(".") for word in different[0])
        assert good == bad + "s"


def test_too_few_different_pairs_are_an_error(monkeypatch):
    phenomena = pd.DataFrame({"phenomenon": ["x"], "good": ["the N_sg@1 ."], "bad": ["the N_pl@1 ."]})
    monkeypatch.setattr(toy_language, "PAIRS", 2)
    assert len(toy_language.minimal_pairs(SMALL, phenomena)) == 2
    monkeypatch.setattr(toy_language, "PAIRS", 3)
    with pytest.raises(InputError, match="templates of 'x' do not give 3 different pairs"):
        toy_language.minimal_pairs(SMALL, phenomena)


EFFECTS = dict(zip(PHENOMENA["phenomenon"], PHENOMENA["effect"], strict=True))


def test_simulated_participants_find_the_bad_members_worse_and_skip_the_last_pair(pairs):
    ratings = toy_language.simulated_ratings(pairs, EFFECTS)
    assert ratings["participant"].nunique() == toy_language.PARTICIPANTS
    assert ratings["participant"].str.startswith("simulated-").all()
    assert (ratings["rating"] >= 1).all()
    side = ratings["sentence_id"].str.split(".").str[1]
    by_side = ratings["rating"].groupby([ratings["participant"], side]).mean().unstack()
    assert (by_side["good"] > by_side["bad"]).all()
    last = pairs["pair_id"].iloc[-1]
    assert not ratings["sentence_id"].str.startswith(last).any()
    assert ratings["sentence_id"].nunique() == 2 * (len(pairs) - 1)
    assert ratings.head(3)["rating"].tolist() == [95, 48, 39]


def test_a_second_panel_of_other_simulated_participants_agrees_with_the_first_but_not_in_everything(pairs):
    first, second = toy_language.simulated_ratings(pairs, EFFECTS), toy_language.other_ratings(pairs, EFFECTS)
    assert second["participant"].nunique() == toy_language.PARTICIPANTS
    assert second["participant"].str.startswith("simulated-").all()
    assert not set(first["participant"]) & set(second["participant"])
    assert set(second["rating"]) == set(range(1, 8))
    assert set(second["sentence_id"]) == set(first["sentence_id"])
    one, other = (mean_ratings(panel.assign(z_score=participant_z_scores(panel))) for panel in (first, second))
    r = one.corr(other)
    assert 0.9 < r < 0.99


def test_labelled_sentences_are_of_all_phenomena_and_in_no_pair(pairs):
    labelled, features = toy_language.labelled_sentences(GRAMMAR, PHENOMENA)
    assert not set(labelled["sentence"]) & set(pairs[["good", "bad"]].to_numpy().flat)
    assert labelled["sentence"].is_unique and labelled["sentence_id"].is_unique
    assert set(labelled["split"]) == {"train", "dev", "test"}
    assert set(features["feature"]) == set(PHENOMENA["phenomenon"])
    assert len(features) == len(labelled)
    counts = labelled.groupby("split")["label"].agg(["size", "mean"])
    assert counts.loc["train", "size"] > 600 and counts.loc["test", "size"] > 200
    assert counts["mean"].between(0.4, 0.6).all()


def test_the_readers_give_the_same_tables_every_time_by_contract():
    raw = {name: ROOT / path for name, path in RESOURCES.items()}
    pairs, labelled = toy.read(**raw), toy_labels.read(**raw)
    assert len(pairs.pairs) == len(pairs.sentences) / 2 == 12 * len(PHENOMENA)
    assert pairs.sentences["rating"].isna().sum() == 2  # the last pair is not rated
    assert (pairs.pairs["cluster"] == pairs.pairs["phenomenon"]).all()
    assert labelled.pairs.empty and labelled.ratings.empty
    for table, contract in (
        (pairs.sentences, SENTENCES),
        (pairs.pairs, PAIRS),
        (pairs.ratings, RATINGS),
        (pairs.other_ratings, RATINGS),
        (labelled.sentences, SENTENCES),
        (labelled.features, FEATURES),
    ):
        io.check_table(table, contract, "toy")
    again = toy.read(**raw)
    pd.testing.assert_frame_equal(again.sentences, pairs.sentences)
    pd.testing.assert_frame_equal(again.ratings, pairs.ratings)
    pd.testing.assert_frame_equal(again.other_ratings, pairs.other_ratings)
