import json
import os
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import torch
from tokenizers import processors

from acceptability.errors import InputError
from acceptability.kinds.masked import log_probs as masked
from acceptability.kinds.masked.scoring import MASKED
from acceptability.scoring import batches, pretrained
from acceptability.sources.model_files import checksums
from helpers import ROOT
from tiny_models import SENTENCES, VOCABULARY, bert, byte_tokenizer, other_masked, save, wordpiece_tokenizer

ALL = list(masked.MASKINGS)
PLAIN = ["log_prob", "log_prob_word_l2r"]


def encoded(tokenizer, sentences=SENTENCES):
    return pretrained.encode(tokenizer, sentences, sentences)


def naive(model, ids: list[int], place: int, target: int) -> float:
    """One copy by itself, with the whole vocabulary projection, in double precision at the end."""
    with torch.no_grad():
        logits = model(input_ids=torch.tensor([ids])).logits[0, place].double()
    return float(torch.log_softmax(logits, dim=0)[target])


def naive_masking(tokenizer, sentence: str, way: str):
    """(ids, place, target) of each token, by plain code over the strings of pieces."""
    pieces = tokenizer.tokenize(sentence)
    for number, piece in enumerate(pieces):
        changed = [*pieces[:number], "[MASK]", *pieces[number + 1 :]]
        if way == "log_prob_word_l2r":
            for later in range(number + 1, len(pieces)):
                if not pieces[later].startswith("##"):
                    break
                changed[later] = "[MASK]"
        if way == "log_prob_as_published":
            changed = tokenizer.tokenize(" ".join(changed).replace(" ##", ""))
        ids = tokenizer.convert_tokens_to_ids(["[CLS]", *changed, "[SEP]"])
        yield ids, number + 1, tokenizer.convert_tokens_to_ids(piece)


def test_ranks_are_places_in_the_order_of_the_vocabulary_with_the_rest_of_the_word_masked():
    model, tokenizer = bert(), wordpiece_tokenizer()
    scored = masked.score(model, tokenizer, encoded(tokenizer), ALL)
    for sentence, columns in zip(SENTENCES, scored, strict=True):
        asked = naive_masking(tokenizer, sentence, "log_prob_word_l2r")
        for (ids, place, target), rank in zip(asked, columns["rank"], strict=True):
            with torch.no_grad():
                logits = model(input_ids=torch.tensor([ids])).logits[0, place]
            assert logits.argsort(descending=True).tolist().index(target) + 1 == rank
    assert max(columns["rank"].max() for columns in scored) > 5  # not all of them are easy
    assert all("rank" not in columns for columns in masked.score(model, tokenizer, encoded(tokenizer), ["log_prob"]))


def copies_of(way: str, sentence: str) -> list[list[str]]:
    tokenizer = wordpiece_tokenizer()
    copies = masked.MASKINGS[way](tokenizer, encoded(tokenizer, [sentence]))
    return [[VOCABULARY[i] for i in copy] for copy in copies]


def test_maskings_by_hand():
    """«unaffordable» is the word ``un ##aff ##ord ##able``."""
    assert copies_of("log_prob", "unaffordable boy") == [
        ["[CLS]", "[MASK]", "##aff", "##ord", "##able", "boy", "[SEP]"],
        ["[CLS]", "un", "[MASK]", "##ord", "##able", "boy", "[SEP]"],
        ["[CLS]", "un", "##aff", "[MASK]", "##able", "boy", "[SEP]"],
        ["[CLS]", "un", "##aff", "##ord", "[MASK]", "boy", "[SEP]"],
        ["[CLS]", "un", "##aff", "##ord", "##able", "[MASK]", "[SEP]"],
    ]
    assert copies_of("log_prob_word_l2r", "unaffordable boy") == [
        ["[CLS]", "[MASK]", "[MASK]", "[MASK]", "[MASK]", "boy", "[SEP]"],
        ["[CLS]", "un", "[MASK]", "[MASK]", "[MASK]", "boy", "[SEP]"],
        ["[CLS]", "un", "##aff", "[MASK]", "[MASK]", "boy", "[SEP]"],
        ["[CLS]", "un", "##aff", "##ord", "[MASK]", "boy", "[SEP]"],
        ["[CLS]", "un", "##aff", "##ord", "##able", "[MASK]", "[SEP]"],
    ]
    # "[MASK]affordable": the rest is one word now; it falls apart in another way, and the copy is shorter.
    assert copies_of("log_prob_as_published", "unaffordable boy") == [
        ["[CLS]", "[MASK]", "afford", "##able", "boy", "[SEP]"],
        ["[CLS]", "un", "[MASK]", "o", "##r", "##d", "##able", "boy", "[SEP]"],
        ["[CLS]", "un", "##aff", "[MASK]", "able", "boy", "[SEP]"],
        ["[CLS]", "un", "##aff", "##ord", "[MASK]", "boy", "[SEP]"],
        ["[CLS]", "un", "##aff", "##ord", "##able", "[MASK]", "[SEP]"],
    ]


def test_ways_of_masking_agree_where_no_word_is_split():
    tokenizer = wordpiece_tokenizer()
    for columns in masked.score(bert(), tokenizer, encoded(tokenizer, ["The boy see the girl."]), ALL):
        assert columns["log_prob"].tolist() == columns["log_prob_word_l2r"].tolist()
        assert columns["log_prob"].tolist() == columns["log_prob_as_published"].tolist()


@pytest.mark.parametrize("budget", [1, 20, 50, 10_000])
def test_budget_order_and_company_change_nothing(budget):
    model, tokenizer = bert(), wordpiece_tokenizer()
    together = masked.score(model, tokenizer, encoded(tokenizer), ALL, budget=100)
    backwards = masked.score(model, tokenizer, encoded(tokenizer, SENTENCES[::-1]), ALL, budget=budget)[::-1]
    alone = [
        masked.score(model, tokenizer, encoded(tokenizer, [sentence]), ALL, budget=budget)[0] for sentence in SENTENCES
    ]
    for one, other, third in zip(together, backwards, alone, strict=True):
        for way in masked.MASKINGS:
            np.testing.assert_allclose(one[way], other[way], atol=1e-5)
            np.testing.assert_allclose(one[way], third[way], atol=1e-5)
        assert one["rank"].tolist() == other["rank"].tolist() == third["rank"].tolist()


def forwarded(model, tokenizer, sentences) -> list[tuple[int, ...]]:
    """Every row of ids that goes through the model."""
    rows = []
    hook = model.register_forward_pre_hook(
        lambda _module, _inputs, keywords: rows.extend(map(tuple, keywords["input_ids"].tolist())), with_kwargs=True
    )
    masked.score(model, tokenizer, encoded(tokenizer, sentences), ALL)
    hook.remove()
    return rows


def test_equal_copies_go_through_the_model_once_and_none_is_padded():
    model, tokenizer = bert(), wordpiece_tokenizer()
    assert len(forwarded(model, tokenizer, ["The boy see."])) == 4
    assert len(forwarded(model, tokenizer, ["The boy see."] * 3)) == 4
    # The copy with the masked noun serves both members.
    assert len(forwarded(model, tokenizer, ["The boy see.", "The girl see."])) == 7
    assert all(tokenizer.pad_token_id not in row for row in forwarded(model, tokenizer, SENTENCES))


OTHERS = ["roberta", "distilbert", "albert", "electra", "deberta", "modernbert"]


@pytest.mark.parametrize("name", OTHERS)
def test_other_architectures(name):
    model, tokenizer = other_masked(name)
    sentences = encoded(tokenizer, SENTENCES[:3])
    scored = masked.score(model, tokenizer, sentences, PLAIN)
    for sentence, columns in zip(sentences, scored, strict=True):
        expected = []
        for place in sentence.places:
            copy = list(sentence.ids)
            copy[place] = tokenizer.mask_token_id
            expected.append(naive(model, copy, place, sentence.ids[place]))
        np.testing.assert_allclose(columns["log_prob"], expected, atol=1e-5)


def test_words_of_a_byte_level_tokenizer():
    tokenizer = byte_tokenizer(mask=True)
    sentence = encoded(tokenizer, ["ab c"])[0]
    assert sentence.words == [0, 0, 0, 1, 1]  # a leading space belongs to its word
    copies = masked.mask_rest_of_word(tokenizer, [sentence])
    mask = tokenizer.mask_token_id
    assert [[i for i, x in enumerate(copy) if x == mask] for copy in copies] == [[1, 2, 3], [2, 3], [3], [4, 5], [5]]


class Forgetful:
    """Has memory for a few rows only."""

    def __init__(self, rows: int) -> None:
        self.rows, self.calls = rows, []

    def __call__(self, _model, rows: list[int]) -> None:
        self.calls.append(len(rows))
        if len(rows) > self.rows:
            raise torch.OutOfMemoryError("no memory")


@pytest.fixture
def run(monkeypatch):
    """batches.run in one thread, with a model that the parts do not use."""
    monkeypatch.setattr(torch, "get_num_threads", lambda: 1)
    return partial(batches.run, bert())


def test_out_of_memory_halves_the_budget_and_goes_on(run, capsys):
    forward = Forgetful(rows=3)
    run([batches.Part(forward, [5] * 20, 20)], budget=60, sentences=20)
    assert forward.calls == [12, 6, 3, 3, 3, 3, 3, 3, 2]
    assert "out of memory; continuing with 15 tokens at once" in capsys.readouterr().out
    with pytest.raises(InputError, match="is too small for 5 tokens at once"):
        run([batches.Part(Forgetful(rows=0), [5] * 4, 4)], budget=20, sentences=4)


def test_out_of_memory_changes_no_score(monkeypatch):
    model, tokenizer = bert(), wordpiece_tokenizer()
    expected = masked.score(model, tokenizer, encoded(tokenizer), ALL)
    predictions = masked._predictions

    def little_memory(model, ids, *rest):
        if len(ids) > 2:
            raise torch.OutOfMemoryError("no memory")
        return predictions(model, ids, *rest)

    monkeypatch.setattr(masked, "_predictions", little_memory)
    for one, other in zip(expected, masked.score(model, tokenizer, encoded(tokenizer), ALL), strict=True):
        np.testing.assert_allclose(one["log_prob"], other["log_prob"], atol=1e-5)


def test_batches_hold_rows_of_one_length_and_the_longest_come_first(run):
    seen = []
    run([batches.Part(lambda _, rows: seen.append(rows), [3, 7, 3, 3, 7], 5)], budget=6, sentences=5)
    assert seen == [[1], [4], [0, 2], [3]]


def test_parts_run_one_after_the_other_and_the_smaller_budget_stays(run, capfd):
    few, seen = Forgetful(rows=1), []
    parts = [batches.Part(few, [5] * 3, 7), batches.Part(lambda _, rows: seen.append(rows), [5] * 2, 3)]
    run(parts, budget=10, sentences=10)
    assert (few.calls, seen) == ([2, 1, 1, 1], [[0], [1]])
    assert "10/10" in capfd.readouterr().err


@pytest.mark.parametrize("copied", [1, 100, 10_000])
def test_sentences_are_taken_in_chunks_and_score_the_same(copied, monkeypatch):
    model, tokenizer = bert(), wordpiece_tokenizer()
    together = masked.score(model, tokenizer, encoded(tokenizer), ALL)
    monkeypatch.setattr(masked, "COPIED", copied)
    chunks = list(masked.chunks(encoded(tokenizer)))
    assert [len(chunk) for chunk in chunks] == {1: [1] * 5, 100: [2, 3], 10_000: [5]}[copied]
    assert [sentence for chunk in chunks for sentence in chunk] == encoded(tokenizer)
    for one, other in zip(masked.score(model, tokenizer, encoded(tokenizer), ALL), together, strict=True):
        assert list(one) == [*ALL, "rank"]
        for column in one:
            np.testing.assert_allclose(one[column], other[column], atol=1e-5)


def test_a_sentence_may_grow_when_it_is_tokenised_again(monkeypatch):
    """Masked and tokenised again, «unaffordable» has two pieces more than before."""
    tokenizer = wordpiece_tokenizer()
    monkeypatch.setattr(masked, "SENTENCES", 2)
    sentences = encoded(tokenizer, ["See the boy.", "unaffordable boy", "Boys see."])
    assert masked.lengths(tokenizer, sentences, PLAIN) == [6, 7, 6]
    assert masked.lengths(tokenizer, sentences, ALL) == [6, 9, 6]


def naive_window(ids: list[int], place: int, most: int) -> tuple[list[int], int]:
    """Grow the window piece by piece, on the left and the right in turn, between [CLS] and [SEP]."""
    first = last = place
    while last - first + 1 < min(most, len(ids)) - 2:
        left = last - place == place - first  # whose turn it is, if both sides have a piece left
        if (left and first > 1) or last == len(ids) - 2:
            first -= 1
        else:
            last += 1
    return [ids[0], *ids[first : last + 1], ids[-1]], place - first + 1


@pytest.mark.parametrize("most", [3, 4, 5, 8, 13, 64])
def test_equals_one_masked_copy_at_a_time(most):
    """A window of each copy, where the model takes fewer tokens; with 64, all copies are whole."""
    sentences = [*SENTENCES, " ".join(SENTENCES)]
    model, tokenizer = bert(positions=most), wordpiece_tokenizer()
    scored = [masked.score(model, tokenizer, encoded(tokenizer, sentences), ALL, budget) for budget in (1, 50, None)]
    for number, sentence in enumerate(sentences):
        for way in ALL:
            asked = naive_masking(tokenizer, sentence, way)
            cut = [(*naive_window(ids, place, most), target) for ids, place, target in asked]
            assert all(len(ids) <= most and ids[place] == tokenizer.mask_token_id for ids, place, _ in cut)
            expected = [naive(model, *one) for one in cut]
            for columns in scored:
                np.testing.assert_allclose(columns[number][way], expected, atol=1e-5)


def test_windows_of_a_tokenizer_that_ends_with_two_special_tokens():
    tokenizer = wordpiece_tokenizer()
    tokenizer.backend_tokenizer.post_processor = processors.TemplateProcessing(
        single="$A [SEP] [SEP]", special_tokens=[("[SEP]", 3)]
    )
    (sentence,) = encoded(tokenizer, ["the boy see the girl"])
    boy, see, the, girl = sentence.ids[1:5]
    assert masked.window(sentence.ids, 0, sentence, 5) == ([the, boy, see, 3, 3], 0)
    assert masked.window(sentence.ids, 2, sentence, 5) == ([boy, see, the, 3, 3], 1)
    assert masked.window(sentence.ids, 2, sentence, 6) == ([the, boy, see, the, 3, 3], 2)
    assert masked.window(sentence.ids, 4, sentence, 5) == ([see, the, girl, 3, 3], 2)
    assert masked.window(sentence.ids, 2, sentence, 7) == (sentence.ids, 2)


def test_ways_of_masking_that_a_tokenizer_allows():
    assert masked.ways(wordpiece_tokenizer(), as_published=True) == ALL
    assert masked.ways(byte_tokenizer(mask=True), as_published=False) == PLAIN
    with pytest.raises(InputError, match="this model has another tokenizer; remove them from its measures"):
        masked.ways(byte_tokenizer(mask=True), as_published=True)


def test_a_score_that_is_no_number_is_refused_at_once():
    model, tokenizer = bert(), wordpiece_tokenizer()
    with torch.no_grad():
        model.cls.predictions.bias[VOCABULARY.index("girl")] = float("nan")
    with pytest.raises(InputError, match="sentence_id 'An unaffordable girl sees the boy.': the model computes nan"):
        masked.score(model, tokenizer, encoded(tokenizer), ALL)


GOLDEN = ROOT / "tests/fixtures/minicons"


@pytest.mark.parametrize("name", ["tiny", "model"])
def test_golden_values_of_minicons(name, tmp_path):
    """Two independent programs agree on each token (see tests/support/make_golden.py)."""
    golden = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    if name == "model" and not os.environ.get("ACCEPTABILITY_MODEL"):
        pytest.skip("needs the model of tests/fixtures/minicons/model.json: run `make test MODEL=<its folder>`")
    folder = save(tmp_path, bert(), wordpiece_tokenizer())
    if name == "model":
        folder = Path(os.environ["ACCEPTABILITY_MODEL"])
        assert checksums([folder / "model.safetensors"])["model.safetensors"] == golden["weights"]
    model, tokenizer = pretrained.load(folder, MASKED)
    sentences = (GOLDEN / "sentences.txt").read_text(encoding="utf-8").splitlines()
    scored = masked.score(model, tokenizer, encoded(tokenizer, sentences), PLAIN)
    for way in ("log_prob", "log_prob_word_l2r"):
        for columns, values in zip(scored, golden[way], strict=True):
            np.testing.assert_allclose(columns[way], values, atol=1e-4)


@pytest.mark.parametrize("name", ["bert", *OTHERS])
def test_only_the_place_that_is_read_is_projected_to_the_vocabulary(name):
    model = bert() if name == "bert" else other_masked(name)[0]
    chance, seen = np.random.default_rng(1), []
    ids, places = chance.integers(5, 60, (6, 8)).astype(np.int32), chance.integers(0, 8, 6)
    watch = model.get_output_embeddings().register_forward_hook(lambda _module, given, _: seen.append(given[0].shape))
    with torch.inference_mode():
        made = masked.logits_at(model, ids, places)
        assert [shape[:-1].numel() for shape in seen] == [6]
        watch.remove()
        whole = model(input_ids=torch.from_numpy(ids)).logits[range(6), places]  # nothing of it is left in the model
        assert float((made - whole).abs().max()) < 1e-5
