"""Masked next-token prediction, and the plain ways beside it, against numbers from an independent program."""

import pytest
import torch

import acceptability
import tiny_models
from acceptability.errors import InputError
from acceptability.kinds.registry import described_model

SENTENCES = ["The boy sleeps.", "The boy sleep.", "She saw him yesterday.", "a"]
NOISE = 5e-5 + 5e-6  # four decimals, and how far sums in float32 may be off


def sums(model, measure: str, sentences=SENTENCES, **options) -> list[float]:
    return acceptability.score(sentences, model, measures=measure, **options)[measure].tolist()


@pytest.fixture(scope="module")
def bert():
    return tiny_models.of_letters("bert")


def test_a_masked_token_is_read_at_its_place_or_at_the_one_before(bert):
    model = bert, tiny_models.bart_letters()
    assert sums(model, "pll") == pytest.approx([-102.2689, -89.3116, -162.4207, -6.7628], abs=NOISE)
    assert sums(model, "pll", kind="mntp") == pytest.approx([-100.9462, -89.0699, -162.5710, -6.8201], abs=NOISE)


def test_a_folder_is_masked_unless_the_user_says_that_it_is_mntp(bert, tmp_path):
    folder = tiny_models.save(tmp_path / "bert", bert, tiny_models.bart_letters())
    assert described_model({"path": str(folder)}, None)["kind"] == "masked"
    entry = described_model({"path": str(folder)}, "mntp")
    assert (entry["kind"], entry["measures"]) == ("mntp", ["pll"])
    assert sums(folder, "pll", kind="mntp")[0] == pytest.approx(-100.9462, abs=NOISE)


def test_the_first_token_has_no_score_where_nothing_can_be_before_it(bert):
    names = dict.fromkeys(("bos_token", "cls_token"))
    model = bert, tiny_models.bart_letters("$A </s>", **names)
    tokens = acceptability.score(SENTENCES[:1], model, kind="mntp", tokens=True)
    assert tokens["position"].tolist() == list(range(2, 16))
    with pytest.raises(
        InputError, match="sentence_id '4': has a single token, which cannot be scored because no token precedes it"
    ):
        acceptability.score(SENTENCES, model, kind="mntp")


@pytest.mark.parametrize(
    ("names", "said"),
    [({}, "does not add <s> to a text"), ({"cls_token": None}, "knows <s> and does not put it before a text")],
)
def test_a_beginning_that_is_known_but_not_added_is_refused(names, said, bert):
    """BabyLM's pipeline reads the first token at the last place of a padded batch then."""
    with pytest.raises(InputError, match=said):
        acceptability.score(SENTENCES, (bert, tiny_models.bart_letters("$A </s>", **names)), kind="mntp")


def test_a_long_sentence_is_read_in_a_window(bert):
    model = bert, tiny_models.bart_letters()
    tokenizer = model[1]
    tokens = acceptability.score(["ab" * 100], model, kind="mntp", tokens=True, too_long="window")
    assert len(tokens) == 200
    ids, place, half = tokenizer("ab" * 100)["input_ids"], 120, 126 // 2  # 128 are taken at once, with <s> and </s>
    cut = [ids[0], *ids[place - half : place + half], ids[-1]]
    cut[1 + half] = tokenizer.mask_token_id
    with torch.no_grad():
        before = bert(input_ids=torch.tensor([cut])).logits[0, half].double().log_softmax(0)
    assert tokens["log_prob"][place - 1] == pytest.approx(float(before[ids[place]]), abs=1e-5)


@pytest.mark.filterwarnings("ignore:The mean log-probability of a token")
def test_a_causal_model_is_scored_as_its_tokenizer_begins_a_text():
    model = tiny_models.of_letters("gpt2")
    after, bare = tiny_models.bart_letters("<s> $A"), tiny_models.bart_letters("$A")
    expected = [-98.7494, -98.0522, -165.1711, -9.7748]
    assert sums((model, after), "log_prob", beginning=True) == pytest.approx(expected, abs=NOISE)
    assert sums((model, after), "log_prob", beginning="tokenizer") == pytest.approx(expected, abs=NOISE)
    expected = [-99.1956, -90.0395, -152.6795]
    for beginning in (False, "tokenizer"):
        scored = sums((model, bare), "log_prob", SENTENCES[:3], beginning=beginning)
        assert scored == pytest.approx(expected, abs=NOISE)
    several = model, tiny_models.bart_letters("</s> <s> $A")
    with pytest.raises(InputError, match="puts 2 tokens before a text"):
        sums(several, "log_prob", beginning="tokenizer")
