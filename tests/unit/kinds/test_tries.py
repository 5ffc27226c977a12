"""Causal models: beginnings that sentences share go through the model once, where that changes no score."""

import random
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest
import torch
import transformers
from transformers.activations import NewGELUActivation

from acceptability.kinds.causal import log_probs as causal
from acceptability.kinds.causal import tries
from acceptability.scoring import batches, pretrained, regions
from tiny_models import byte_tokenizer, gpt2, gpt2_tokenizer

ROWS = [[0, 1, 2], [0, 1, 3], [0, 1], [4], [0, 1, 2]]
NOUNS, VERBS = ("boy", "boys", "girl", "girls", "dog"), ("sees", "see", "saw", "sleeps")
PAIRS = [f"The {one} {verb} the {two} {end}." for one in NOUNS for verb in VERBS for two in NOUNS for end in "abc"]
ONCE = "what sentences share at their beginning goes through the model once"
SHAPE = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "vocab_size": 261}
LAYERS = SHAPE | {"intermediate_size": 32, "max_position_embeddings": 64, "initializer_range": 0.3}
CONFIGS = {
    "GPTNeoX": LAYERS,
    "Llama": LAYERS,
    "OPT": SHAPE | {"ffn_dim": 32, "max_position_embeddings": 64, "init_std": 0.3, "word_embed_proj_dim": 16},
    "Bloom": SHAPE | {"initializer_range": 0.3},
    "Mpt": {"d_model": 16, "n_heads": 2, "n_layers": 2, "vocab_size": 261, "max_seq_len": 64, "initializer_range": 0.3},
    "Mistral": LAYERS | {"sliding_window": 6, "num_key_value_heads": 2},
    "MistralNowhereLocal": LAYERS | {"sliding_window": None, "num_key_value_heads": 2},
    "Qwen2": LAYERS | {"num_key_value_heads": 2},
    "Qwen3": LAYERS | {"num_key_value_heads": 2, "head_dim": 8},
    "GPTJ": {"n_embd": 16, "n_layer": 2, "n_head": 2, "vocab_size": 261, "n_positions": 64, "rotary_dim": 4},
    "GPTNeo": {"hidden_size": 16, "num_layers": 2, "num_heads": 2, "vocab_size": 261, "window_size": 6}
    | {"attention_types": [[["global", "local"], 1]], "max_position_embeddings": 64},
    "Phi3": LAYERS | {"pad_token_id": 0, "num_key_value_heads": 2},
    "LlamaDynamic": LAYERS | {"rope_parameters": {"rope_type": "dynamic", "factor": 2.0, "rope_theta": 10000.0}},
    "Mamba": {"hidden_size": 16, "num_hidden_layers": 2, "vocab_size": 261, "initializer_range": 0.3},
}
TAKEN = ("GPT2", "GPTNeoX", "Llama", "OPT", "MistralNowhereLocal", "Qwen2", "Qwen3", "GPTJ")


def network(name: str):
    """A tiny model of this architecture, for byte_tokenizer."""
    if name == "GPT2":
        return gpt2()
    torch.manual_seed(1)
    kind = name.removesuffix("NowhereLocal").removesuffix("Dynamic")
    config = getattr(transformers, f"{kind}Config")(**CONFIGS[name])
    return getattr(transformers, f"{kind}ForCausalLM")(config).eval()


def prepared(texts, *, beginning=True, ending=False, tokenizer=None):
    return causal.prepare(tokenizer or byte_tokenizer(mask=False), texts, texts, beginning, ending, False)


def scores(model, sentences, tokenizer=None, words=True, **options):
    return causal.score(model, tokenizer or byte_tokenizer(mask=False), sentences, words=words, **options)


def assert_equal(some, others, atol=1e-5):
    for one, other in zip(some, others, strict=True):
        assert one.keys() == other.keys()
        for name, values in one.items():  # two tokens may be so close that rounding decides which one ranks first
            np.testing.assert_allclose(values, other[name], rtol=0, atol=1 if name == "rank" else atol)
    moved = np.concatenate([abs(one["rank"] - other["rank"]) for one, other in zip(some, others, strict=True)])
    assert moved.sum() <= max(1, 0.01 * len(moved))


def test_nodes_by_hand():
    trie = tries.build(ROWS)
    assert trie.tokens.tolist() == [0, 1, 2, 3, 4]
    assert trie.parents.tolist() == [-1, 0, 1, 1, -1]
    assert trie.depths.tolist() == [0, 1, 2, 2, 0]
    assert trie.ends.tolist() == [4, 4, 3, 4, 5]
    assert [path.tolist() for path in trie.paths] == [[0, 1, 2], [0, 1, 3], [0, 1], [4], [0, 1, 2]]
    assert trie.shared == 5
    alone = tries.build(ROWS, 0)
    assert alone.shared == 0
    assert alone.tokens.tolist() == [0, 1, 2, 0, 1, 3, 0, 1, 4, 0, 1, 2]
    assert [path.tolist() for path in alone.paths] == [[0, 1, 2], [3, 4, 5], [6, 7], [8], [9, 10, 11]]
    assert alone.ends.tolist() == [3, 3, 3, 6, 6, 6, 8, 8, 9, 12, 12, 12]


def test_parts_by_hand():
    cut = tries.parts(tries.build([[0, 1, 2], [0, 1, 3], [0, 5, 6]]), 4)  # nodes 0 1 2 3, 4 5
    assert [(part.nodes.tolist(), part.before) for part in cut] == [([0, 1, 2, 3], 0), ([0, 4, 5], 1)]
    cut = tries.parts(tries.build([[0, 1, 2, 3], [0, 1, 2, 4]]), 4)  # the last token once more, after three
    assert [(part.nodes.tolist(), part.before) for part in cut] == [([0, 1, 2, 3], 0), ([0, 1, 2, 4], 3)]
    cut = tries.parts(tries.build([[0, 1, 2], [0, 1, 3], [0, 5, 6], [7]]), 2, ends=False)
    assert [(part.nodes.tolist(), part.before) for part in cut] == [([0, 1], 0), ([0, 4], 1)]


def test_long_rows_share_nothing():
    trie = tries.build([[0, 1, 2, 3], [0, 1], [0, 2], [0, 1, 2, 4]], 3)  # nodes 0 1 2, then 3 to 6, and 7 to 10
    assert trie.shared == 3 and trie.tokens.tolist() == [0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 4]
    assert [path.tolist() for path in trie.paths] == [[3, 4, 5, 6], [0, 1], [0, 2], [7, 8, 9, 10]]
    assert [part.nodes.tolist() for part in tries.parts(trie, 9)] == [[0, 1, 2]]
    assert [part.nodes.tolist() for part in tries.rows_alone(trie)] == [[3, 4, 5, 6], [7, 8, 9, 10]]
    assert [part.nodes.tolist() for part in tries.rows_alone(trie, ends=False)] == [[3, 4, 5], [7, 8, 9]]


@pytest.mark.parametrize("seed", range(20))
def test_each_part_has_what_its_nodes_see_and_each_prefix_is_computed_once(seed):
    draw = random.Random(seed)
    rows = [[draw.randrange(3) for _ in range(draw.randint(1, 8))] for _ in range(60)]
    trie = tries.build(rows)
    prefixes = {tuple(row[:end]) for row in rows for end in range(1, len(row) + 1)}
    assert len(trie.tokens) == len(prefixes)
    before = {}  # the tokens of each node with those before it
    for row, path in zip(rows, trie.paths, strict=True):
        assert trie.tokens[path].tolist() == row
        assert trie.parents[path].tolist() == [-1, *path[:-1]]
        before |= {node: tuple(row[: depth + 1]) for depth, node in enumerate(path.tolist())}
    assert len(set(before.values())) == len(before)
    cut = tries.parts(trie, 16)
    assert {len(part.nodes) for part in cut[:-1]} <= {16} and len(cut[-1].nodes) <= 16
    assert np.concatenate([part.own for part in cut]).tolist() == list(range(len(trie.tokens)))
    for part in cut:
        seen = causal._packed(gpt2(), trie, part.nodes[None])["attention_mask"][0, 0] == 0
        for place, node in enumerate(part.nodes.tolist()):
            expected = {other for other in before if before[node][: len(before[other])] == before[other]}
            assert set(part.nodes[seen[place].numpy()].tolist()) == expected


@pytest.mark.parametrize("name", ["GPT2", *CONFIGS])
def test_scores_are_those_of_each_sentence_by_itself(name, capsys):
    """Where a model cannot be told what to see and where it stands, each sentence goes through it by itself."""
    model, sentences = network(name), prepared(PAIRS)
    expected = scores(model, sentences, savings=False)
    assert not capsys.readouterr().out
    assert_equal(scores(model, sentences), expected)
    assert (ONCE in capsys.readouterr().out) == (name in TAKEN)


@contextmanager
def projected(model):
    """Return the numbers of hidden states that go through the projection to the vocabulary meanwhile."""
    counts = []
    hook = model.get_output_embeddings().register_forward_hook(
        lambda _module, _inputs, logits: counts.append(logits.shape[:-1].numel())
    )
    yield counts
    hook.remove()


@pytest.mark.parametrize("name", ["GPT2", *CONFIGS])
@pytest.mark.parametrize("texts", [PAIRS, PAIRS[:3]])
def test_without_words_the_same_log_probs_are_computed_from_fewer_tokens(name, texts):
    """Nothing is read after a last token, neither where sentences share their beginnings nor where they do not."""
    model, sentences = network(name), prepared(texts)
    expected = scores(model, sentences, savings=False)
    with batches.counted(model) as computed:
        scored = scores(model, sentences, words=False)
    assert all([*columns] == ["log_prob"] for columns in scored)
    for one, other in zip(scored, expected, strict=True):
        np.testing.assert_allclose(one["log_prob"], other["log_prob"], rtol=0, atol=1e-5)
    read = sum(len(sentence.ids) - 1 for sentence in sentences)
    assert sum(computed) < read if texts is PAIRS and name in TAKEN else sum(computed) == read


@pytest.mark.parametrize("name", ["GPT2", "Llama", "Bloom", "Mamba"])
@pytest.mark.parametrize("words", [True, False])
def test_only_where_something_is_read_states_are_projected_to_the_vocabulary(name, words, monkeypatch):
    """Only the last two tokens of each text are asked for, as with a prompt and what may follow it."""
    model, sentences = network(name), prepared(PAIRS)
    few = [
        replace(sentence, **{key: getattr(sentence, key)[-2:] for key in regions.PER_TOKEN}) for sentence in sentences
    ]
    expected = [
        {key: values[-2:] for key, values in columns.items()} for columns in scores(model, sentences, words=words)
    ]
    monkeypatch.setattr(causal, "_shared", shared_without_a_sample(name in TAKEN))
    with projected(model) as counts:
        scored = scores(model, few, words=words)
    for one, other in zip(scored, expected, strict=True):
        assert one.keys() == other.keys()
        for key, values in one.items():
            np.testing.assert_allclose(values, other[key], rtol=0, atol=1 if key == "rank" else 1e-5)
    ids = [tuple(sentence.ids) for sentence in sentences]
    before = [row[:end] for row in ids for end in (len(row) - 2, len(row) - 1, *[len(row)] * words)]
    assert sum(counts) == len(set(before) if name in TAKEN else before)


def shared_without_a_sample(packed):
    """Return a stand-in for ``_shared`` that compares nothing: all rows in a trie if the model takes several at once."""

    def shared(_model, ids, _sets, ends, _budget, _sharing):
        trie = tries.build(ids)
        return (trie, tries.parts(trie, causal.PART, ends), None) if packed else None

    return shared


def test_long_sentences_among_short_ones(monkeypatch, capsys):
    model, texts = network("Llama"), [*PAIRS, " ".join(PAIRS[:2]), " ".join(PAIRS[:2]) + " a"]
    monkeypatch.setattr(causal, "LONGEST", 40)
    for ending in (False, True):
        sentences = prepared(texts, ending=ending)
        assert sum(len(sentence.ids) > 40 for sentence in sentences) == 2
        assert_equal(scores(model, sentences), scores(model, sentences, savings=False))
    assert capsys.readouterr().out.count(ONCE) == 2


@pytest.mark.parametrize("beginning", [True, False])
@pytest.mark.parametrize("ending", [True, False])
def test_sentences_that_are_beginnings_of_others_or_of_one_token(beginning, ending, capsys):
    tokenizer, model = gpt2_tokenizer(), gpt2()
    texts = [*PAIRS, "The boy", "The boy sees", "The boy sees", "Thx"]
    texts += ["a", "T", "T"] if beginning or ending else []
    sentences = prepared(texts, beginning=beginning, ending=ending, tokenizer=tokenizer)
    expected = scores(model, sentences, tokenizer, savings=False)
    assert_equal(scores(model, sentences, tokenizer), expected)
    assert ONCE in capsys.readouterr().out


@pytest.mark.parametrize("name", ["GPT2", "Llama"])
def test_neither_batches_nor_order_change_a_score(name, capsys):
    model, sentences = network(name), prepared(PAIRS[::2])
    expected = scores(model, sentences)
    for budget in (1, 300, 2000):
        assert_equal(scores(model, sentences, budget=budget), expected)
    order = random.Random(1).sample(range(len(sentences)), len(sentences))
    again = scores(model, [sentences[number] for number in order])
    assert_equal(again, [expected[number] for number in order])
    assert capsys.readouterr().out.count(ONCE) == 5


@pytest.mark.parametrize("most", [8, 20])
def test_windows_share_beginnings_too(most, monkeypatch, capsys):
    model, sentences = network("Llama"), prepared(PAIRS)
    monkeypatch.setattr(causal, "limit", lambda *_: most)
    assert_equal(scores(model, sentences), scores(model, sentences, savings=False))
    assert ONCE in capsys.readouterr().out


def test_tokens_that_are_computed_are_counted(capsys):
    model, sentences = gpt2(), prepared(PAIRS)
    ids = [tuple(sentence.ids) for sentence in sentences]
    prefixes = {row[:end] for row in ids for end in range(1, len(row) + 1)}
    with batches.counted(model) as plain:
        scores(model, sentences, savings=False)
    assert sum(plain) == sum(map(len, ids))
    with batches.counted(model) as computed:
        scores(model, sentences)
    tried = 2 * 256 + len(PAIRS) // 2 * max(map(len, ids))  # one or two parts, and their rows by themselves
    repeated = len(prefixes) // 200 * max(map(len, ids))  # at the beginnings of parts
    assert len(prefixes) < sum(computed) < len(prefixes) + tried + repeated < sum(plain)
    with batches.counted(model) as few:
        scores(model, sentences[:3])
    assert sum(few) == sum(map(len, ids[:3]))
    assert "too few of them begin alike" in capsys.readouterr().out


def test_ends_of_texts_are_predicted_and_not_computed():
    model, sentences = gpt2(), prepared(PAIRS, ending=True)
    expected = scores(model, sentences, savings=False)
    seen = []
    hook = model.register_forward_pre_hook(
        lambda _module, _positional, named: seen.append(named["input_ids"]), with_kwargs=True
    )
    assert_equal(scores(model, sentences), expected)
    hook.remove()
    end = byte_tokenizer(mask=False).eos_token_id
    assert not any((ids == end).any() for ids in seen)


def test_a_check_that_is_not_a_number_is_no_agreement(monkeypatch, capsys):
    model, sentences, of_nodes = gpt2(), prepared(PAIRS), causal._of_nodes
    expected = scores(model, sentences, savings=False)

    def spoilt(model, trie, parts, *more):
        found = of_nodes(model, trie, parts, *more)
        if trie.shared:
            found["log_prob"][trie.paths[-1][-2:]] = np.nan
            found["log_prob"][parts[-1].own[-2:]] = np.nan
        return found

    monkeypatch.setattr(causal, "_of_nodes", spoilt)
    assert_equal(scores(model, sentences), expected)
    assert "differ by nan of the greatest" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", ["position_ids", "attention_mask"])
def test_a_trie_that_changes_scores_is_found_on_the_sample(wrong, monkeypatch, capsys):
    model, sentences, packed = gpt2(), prepared(PAIRS), causal._packed
    expected = scores(model, sentences, savings=False)
    monkeypatch.setattr(causal, "_packed", lambda *given: packed(*given) | {wrong: None})
    monkeypatch.setattr(causal, "PART", 64)
    assert_equal(scores(model, sentences), expected)
    assert "log-probabilities of several at once differ by" in capsys.readouterr().out


def test_weights_that_are_not_numbers_are_refused_with_and_without():
    model, tokenizer = gpt2(), byte_tokenizer(mask=False)
    with torch.no_grad():
        model.transformer.wte.weight[tokenizer("g", add_special_tokens=False)["input_ids"][-1]] = float("nan")
    for savings in (True, False):
        with pytest.raises(pretrained.InputError, match="the model computes nan"):
            scores(model, prepared(PAIRS), savings=savings)


@pytest.mark.parametrize("chunk", [1, 700])
def test_how_many_logits_are_read_at_once_changes_nothing(chunk, monkeypatch):
    model, sentences = gpt2(), prepared(PAIRS[:40], ending=True)
    expected = scores(model, sentences)
    monkeypatch.setattr(causal, "CHUNK", {"cpu": chunk, "cuda": chunk})
    assert_equal(scores(model, sentences), expected)


def test_the_activation_is_fused_in_float32_and_put_back():
    model = gpt2()
    activations = [module for module in model.modules() if type(module) is NewGELUActivation]
    states = torch.linspace(-6, 6, 1000)
    expected = activations[0](states)
    with pytest.raises(KeyError), causal._fused(model):
        assert all("forward" in vars(module) for module in activations)
        torch.testing.assert_close(activations[0](states), expected, rtol=1e-5, atol=1e-6)
        raise KeyError
    assert len(activations) == 2 and not any("forward" in vars(module) for module in activations)
    with causal._fused(model), causal._fused(model):
        assert "forward" in vars(activations[0])
    assert torch.equal(activations[0](states), expected)
    half = gpt2().bfloat16()
    with causal._fused(half):
        assert not any("forward" in vars(module) for module in half.modules())
