"""SyntaxGym's suites by SmolLM2 and by a masked model: numbers that were computed beforehand, with transformers alone."""

import os
import time
import warnings
from pathlib import Path

import pytest

import acceptability

# Items that are right by the first formula. Other suites' numbers are not given here.
RIGHT = {
    "center_embed": 26,
    "center_embed_mod": 25,
    "cleft": 40,
    "cleft_modifier": 38,
    "fgd-embed3": 13,
    "fgd-embed4": 8,
    "fgd_hierarchy": 15,
    "fgd_object": 21,
    "fgd_pp": 14,
    "fgd_subject": 14,
    "mvrr": 20,
    "nn-nv-rpl": 1,
    "npi_orc_any": 34,
    "npi_src_any": 34,
    "npi_src_ever": 38,
    "npz_ambig": 23,
    "npz_ambig_mod": 21,
    "npz_obj": 24,
    "npz_obj_mod": 24,
    "number_orc": 7,
    "number_prep": 15,
    "reflexive_orc_fem": 2,
    "reflexive_orc_masc": 2,
    "reflexive_prep_fem": 11,
    "reflexive_prep_masc": 10,
    "reflexive_src_fem": 3,
    "reflexive_src_masc": 4,
    "subordination": 21,
    "subordination_orc-orc": 22,
    "subordination_pp-pp": 22,
    "subordination_src-src": 21,
}
NEAR = {"fgd-embed4": 1, "fgd_object": 1, "npi_src_any": 1}  # comparisons within .01 bit, which may turn over
LEFT_OUT = ("fgd-embed3", "fgd-embed4", "nn-nv-rpl")  # of the authors' scores
RAW = {"subordination": 11, "subordination_orc-orc": 13, "subordination_pp-pp": 12, "subordination_src-src": 8}
NOTHING_BEFORE = {"subordination": 1, "npi_orc_any": 20, "number_prep": 10}
BY_HAND = {  # bits of the regions of item 1
    ("number_prep", "match_sing"): [7.3762, 10.9860, 22.6706, 1.5181, 19.4491, 3.0796, 14.8351],
    ("number_prep", "mismatch_sing"): [None, None, None, None, None, 6.5917],
    ("number_prep", "match_plural"): [None, None, None, None, None, 3.1997],
    ("number_prep", "mismatch_plural"): [None, None, None, None, None, 9.2906],
    ("cleft", "np_mismatch"): [None, None, None, None, None, 24.6732],
    ("cleft", "np_match"): [None, None, None, None, None, 13.9574],
    ("cleft", "vp_mismatch"): [None, None, None, None, 18.9037, 11.5216],
    ("cleft", "vp_match"): [None, None, None, None, 16.6698, 13.1637],
    ("npz_obj", "no-obj_no-comma"): [None, None, 0, None, 24.6538],
    ("npz_obj", "obj_no-comma"): [None, None, 0, None, 9.4047],
    ("npz_obj", "obj_comma"): [None, None, None, None, 8.9293],
}


@pytest.fixture(scope="module")
def folder() -> Path:
    mirror = Path(os.environ.get("ACCEPTABILITY_MIRROR", "")) / "raw.githubusercontent.com/cpllab"
    folders = list(mirror.glob("syntactic-generalization/*/test_suites/json"))
    if not folders:
        pytest.skip("needs a mirror with SyntaxGym's suites (ACCEPTABILITY_MIRROR)")
    return folders[0]


def read(path: Path, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return acceptability.suites(path, **options)


def right(suite, surprisals) -> dict[str, int]:
    shares = acceptability.evaluate_suites(suite, {"SmolLM2": surprisals}, right="first")["suite_shares"]
    return dict(zip(shares["suite"], (shares["share"] * shares["items"]).round().astype(int), strict=True))


@pytest.mark.filterwarnings("ignore:In 50 sentences")
def test_all_suites_by_smollm2(folder, smollm2):
    suites, start = read(folder), time.process_time()
    surprisals = acceptability.score_suites(suites, smollm2)  # which finds <|endoftext|> by itself
    print(f"{time.process_time() - start:.0f} s of processor time")
    counts = right(suites, surprisals)
    assert len(counts) == 34
    for suite, expected in RIGHT.items():
        assert abs(counts[suite] - expected) <= NEAR.get(suite, 0), suite
    shares = acceptability.evaluate_suites(suites, {"SmolLM2": surprisals})["suite_shares"].set_index("suite")
    assert shares.loc["mvrr", "ties"] == pytest.approx(1 / 28) and shares.loc["mvrr_mod", "ties"] == pytest.approx(
        1 / 28
    )
    assert shares["share_first"].drop([*LEFT_OUT]).mean() == pytest.approx(0.7318, abs=0.002)
    assert shares["share_all"].drop([*LEFT_OUT]).mean() == pytest.approx(0.7116, abs=0.002)
    bits = surprisals.set_index(["suite", "item", "condition", "region"])["surprisal_bits"]
    for (suite, condition), expected in BY_HAND.items():
        for region, value in enumerate(expected, start=1):
            if value is not None:
                assert bits[suite, "1", condition, region] == pytest.approx(value, abs=0.001)


@pytest.mark.parametrize("suite", RAW)
def test_a_space_before_marks_changes_results(folder, smollm2, suite):
    suites = read(folder / f"{suite}.json", spaces="raw")
    surprisals = acceptability.score_suites(suites, smollm2, beginning="<|endoftext|>")
    assert right(suites, surprisals) == {suite: RAW[suite]}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("suite", NOTHING_BEFORE)
def test_nothing_before_sentences_changes_results(folder, smollm2, suite):
    suites = read(folder / f"{suite}.json")
    surprisals = acceptability.score_suites(suites, smollm2, beginning=False)
    assert right(suites, surprisals) == {suite: NOTHING_BEFORE[suite]}


def test_number_prep_by_a_masked_model(folder):
    model = os.environ.get("ACCEPTABILITY_MODEL")
    if not model:
        pytest.skip("needs the folder of mini-bert (ACCEPTABILITY_MODEL)")
    suites = read(folder / "number_prep.json")
    surprisals = acceptability.score_suites(suites, model)
    bits = surprisals.set_index(["item", "region", "condition"])["surprisal_bits"]["1"][6]
    expected = {"match_sing": 5.6289, "mismatch_sing": 4.5840, "match_plural": 7.9382, "mismatch_plural": 5.0289}
    assert bits.to_dict() == pytest.approx(expected, abs=0.001)
    assert right(suites, surprisals) == {"number_prep": 0}
