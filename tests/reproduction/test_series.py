"""Series of released sizes: their shares are the released ones, and the trends of small samples are what they are."""

import pandas as pd
import pytest

from acceptability.analyses.series.compute import compute
from acceptability.papers.blimp_650 import manifest as blimp_manifest
from acceptability.papers.blimp_650 import reader as blimp_reader
from acceptability.papers.blimp_650 import scores as blimp_scores
from acceptability.papers.dgl import manifest as dgl_manifest
from acceptability.papers.dgl import reader as dgl_reader
from acceptability.papers.dgl import scores as dgl_scores
from acceptability.plan.series import positive
from acceptability.reading.load import read_yaml
from acceptability.statistics.clusters import holm
from helpers import ROOT

STUDY = read_yaml(ROOT / "paper/released/study.yaml")
READERS = {
    "dgl": (dgl_reader, dgl_manifest, dgl_scores),
    "blimp-650": (blimp_reader, blimp_manifest, blimp_scores),
}
RIGHT = {  # pairs right by size, of 80 and of 650 (tests/reproduction/test_released_dgl.py)
    "llama-2-dgl": [69, 70, 68],
    "pythia-dgl": [66, 68, 63, 67, 69],
    "llama-2-blimp-650": [559, 551, 543],
    "pythia-blimp-650": [539, 552, 560, 564, 564],
}


@pytest.mark.parametrize("dataset", READERS)
def test_shares_by_size_are_the_released_ones(chosen, fetched, dataset):
    reader, manifest, scores = READERS[dataset]
    data = chosen(reader.read, manifest.manifest({}))
    declared = {
        key: {"number": entry["number"], "systems": {it: positive(n, key) for it, n in entry["systems"].items()}}
        for key, entry in STUDY["series"].items()
        if STUDY["published"][next(iter(entry["systems"]))]["dataset"] == dataset
    }
    assert len(declared) == 4
    pairs = data.pairs.set_index("pair_id")
    deltas = {}
    for system in [system for entry in declared.values() for system in entry["systems"]]:
        entry = STUDY["published"][system]
        table = scores.scores({"": fetched(entry["source"])}, entry["measures"], data.sentences, data.pairs)
        score = table.set_index("sentence_id")["score"]
        delta = pairs["good_id"].map(score) - pairs["bad_id"].map(score)
        cells = {"pair_id": pairs.index, "measure": "log_prob", "human_delta": float("nan"), "model_delta": delta}
        deltas[system] = pd.DataFrame(cells).reset_index(drop=True)
    result = compute(
        pairs=data.pairs, choices=data.choices, deltas=deltas, scorings={}, series=declared, dataset=dataset
    )
    shares = result["series"].query("statistic == 'share' and level == 'all'")
    for key, right in RIGHT.items():
        own = shares[shares["series"] == key]
        if len(own):
            assert own["number"].is_monotonic_increasing
            assert (own["strict"] * own["pairs"]).round(6).tolist() == right
    change = result["series_trends"].query("level == 'all'").set_index("series")
    assert change["p_holm"].equals(change["p"])  # all pairs of a series are tested once
    docs = (
        " ".join((ROOT / page).read_text(encoding="utf-8").split()) for page in ("docs/humans.md", "docs/series.md")
    )
    humans, of_series = docs
    if dataset == "blimp-650":  # the only series of four whose share rises clearly
        pythia = change.loc["pythia-blimp-650"]
        assert (change["p"] < 0.05).to_dict() == {key: key == "pythia-blimp-650" for key in declared}
        expected = [0.0316708279587174, 0.0106551901716413, 0.0526864657458, 0.00435995640043600]
        assert pythia[["slope", "low", "high", "p"]].tolist() == pytest.approx(expected, rel=1e-12)
        slope, low, high, p = (f"{it:.3f}" for it in pythia[["slope", "low", "high", "p"]])
        corrected = dict(zip(change.index, holm(change["p"]), strict=True))["pythia-blimp-650"]
        assert corrected == pytest.approx(4 * pythia["p"])
        assert f"{slope} [{low}, {high}] | {p} |" in of_series
        assert f"its p is {p}, and {corrected:.3f} corrected for these" in of_series
        said = (
            f"rises by {slope} where parameters are ten times as many (95 % interval: {low} to {high}; *p* = {p}, and "
        )
        assert f"{said}{corrected:.3f} corrected for the four series of the dataset)".replace("0.", ".") in humans
    else:
        assert (change["units"] == 75).all()  # different pairs, in constructions that were chosen
        differ = {key.split("-dgl")[0]: int(number) for key, number in change["differ"].items()}
        assert differ == {"llama-2": 2, "gemma": 1, "olmo": 1, "pythia": 10}
        assert change["p"].dropna().to_dict() == {"pythia-dgl": pytest.approx(0.3693, abs=5e-4)}
        said = "Of the 75 items of `dgl`, the models of Llama-2, Gemma and OLMo differ in only {}, {} and {}, too few"
        assert said.format(*list(differ.values())[:3]) in humans
        said = "Pythia's differ in {}, without a clear slope (*p* = {:.3f})"
        assert said.format(differ["pythia"], change.loc["pythia-dgl", "p"]).replace("0.", ".") in humans
        people = shares.drop_duplicates("people")["people"].tolist()
        assert people == [pytest.approx(0.72125)]  # 577 of 800 first answers
