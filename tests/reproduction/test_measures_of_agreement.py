"""Agreement, phenomena and disagreements on LI-Adger as it really is."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats


@pytest.fixture
def metrics(results):
    return results / "metrics/li-adger"


def test_how_many_pairs_each_choice_has(metrics):
    agreement = pd.read_csv(metrics / "agreement.csv").query("statistic == 'blimp'")
    counts = agreement.groupby("chosen")["items"].agg(["min", "max"])
    assert (counts["min"] == counts["max"]).all()
    expected = {"all": 2365, "LI": 1174, "Adger": 1191, "matched": 1095, "unmatched": 1270}
    assert counts["min"].to_dict() == expected


def test_the_parts_sum_to_the_whole_of_table_1(metrics):
    agreement = pd.read_csv(metrics / "agreement.csv").query("statistic in ('blimp', 'adc')")
    keys = ["system", "measure", "statistic", "threshold"]
    met = agreement.assign(met=(2 * agreement["value"] * agreement["items"]).round() / 2)  # a tie is half
    met = met.fillna({"threshold": 0}).pivot(index=keys, columns="chosen", values="met")
    assert (met["LI"] + met["Adger"] == met["all"]).all()
    assert (met["matched"] + met["unmatched"] == met["all"]).all()
    table_1 = pd.read_csv(metrics / "criteria.csv").query("variant == 'corrected'").fillna({"threshold": 0})
    table_1 = table_1.rename(columns={"criterion": "statistic"}).set_index(keys)
    table_1 = table_1[table_1["ties"].notna()]  # rows with deltas
    assert met["all"].to_dict() == pytest.approx((table_1["share_ties_half"] * table_1["pairs"]).to_dict())


def test_pearsons_r_is_that_of_figure_1_and_the_others_are_scipys(metrics, results):
    agreement = pd.read_csv(metrics / "agreement.csv").query("chosen == 'all' and statistic != 'adc'")
    rows = agreement["system"] + "/" + agreement["measure"]
    value = agreement.assign(row=rows).set_index(["row", "statistic"])["value"]
    figure_1 = pd.read_csv(metrics / "pairs_correlations.csv").query("row == 'human'").set_index("column")["pearson_r"]
    for row in rows[agreement["system"] != "reference"].unique():
        assert value[row, "pearson"] == pytest.approx(figure_1[row])
    deltas = pd.read_csv(results / "deltas/li-adger/bert-large-cased-cola-published.csv").dropna()
    x, y = deltas["human_delta"], deltas["model_delta"]
    row = "bert-large-cased-cola-published/cola_score"
    assert value[row, "spearman"] == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-6)
    assert value[row, "kendall_tau_b"] == pytest.approx(stats.kendalltau(x, y).statistic, abs=1e-6)
    sentences = pd.read_csv(results / "sentences/li-adger.csv").set_index("sentence_id")
    z = pd.read_csv(results / "z_scores/li-adger/bert-large-cased-cola-published.csv").set_index("sentence_id")
    pairs = pd.read_csv(results / "pairs/li-adger.csv").set_index("pair_id").loc[deltas["pair_id"]]
    members = sorted({*pairs["good_id"], *pairs["bad_id"]})
    expected = stats.pearsonr(sentences.loc[members, "label"], z.loc[members, "z_score"]).statistic
    assert value[row, "point_biserial"] == pytest.approx(expected)


def test_separation_is_what_was_computed_independently(metrics):
    table = pd.read_csv(metrics / "separation.csv")
    wide = table.assign(row=table["system"] + "/" + table["measure"]).pivot(
        index="row", columns="statistic", values="value"
    )
    expected = {
        "bert-large-uncased-mlm-published/pll": (0.3809, 0.7887, 0.7280, 0.858, 0.3562),
        "bert-base-uncased-cola-published/cola_score": (0.5971, 0.6942, 0.8805, 1.665, 0.6327),
        "trigram-published/log_prob": (0.0573, 0.7723, 0.5348, 0.123, 0.0885),
    }
    names = ["pbc", "most_possible_pbc", "auc", "d_prime", "best_mcc"]
    for row, values in expected.items():
        assert wide.loc[row, names].tolist() == pytest.approx(values, abs=5e-4)
    items = table[table["statistic"] == "pbc"].set_index("system")["items"]
    assert items["bert-large-uncased-mlm-published"] == 4178 and set(items["trigram-published"]) == {4124}


def test_released_classifiers_by_half(results):
    halves = pd.read_csv(results / "tables/adc/halves.csv").set_index(["half", "system"])
    assert halves.groupby("half")[["sentences", "pairs", "known"]].first().to_dict("index") == {
        "all": {"sentences": 4178, "pairs": 2365, "known": 85},
        "LI": {"sentences": 2400, "pairs": 1174, "known": 8},
        "Adger": {"sentences": 1778, "pairs": 1191, "known": 77},
    }
    systems = [f"bert-{name}-cola-published" for name in ("base-uncased", "large-uncased", "large-cased")]
    expected = {"LI": [0.4725, 0.4931, 0.5252], "Adger": [0.7374, 0.7817, 0.7810], "all": [0.5854, 0.6161, 0.6332]}
    for half, mccs in expected.items():
        assert halves.loc[half].loc[systems, "mcc"].tolist() == pytest.approx(mccs, abs=5e-5)
    assert halves.loc["all"].loc[systems, "pbc"].tolist() == pytest.approx([0.5971, 0.6225, 0.6417], abs=5e-5)


def test_230_phenomena_and_their_names(metrics, results):
    phenomena = pd.read_csv(metrics / "phenomena.csv")
    per_row = phenomena.query("criterion == 'blimp'").groupby(["system", "measure"])
    assert set(per_row["phenomenon"].nunique()) == {230}
    assert set(per_row["pairs"].sum()) == {2365}
    deltas = pd.read_csv(results / "deltas/li-adger/trigram-published.csv").query("measure == 'slor'").dropna()
    pairs = pd.read_csv(results / "pairs/li-adger.csv").set_index("pair_id")["phenomenon"]
    means = deltas.groupby(deltas["pair_id"].map(pairs))[["human_delta", "model_delta"]].mean()
    found = phenomena.query("system == 'trigram-published' and measure == 'slor' and threshold == 0.5")
    found = found.set_index("phenomenon").loc[means.index]
    same_sign = np.sign(means["human_delta"]) == np.sign(means["model_delta"])
    meets = same_sign & ((means["human_delta"] - means["model_delta"]).abs() < 0.5)
    assert (found["mean_meets"] == meets).all()
    ranking = pd.read_csv(results / "tables/li-adger/phenomenon_ranking.csv")
    assert ranking["Phenomenon"].is_unique and len(ranking) == 230
    assert (ranking["ADC, δ = 0.5"].diff().dropna() <= 0).all()
    # A system counts once, whichever of its measures has the phenomenon.
    names = pd.read_csv(results / "pairs/li-adger.csv").groupby("phenomenon")["phenomenon_label"].first()
    of_systems = phenomena.query("system != 'reference' and threshold == 0.5").groupby(["phenomenon", "system"])
    had = of_systems["mean_meets"].max().groupby("phenomenon").sum()
    had.index = had.index.map(names)
    assert ranking.set_index("Phenomenon")["ADC, δ = 0.5"].to_dict() == had.to_dict()
    assert ranking["ADC, δ = 0.5"].max() == phenomena["system"].nunique() - 1 == 8


def test_92_pairs_are_rated_against_the_experts(metrics):
    found = pd.read_csv(metrics / "disagreements.csv")
    against = found[found["kind"] == "humans_against_experts"]
    assert len(against) == 92 and (against["human_delta"] < 0).all()
    missed = found[(found["kind"] == "missed_by_all") & (found["criterion"] == "blimp")]
    systems = [column for column in found if "/" in column]
    assert len(missed) == 6 and (missed[systems] <= 0).all(axis=None)
    identical = missed[missed["good"] == missed["bad"]]
    assert len(identical) == 2  # no system can tell them apart
    one = found[(found["kind"] == "met_by_one") & (found["criterion"] == "blimp")]
    for pair in one.to_dict("records"):
        assert {row for row in systems if pair[row] > 0} == set(pair["met_by"].split())
