"""Released classifiers on the halves of a dataset: hand cases."""

import numpy as np
import pandas as pd
import pytest

from acceptability.contracts import io
from acceptability.papers.adc import study as declared
from acceptability.papers.adc import tables
from acceptability.papers.adc.contracts import HALVES
from acceptability.papers.adc.halves import by_half
from acceptability.statistics import separation

# Six sentences of either source; the first three of each are acceptable.
NAMES = [f"{source}{number}" for source in ("LI", "Adger") for number in range(6)]
SENTENCES = pd.DataFrame({"sentence_id": NAMES, "label": [1, 1, 1, 0, 0, 0] * 2, "source": ["LI"] * 6 + ["Adger"] * 6})
PAIRS = pd.DataFrame({"good_id": NAMES[:3] + NAMES[6:9], "bad_id": NAMES[3:6] + NAMES[9:], "cluster": list("abcdef")})
OF_LI, OF_ADGER = [0.9, 0.8, -0.7, 0.6, -0.8, -0.9], [0.9, 0.8, 0.7, 0.6, -0.7, -0.8]
SCORES = pd.DataFrame({"sentence_id": NAMES, "score": [*OF_LI, *OF_ADGER]})
AGREEMENT = pd.DataFrame(
    [
        (half, statistic, threshold, value, 3)
        for half, value in (("all", 0.5), ("LI", 0.4), ("Adger", 0.6))
        for statistic, threshold in (("adc", 1.0), ("blimp", np.nan), ("adc", 0.5), ("pearson", np.nan))
    ],
    columns=["chosen", "statistic", "threshold", "value", "items"],
)
AGREEMENT.loc[AGREEMENT["threshold"] == 0.5, "value"] /= 2


def made() -> pd.DataFrame:
    known = {"LI2", "Adger3"}  # the wrong decisions of the two halves
    return by_half(SENTENCES, PAIRS, {"a": SCORES}, known, AGREEMENT.assign(system="a")).set_index("half")


def test_each_half_by_hand():
    found = made()
    io.check_table(found.reset_index(), HALVES, "made")
    assert found["sentences"].to_dict() == {"all": 12, "LI": 6, "Adger": 6}
    assert found.loc["LI", ["acceptable", "called_acceptable"]].tolist() == [3, 3]
    assert found.loc["Adger", ["acceptable", "called_acceptable"]].tolist() == [3, 4]
    # MCC of (tp, fp, fn, tn): LI 2, 1, 1, 2; Adger 3, 1, 0, 2; both 5, 2, 1, 4
    assert found["mcc"].to_dict() == pytest.approx(
        {"LI": 3 / 9, "Adger": 6 / 72**0.5, "all": 18 / (7 * 6 * 6 * 5) ** 0.5}
    )
    assert found["auc"].to_dict()["LI"] == 8 / 9  # only -0.7 is below an unacceptable sentence, 0.6
    assert found["auc"].to_dict()["Adger"] == 1
    assert found.loc["LI", "pbc"] == pytest.approx(np.corrcoef([1, 1, 1, 0, 0, 0], OF_LI)[0, 1])


def test_sentences_of_the_training_set_are_counted_and_left_out_of_one_column():
    found = made()
    assert found["known"].to_dict() == {"all": 2, "LI": 1, "Adger": 1}
    # LI without its false alarm's counterpart: tp 2, fp 1, fn 0, tn 2; Adger without its false alarm: all right
    assert found["mcc_new"]["LI"] == pytest.approx(4 / (3 * 2 * 3 * 2) ** 0.5)
    assert found["mcc_new"]["Adger"] == 1


def test_criteria_are_those_of_the_half_at_the_smallest_threshold():
    found = made()
    assert found["blimp"].to_dict() == {"all": 0.5, "LI": 0.4, "Adger": 0.6}
    assert found["adc"].to_dict() == {"all": 0.25, "LI": 0.2, "Adger": 0.3}
    assert set(found["threshold"]) == {0.5}


def test_intervals_leave_out_a_cluster_of_pairs_at_a_time():
    """Each of six pairs is left out of the AUC in turn; the three of LI have no interval."""
    names = [f"LI{number}" for number in range(12)]
    values = [*OF_LI[:3], 0.5, 0.2, 0.1, *OF_LI[3:], -0.3, 0.3, -0.6]
    sentences = pd.DataFrame({"sentence_id": names, "label": [1] * 6 + [0] * 6, "source": "LI"})
    pairs = pd.DataFrame({"good_id": names[:6], "bad_id": names[6:], "cluster": list("abcdef")})
    scores = pd.DataFrame({"sentence_id": names, "score": values})
    found = by_half(sentences, pairs, {"a": scores}, set(), AGREEMENT.assign(system="a")).set_index("half")
    labels, left_out = sentences["label"].to_numpy(), []
    for number in range(6):
        rest = [at for at in range(12) if at % 6 != number]
        left_out.append(separation.auc(labels[rest], np.array(values)[rest]))
    expected = separation.auc_interval(separation.Estimate(found.loc["LI", "auc"], np.array(left_out)))
    assert np.isfinite(expected).all()
    assert found.loc["LI", ["auc_low", "auc_high"]].tolist() == pytest.approx(expected)
    assert made()["auc_low"].drop("all").isna().all()


def test_the_table_names_all_released_classifiers():
    systems = [system for system, _ in declared.CLASSIFIERS.values()]
    agreement = pd.concat([AGREEMENT.assign(system=system) for system in systems])
    table = tables.halves(
        sentences=SENTENCES,
        pairs=PAIRS,
        agreement=agreement,
        known=pd.DataFrame({"sentence_id": ["LI2"]}),
        **dict.fromkeys(declared.CLASSIFIERS, SCORES),
    )
    assert table.frame["system"].unique().tolist() == systems
    assert table.latex["Classifier"].unique().tolist() == [
        f"BERT {it} CoLA" for it in ("base uncased", "large uncased", "large cased")
    ]
    assert table.latex["ADC, δ = 0.5"].tolist()[:3] == ["0.250", "0.200", "0.300"]
