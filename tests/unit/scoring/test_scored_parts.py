"""Language models and sentences of which a part is scored: the part's tokens, with what they have in the whole."""

import math
from functools import cache
from itertools import product

import pandas as pd
import pytest

from acceptability.errors import InputError
from acceptability.kinds.causal import log_probs as causal
from acceptability.kinds.causal import scoring as causal_scoring
from acceptability.kinds.masked import log_probs as masked
from acceptability.kinds.masked import scoring as masked_scoring
from acceptability.scoring import pretrained
from tiny_models import bert, gpt2, gpt2_tokenizer, wordpiece_tokenizer

PARTS = pd.DataFrame(
    [
        ("a", "The boys see the girl.", "The boys", "see"),
        ("b", "The boys see the girl.", "The boys see", "the girl"),  # another part of the same sentence
        ("c", "A girl affords boys.", "", "A girl affords"),
        ("d", "The unable boy sleeps.", "The unable boy", "sleeps"),
    ],
    columns=["sentence_id", "sentence", "given", "scored"],
)
WHOLE = PARTS[["sentence_id", "sentence"]]


@cache
def loaded(kind: str) -> tuple:
    return (gpt2(), gpt2_tokenizer()) if kind == "causal" else (bert(), wordpiece_tokenizer())


def tokens(table: pd.DataFrame, system: dict) -> pd.DataFrame:
    """As the script of the rule makes them, by (sentence_id, position)."""
    causal_model = system["kind"] == "causal"
    model, tokenizer = loaded(system["kind"])
    encoded, _ = (causal_scoring if causal_model else masked_scoring).SCORER.read(tokenizer, table, system)
    distinct = list({pretrained.identity(sentence): sentence for sentence in encoded}.values())
    if causal_model:
        scored = causal.score(model, tokenizer, distinct)
    else:
        scored = masked.score(model, tokenizer, distinct, masked.ways(tokenizer, False))
    made = pretrained.token_table(encoded, distinct, scored, tokenizer.unk_token_id)
    return made.set_index(["sentence_id", "position"])


def check(system: dict, beginning: bool = True) -> None:
    parts, whole = tokens(PARTS, system), tokens(WHOLE, system)
    assert (parts["log_prob"] - whole.loc[parts.index, "log_prob"]).abs().max() < 1e-5
    for row in PARTS.itertuples():
        found = "".join(parts.loc[row.sentence_id, "token"]).replace("##", "").replace("Ġ", " ").strip()
        expected = row.scored if beginning or row.given else row.scored[1:]  # the first token is then not scored
        assert found.replace(" ", "").lower() == expected.replace(" ", "").lower(), row


@pytest.mark.parametrize(("beginning", "ending", "space"), list(product((True, False), repeat=3)))
def test_a_causal_models_tokens_of_the_part(beginning, ending, space):
    """The closing token belongs to no part."""
    settings = {"beginning": beginning, "ending": ending, "leading_space": space}
    check({"kind": "causal"} | settings, beginning or space)


def test_a_masked_models_tokens_of_the_part_in_the_whole_sentence():
    check({"kind": "masked", "as_published": False})


def test_the_chain_of_parts_is_the_whole():
    """log p(a b) = log p(a) + log p(b given a)."""
    system = {"kind": "causal", "beginning": True, "ending": False, "leading_space": False}
    text, cut = "The boys see the girl.", "The boys"
    rows = [("first", text, "", cut), ("rest", text, cut, "see the girl."), ("whole", text, "", text)]
    found = tokens(pd.DataFrame(rows, columns=list(PARTS.columns)), system)["log_prob"].groupby("sentence_id").sum()
    assert math.isclose(found["whole"], found["first"] + found["rest"], abs_tol=1e-4)


def test_a_part_that_is_the_unscored_first_token():
    system = {"kind": "causal", "beginning": False, "ending": False, "leading_space": False}
    table = pd.DataFrame([("x", "I see it.", "", "I")], columns=list(PARTS.columns))
    with pytest.raises(InputError, match="sentence_id 'x': the scored part is the first token, which cannot be scored"):
        tokens(table, system)
