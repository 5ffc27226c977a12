from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, Sampler, TensorDataset
from transformers import get_linear_schedule_with_warmup

import tiny_models
from acceptability.errors import InputError
from acceptability.kinds.classifier import restart_files, scoring
from acceptability.kinds.classifier import training as classifier
from acceptability.kinds.classifier.training import Settings
from acceptability.scoring import checkpoints, decisions
from acceptability.scoring.measures import p_acceptable
from acceptability.scoring.too_long import TRAINING, Skipping

SETTINGS = Settings(restart=7, epochs=3, batch_size=4, learning_rate=0.01, frozen=False, as_published=False, threads=1)
WORDS = ["boy", "girl", "sleeps", "sees", "the", "boys", "unaffordable", "able"]
SENTENCES = [" ".join(WORDS[(i * k + i // 3) % 8] for k in range(1, 3 + i % 7)).capitalize() + "." for i in range(60)]
LABELS = np.array([int("boy" in sentence.lower().split()) for sentence in SENTENCES])
TABLE = pd.DataFrame({"sentence_id": map(str, range(60)), "sentence": SENTENCES})


def settings(**changes) -> Settings:
    return replace(SETTINGS, **changes)


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    return tiny_models.save(tmp_path_factory.mktemp("base"), tiny_models.bert(), tiny_models.wordpiece_tokenizer())


def finetune(base, folder, chosen=SETTINGS, identity="x", progress=lambda _step, _steps: None, seconds=1e9):
    model, tokenizer, new = classifier.load_base(base, classifier.seeds(chosen).initialisation)
    rows = list(classifier.encode(model, tokenizer, TABLE).values())
    held, curve = classifier.finetune(
        model, new, tokenizer.pad_token_id, rows, LABELS, chosen, folder / "c.safetensors", identity, progress, seconds
    )
    return model, rows, held, curve


def weights(model) -> dict[str, bytes]:
    return {name: parameter.detach().numpy().tobytes() for name, parameter in model.named_parameters()}


def test_new_weights_follow_from_the_seed_alone(base):
    first, _, new = classifier.load_base(base, 3)
    torch.manual_seed(99)
    second, *_ = classifier.load_base(base, 3)
    other, *_ = classifier.load_base(base, 4)
    assert weights(first) == weights(second)
    assert new == ["bert.pooler.dense.bias", "bert.pooler.dense.weight", "classifier.bias", "classifier.weight"]
    differing = {name for name, value in weights(other).items() if value != weights(first)[name]}
    assert differing == {"bert.pooler.dense.weight", "classifier.weight"}
    pretrained = dict(tiny_models.bert().named_parameters())
    for name, parameter in first.named_parameters():
        if name in pretrained:
            assert torch.equal(parameter, pretrained[name])


@pytest.mark.parametrize("name", ["roberta", "distilbert", "albert", "electra"])
def test_other_architectures_get_a_head(tmp_path, name):
    folder = tiny_models.save(tmp_path, *tiny_models.other_masked(name))
    model, tokenizer, new = classifier.load_base(folder, 3)
    assert new and not any("layer" in part for part in new)
    sentences = pd.DataFrame({"sentence_id": map(str, range(5)), "sentence": tiny_models.SENTENCES})
    margins = classifier.margins(model, list(classifier.encode(model, tokenizer, sentences).values()))
    assert np.ptp(margins) > 0


def test_sentences_that_are_too_long_are_refused_or_left_out(tmp_path, capsys):
    folder = tiny_models.save(tmp_path, tiny_models.bert(positions=8), tiny_models.wordpiece_tokenizer())
    model, tokenizer, _ = classifier.load_base(folder, 3)
    sentences = ["boy " * 6, "boy " * 7, "The boy sleeps."]
    table = pd.DataFrame({"sentence_id": ["fits", "long", "short"], "sentence": sentences})
    message = r"x.csv: 1 sentence has more tokens than the 8 that the model accepts: 'long' \(9\); .* too_long: skip in"
    with pytest.raises(InputError, match=message):
        scoring.judge(model, tokenizer, table, Path("x.csv"))
    assert scoring.leave_out(model, tokenizer, table, None)[1] == {}
    left, recorded = scoring.leave_out(model, tokenizer, table, Skipping("mine"))
    assert recorded["left_out"] == {"limit": 8, "tokens": {"long": 9}}
    assert capsys.readouterr().out == "mine: left out because too long: 1 sentence (it accepts 8 tokens)\n"
    judged = scoring.judge(model, tokenizer, left, Path("x.csv"))
    assert judged["sentence_id"].tolist() == ["fits", "short"]
    alone = scoring.judge(model, tokenizer, table.iloc[[2]], Path("x.csv"))
    assert judged["margin"].iloc[1] == pytest.approx(alone["margin"].iloc[0], abs=1e-6)


def test_base_without_its_layers_is_refused(tmp_path):
    from safetensors.torch import load_file, save_file

    folder = tiny_models.save(tmp_path, tiny_models.bert(), tiny_models.wordpiece_tokenizer())
    tensors = load_file(folder / "model.safetensors")
    save_file({k: v for k, v in tensors.items() if "layer.1." not in k}, folder / "model.safetensors", {"format": "pt"})
    with pytest.raises(InputError, match=r"no matching weights for bert\.encoder\.layer\.1"):
        classifier.load_base(folder, 3)


def test_a_base_that_is_a_classifier_already_is_refused(base, tmp_path):
    model, tokenizer, _ = classifier.load_base(base, 3)
    with pytest.raises(InputError, match="is already a classifier, so there is nothing new to train"):
        classifier.load_base(tiny_models.save(tmp_path, model, tokenizer), 3)


def test_answers_that_are_no_numbers_name_the_mend(base):
    model, tokenizer, _ = classifier.load_base(base, 3)
    model.classifier.bias.data[0] = float("nan")
    with pytest.raises(InputError, match=r"not finite numbers; set a smaller learning_rate in config\.yaml"):
        classifier.margins(model, list(classifier.encode(model, tokenizer, TABLE).values()))


def test_a_restart_names_the_file_of_a_bad_sentence_and_records_what_it_is_made_from(base, tmp_path):
    table = TABLE.assign(label=LABELS, split="train")
    made = classifier.restart(base, table, SETTINGS, tmp_path / "c", lambda *_: None, tmp_path / "labelled.csv")
    assert made.provenance["seeds"].keys() == {"split", "initialisation", "order"}
    assert made.provenance["training"]["restart"] == 7
    assert made.provenance["base"]["files"].keys() >= {"model.safetensors"}
    assert len(made.held_out) == 6 and set(made.held_out) < set(TABLE["sentence_id"])
    table.loc[3, "sentence"] = "the boy [SEP] sleeps"
    with pytest.raises(InputError, match=r"labelled\.csv: sentence_id '3': contains \[SEP\]"):
        classifier.restart(base, table, SETTINGS, tmp_path / "c", lambda *_: None, tmp_path / "labelled.csv")


def test_a_restart_is_trained_on_what_is_left_and_keeps_it(base, tmp_path):
    split = np.repeat(["train", "dev", "test"], 20)
    table = TABLE.assign(label=np.arange(60) % 2, split=split)
    long = table.copy()
    long.loc[[3, 30], "sentence"] = "boy " * 63
    rest = SETTINGS, tmp_path / "c", lambda *_: None, tmp_path / "labelled.csv"
    with pytest.raises(InputError, match=r"labelled\.csv: 1 sentence has more tokens than the 64 .*'3' \(65\)"):
        classifier.restart(base, long, *rest)
    left = classifier.restart(base, long, *rest, Skipping("mine", fate=TRAINING, says=False))
    alone = classifier.restart(base, table.drop([3, 30]), *rest)
    assert weights(left.model) == weights(alone.model)
    assert left.provenance["left_out"] == {"limit": 64, "tokens": {"3": 65, "30": 65}}
    assert left.provenance["doubts"][0].startswith("Too long, and neither trained on nor judged: 3, 30 (it accepts 64 ")
    assert "left_out" not in alone.provenance
    (tmp_path / "kept").mkdir()
    restart_files.write(left, tmp_path / "labelled.csv", {}, tmp_path / "kept", tmp_path / "c", {"kind": "whole"})
    assert pd.read_csv(tmp_path / "kept/margins.csv")["sentence_id"].tolist() == [
        n for n in range(60) if n not in (3, 30)
    ]


def test_a_masked_model_is_no_finished_classifier(base):
    with pytest.raises(InputError, match="is not a classifier"):
        scoring.load(base)


def test_seeds_are_three_different_ones_and_as_published_the_number_itself():
    ours, theirs = classifier.seeds(SETTINGS), classifier.seeds(settings(as_published=True))
    assert len({ours.split, ours.initialisation, ours.order}) == 3
    assert (theirs.split, theirs.order) == (7, 7)
    assert theirs.initialisation == ours.initialisation
    assert classifier.seeds(settings(restart=8)) != ours


def test_published_split_is_that_of_pandas_and_scikit_learn():
    shuffled = pd.DataFrame({"row": range(8551)}).sample(frac=1, random_state=18)["row"].to_numpy()
    train, held = train_test_split(shuffled, random_state=18, test_size=0.1)
    ours = classifier.split(8551, 18, as_published=True)
    assert np.array_equal(ours[0], train) and np.array_equal(ours[1], held)
    assert (len(train), len(held)) == (7695, 856)


@pytest.mark.parametrize("as_published", [False, True])
def test_split_and_batches_use_every_row_once(as_published):
    kept, held = classifier.split(61, 5, as_published)
    assert sorted([*kept, *held]) == list(range(61)) and len(held) == 7
    lengths = np.random.default_rng(1).integers(3, 30, 61)
    epochs = classifier.batches_of_epochs(lengths, settings(as_published=as_published), 5)
    assert len(epochs) == 3
    for batches in epochs:
        assert sorted(np.concatenate(batches)) == list(range(61))
        assert len(batches) == 16 and sorted(map(len, batches)) == [1] + [4] * 15
    assert [list(batch) for batch in epochs[0]] != [list(batch) for batch in epochs[1]]


class OldRandomSampler(Sampler):
    """PyTorch's RandomSampler before version 1.9, which drew from the global generator."""

    def __init__(self, count: int) -> None:
        self.count = count

    def __iter__(self):
        return iter(torch.randperm(self.count).tolist())

    def __len__(self) -> int:
        return self.count


def test_published_order_is_that_of_the_authors_loaders():
    training = DataLoader(TensorDataset(torch.arange(61)), sampler=OldRandomSampler(61), batch_size=4)
    held_out = DataLoader(TensorDataset(torch.arange(7)), batch_size=4)
    torch.manual_seed(18)
    theirs = []
    for _ in range(3):
        theirs.append([batch[0].tolist() for batch in training])
        list(held_out)
    ours = classifier.batches_of_epochs(np.full(61, 5), settings(as_published=True), 18)
    assert [[list(batch) for batch in batches] for batches in ours] == theirs


def test_batches_by_length_are_hardly_padded():
    lengths = np.random.default_rng(1).integers(5, 40, 4000)
    (batches,) = classifier.batches_of_epochs(lengths, settings(epochs=1, batch_size=20), 5)
    padded = sum(len(batch) * lengths[batch].max() for batch in batches)
    assert padded < 1.04 * lengths.sum()


def test_margins_do_not_depend_on_batches_or_padding(base, monkeypatch):
    model, tokenizer, _ = classifier.load_base(base, 3)
    rows = list(classifier.encode(model, tokenizer, TABLE).values())
    together = classifier.margins(model, rows)
    alone = np.concatenate([classifier.margins(model, [row]) for row in rows])
    assert np.allclose(together, alone, rtol=0, atol=1e-5)
    ids, attention = classifier.pad(rows, tokenizer.pad_token_id, 64)
    assert ids.shape == (60, 64)
    with torch.no_grad():
        logits = model(input_ids=ids, attention_mask=attention).logits
    assert np.allclose(together, (logits[:, 1] - logits[:, 0]).numpy(), rtol=0, atol=1e-5)


def library_adamw(model, moments: dict, step: int, rate: float) -> None:
    """One step of the AdamW of the transformers library, version 3: ε joins the root before its bias is corrected."""
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            first, second = moments.setdefault(name, (torch.zeros_like(parameter), torch.zeros_like(parameter)))
            first.mul_(0.9).add_(parameter.grad, alpha=0.1)
            second.mul_(0.999).addcmul_(parameter.grad, parameter.grad, value=0.001)
            size = rate * (1 - 0.999**step) ** 0.5 / (1 - 0.9**step)
            parameter.addcdiv_(first, second.sqrt().add_(1e-8), value=-size)


@pytest.mark.parametrize("as_published", [False, True])
def test_fine_tuning_equals_the_plain_loop_of_the_library(base, tmp_path, as_published):
    """The authors' loop: the library's loss, AdamW and schedule, one batch after the other.

    As published, the AdamW is that which the transformers library had then, written out.
    """
    chosen = settings(as_published=as_published)
    ours, rows, held, curve = finetune(base, tmp_path, chosen)
    seeds = classifier.seeds(chosen)
    model, tokenizer, _ = classifier.load_base(base, seeds.initialisation)
    kept, _ = classifier.split(60, seeds.split, as_published)
    epochs = classifier.batches_of_epochs(np.array([len(rows[i]) for i in kept]), chosen, seeds.order)
    steps = sum(map(len, epochs))
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01, eps=1e-8, weight_decay=0.0, fused=False)
    schedule = get_linear_schedule_with_warmup(optimizer, 0, steps)
    step, losses, moments = 0, [], {}
    for batches in epochs:
        losses.append([])
        for batch in batches:
            model.train()
            torch.manual_seed(int(np.random.SeedSequence([seeds.order, step, 1]).generate_state(1)[0]))
            chosen_rows = [{"input_ids": rows[kept[i]]} for i in batch]
            length = {"max_length": 64, "padding": "max_length"} if as_published else {"padding": "longest"}
            batch_of_ids = tokenizer.pad(chosen_rows, return_tensors="pt", **length)
            model.zero_grad()
            result = model(**batch_of_ids, labels=torch.tensor(LABELS[kept[batch]]))
            result.loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            if as_published:
                library_adamw(model, moments, step + 1, schedule.get_last_lr()[0])
                model.zero_grad()  # leaves nothing for the other one to do
            optimizer.step()
            schedule.step()
            losses[-1].append(result.loss.item())
            step += 1
    assert np.allclose(curve["loss"], [np.mean(epoch) for epoch in losses], rtol=1e-4)
    theirs = dict(model.named_parameters())
    for name, parameter in ours.named_parameters():
        if not name.endswith("key.bias"):  # whose gradient is 0 but for rounding, which Adam's steps make large
            assert torch.allclose(parameter, theirs[name], rtol=0, atol=2e-3), name
    assert len(held) == 6


@pytest.fixture(scope="module")
def finished(base, tmp_path_factory):
    """Return two undisturbed trainings, by whether only the new weights are trained; tests must not change them."""
    return {
        frozen: finetune(base, tmp_path_factory.mktemp("whole"), settings(frozen=frozen)) for frozen in (False, True)
    }


def test_the_curve_s_last_held_out_numbers_are_those_of_the_finished_model(finished):
    model, rows, held, curve = finished[False]
    margins = classifier.margins(model, [rows[i] for i in held])
    p = np.array([p_acceptable(margin) for margin in margins])
    p_right = np.where(LABELS[held] == 1, p, 1 - p)
    assert curve["held_out_loss"].iloc[-1] == pytest.approx(-np.log(p_right).mean(), rel=1e-6)
    assert list(curve["epoch"]) == [1, 2, 3]


def test_learns_what_the_labels_say(base, tmp_path):
    model, rows, held, _ = finetune(base, tmp_path, settings(epochs=30, learning_rate=0.005))
    kept = sorted(set(range(60)) - set(held))
    predicted = decisions.decide(classifier.margins(model, rows))
    assert decisions.mcc(LABELS[kept], predicted[kept]) > 0.8


def test_frozen_trains_the_new_weights_only(base, finished):
    model, *_ = finished[True]
    before, *_ = classifier.load_base(base, classifier.seeds(SETTINGS).initialisation)
    changed = {name for name, value in weights(model).items() if value != weights(before)[name]}
    assert changed == {"bert.pooler.dense.bias", "bert.pooler.dense.weight", "classifier.bias", "classifier.weight"}


class Killed(Exception):
    pass


def kill(base, folder, step: int, **more) -> None:
    """Fine-tune, and end after so many steps, with a checkpoint of each step before."""

    def stop(done: int, _steps: int) -> None:
        if done == step:
            raise Killed

    with pytest.raises(Killed):
        finetune(base, folder, progress=stop, seconds=0, **more)


@pytest.mark.parametrize("frozen", [False, True])
@pytest.mark.parametrize("step", [1, 14, 30])  # an epoch has 14 steps
def test_killed_and_resumed_equals_undisturbed(base, finished, tmp_path, frozen, step):
    chosen = settings(frozen=frozen)
    whole, _, _, whole_curve = finished[frozen]
    kill(base, tmp_path, step + 1, chosen=chosen)
    steps = []
    model, _, _, curve = finetune(base, tmp_path, chosen, progress=lambda done, _all: steps.append(done))
    assert steps[0] == step + 1
    assert weights(model) == weights(whole)
    assert curve.equals(whole_curve)


def test_checkpoint_of_another_training_is_not_resumed(base, tmp_path):
    kill(base, tmp_path, 9)
    for change in ({"identity": "y"}, {"chosen": settings(restart=8)}):
        steps = []
        finetune(base, tmp_path, progress=lambda done, _all, steps=steps: steps.append(done), **change)
        assert steps[0] == 1
    assert checkpoints.load(tmp_path / "none", None, None, "x") is None
