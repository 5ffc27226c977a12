"""Ready quantities: what studies without a module of their own compute, by hand-made tables."""

import numpy as np
import pandas as pd
import pytest

from acceptability.contracts.studies import PRINTED
from acceptability.errors import InputError
from acceptability.studies.evidence import NotRecomputable
from acceptability.studies.ready import quantities
from acceptability.studies.verdicts import compare

ROW = {"system": "gpt2", "measure": "log_prob"}
CRITERIA = pd.DataFrame(
    [
        ROW | {"variant": "corrected", "criterion": "blimp", "threshold": np.nan, "met": 3, "pairs": 4},
        ROW | {"variant": "as_published", "criterion": "blimp", "threshold": np.nan, "met": 4, "pairs": 4},
        ROW | {"variant": "corrected", "criterion": "adc", "threshold": 0.5, "met": 1, "pairs": 4},
        ROW | {"variant": "corrected", "criterion": "adc", "threshold": 1.0, "met": 2, "pairs": 4},
    ]
)
PHENOMENA = pd.DataFrame(
    [ROW | {"phenomenon": "subject islands", "criterion": "blimp", "threshold": np.nan, "met": 1, "pairs": 2}]
)
PAIRS = pd.DataFrame({"pair_id": list("abcd"), "phenomenon": ["subject islands"] * 2 + ["binding"] * 2})
CORRELATIONS = pd.DataFrame(
    [
        {"row": one, "column": other, "pearson_r": 1.0 if one == other else 0.25}
        for one in ("human", "gpt2/log_prob")
        for other in ("human", "gpt2/log_prob")
    ]
)
SEPARATION = pd.DataFrame([ROW | {"statistic": "auc", "value": 0.75}, ROW | {"statistic": "pbc", "value": 0.5}])
FILES = {
    "mine.criteria": CRITERIA,
    "mine.phenomena": PHENOMENA,
    "mine.pairs": PAIRS,
    "mine.sentences_correlations": CORRELATIONS,
    "other.pairs": PAIRS.head(1),
    "other.separation": SEPARATION,
}
EVIDENCE = quantities.evidence(FILES, ["gpt2/log_prob"], {"corrected": None, "as_published": None})


def recomputed(quantity: str, argument: str, variant: str = "corrected") -> float:
    return quantities.QUANTITIES[quantity](EVIDENCE, variant, *argument.split())


@pytest.mark.parametrize(
    ("quantity", "argument", "value"),
    [
        ("share", "gpt2/log_prob blimp", 0.75),
        ("share", "gpt2/log_prob adc 0.5", 0.25),
        ("share", "gpt2/log_prob adc 1", 0.5),
        ("share", "gpt2/log_prob blimp in subject islands", 0.5),
        ("percent", "mine/gpt2/log_prob adc 1.0", 50),
        ("correlation", "gpt2/log_prob sentences", 0.25),
        ("correlation", "mine/gpt2/log_prob sentences", 0.25),
        ("auc", "other/gpt2/log_prob", 0.75),
        ("count", "pairs", 4),
        ("count", "pairs phenomenon", 2),
        ("count", "pairs phenomenon=subject islands", 2),
        ("count", "other/pairs", 1),
    ],
)
def test_quantities_by_hand(quantity, argument, value):
    assert recomputed(quantity, argument) == pytest.approx(value)


def test_a_variant_has_its_own_shares():
    assert recomputed("share", "gpt2/log_prob blimp", "as_published") == 1


@pytest.mark.parametrize(
    ("quantity", "argument", "message"),
    [
        ("share", "gpt/log_prob blimp", "no row 'gpt/log_prob' .did you mean 'gpt2/log_prob'"),
        ("share", "gpt2 blimp", "no row 'gpt2'; correct the argument"),
        ("share", "gpt2/log_prob adc", "names 0 numbers"),
        ("share", "gpt2/log_prob adc half", "'half' is not a δ"),
        ("share", "gpt2/log_prob blimp in islands", "no phenomenon 'islands' .did you mean 'subject islands'"),
        ("percent", "gpt2/log_prob blimp in case", "no phenomenon 'case'; there are: subject islands; correct"),
        ("correlation", "gpt2/logprob sentences", "no row 'gpt2/logprob' .did you mean 'gpt2/log_prob'"),
        ("correlation", "gpt2/log_prob sentence", "'sentence' is neither 'pairs' nor 'sentences'"),
        ("auc", "mein/gpt2/log_prob", "no dataset 'mein' .did you mean 'mine'"),
        ("count", "pairs phenomenn=x", "no column 'phenomenn' .did you mean 'phenomenon'"),
    ],
)
def test_an_argument_that_names_nothing_is_an_error(quantity, argument, message):
    with pytest.raises(InputError, match=message):
        recomputed(quantity, argument)


@pytest.mark.parametrize(("quantity", "argument"), [("auc", "gpt2/log_prob"), ("correlation", "gpt2/log_prob pairs")])
def test_a_table_that_the_dataset_lacks_is_named(quantity, argument):
    with pytest.raises(NotRecomputable, match="mine has no table"):
        recomputed(quantity, argument)


@pytest.mark.parametrize(
    ("printed", "quantity", "argument", "message"),
    [
        ("75%", "percent", "gpt2/log_prob blimp", "'75%' is not a number .60., a bound .<0.05., yes or no"),
        ("p < .05", "share", "gpt2/log_prob blimp", "'p < .05' is not a number"),
        (".75", "shares", "gpt2/log_prob blimp", "quantity 'shares' is unknown .did you mean 'share'"),
        (".75", "share", "gpt2/log_prob", "'share' cannot use the argument 'gpt2/log_prob': missing .*'criterion'"),
        ("75", "percent", "", "'percent' cannot use the argument '': missing"),
        (".75", "auc", "gpt2/log_prob blimp", "'auc' cannot use the argument .*: too many"),
        (".75", "share", "gpt2/log_prob blimp in islands", "no phenomenon 'islands'"),
    ],
)
def test_a_row_that_cannot_be_read_is_named(printed, quantity, argument, message):
    row = dict.fromkeys(PRINTED.columns, "") | {"place": "Table 1", "item": "right", "kind": "result"}
    facts = pd.DataFrame([row | {"printed": printed, "quantity": quantity, "argument": argument}])
    with pytest.raises(InputError, match=f"^Table 1, right: .*{message}"):
        compare(facts, EVIDENCE, quantities.QUANTITIES)
