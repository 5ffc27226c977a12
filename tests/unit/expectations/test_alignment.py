"""Surprisals of regions from tokens that do not show their characters: parts of characters, and unknown words."""

import pandas as pd
import pytest

import acceptability
from acceptability import InputError
from acceptability.analyses.suites import alignment

PART, UNKNOWN = "\ufffd", "[UNK]"


def bits_of_regions(folder, sentence: str, *tokens: tuple[str, float]) -> list[float]:
    """Return the bits of each region of a sentence; its regions have ``|`` between them."""
    (folder / "s.csv").write_text(f"item,condition,sentence\n1,a,{sentence}\n", encoding="utf-8")
    (folder / "f.csv").write_text("formula\n(1;%a%) < 2\n", encoding="utf-8")
    suite = acceptability.suites(folder / "s.csv", folder / "f.csv", spaces="marks" if " | " in sentence else "none")
    table = pd.DataFrame(tokens, columns=["token", "surprisal_bits"]).assign(item="1", condition="a")
    return acceptability.evaluate_suites(suite, {"x": table})["surprisals"]["surprisal_bits"].tolist()


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    ("sentence", "tokens", "expected"),
    [
        ("猫 | 犬 ok", [*[(PART, 1)] * 3, *[(PART, 50)] * 3, (" ok", 100)], [3, 250]),  # a mark for each byte
        ("你好|世界|好 a", [*[(PART, 1)] * 6, *[(PART, 5)] * 6, ("好", 4), (" a", 5)], [6, 30, 9]),
        ("猫犬 | ok", [*[(PART, 1)] * 3, ("ok", 7)], [3, 7]),  # some bytes are joined, but all are in one region
        ("a猫 | b犬", [("a" + PART, 1), (PART, 2), (" b", 4), (PART, 8)], [3, 12]),
        ("ab cd | ef", [(UNKNOWN, 1), (UNKNOWN, 2), (UNKNOWN, 4)], [3, 4]),  # one for each word
        ("ab cd | EF", [(UNKNOWN, 1), (UNKNOWN, 2), (UNKNOWN, 4), (" ", 8), ("ef", 16)], [7, 24]),
        ("ab | cd. | e", [("<unk>", 1), ("c", 2), ("<unk>", 4), (".", 8), ("e", 16)], [1, 14, 16]),
        ("The | key", [("The", 1), ("ke", 2), ("##y", 4)], [1, 6]),
    ],
)
def test_tokens_without_characters_of_their_own_are_in_the_region_that_all_alignments_share(
    tmp_path, sentence, tokens, expected
):
    assert bits_of_regions(tmp_path, sentence, *tokens) == pytest.approx(expected)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    ("sentence", "tokens", "unclear"),
    [
        ("猫 | 犬 ok", [PART] * 4 + ["ok"], f"'{PART}'"),
        ("猫|犬", [PART], f"'{PART}'"),
        ("ab | cd", [UNKNOWN] * 3, "'[UNK]'"),
        ("ab | cd | ok", [UNKNOWN] * 3 + ["ok"], "'[UNK]'"),
    ],
)
def test_tokens_that_could_be_in_several_regions_are_refused(tmp_path, sentence, tokens, unclear):
    with pytest.raises(InputError) as raised:
        bits_of_regions(tmp_path, sentence, *((token, 1) for token in tokens))
    assert f"s, item 1, a: the tokens {unclear}" in str(raised.value)
    assert "could be in several regions of the sentence '" in str(raised.value)
    assert "give the surprisal of each region instead (column region)" in str(raised.value)


@pytest.mark.parametrize(
    ("tokens", "text", "ends"),
    [
        ([UNKNOWN] * 18, " ".join(["word"] * 18), True),
        ([UNKNOWN] * 100, " ".join(["word"] * 99), True),
        ([UNKNOWN] * 100, " ".join(["word"] * 101), False),
        ([PART] * 30 + ["z"], "你" * 10 + " y", False),
        ([PART] * 200 + ["z"], "你" * 100 + " z", True),
        ([PART] * 7, "你好", False),  # more than its bytes
        ([UNKNOWN, "a"] * 50, "ba" * 50, True),
    ],
)
def test_the_number_of_steps_grows_with_tokens_times_bytes(monkeypatch, tokens, text, ends):
    steps, count = alignment._matches, 0

    def counted(*args):
        nonlocal count
        count += 1
        return steps(*args)

    monkeypatch.setattr(alignment, "_matches", counted)
    assert (alignment.spans(tokens, text, [text]) is not None) == ends
    assert 0 < count <= len(tokens) * (len(text.encode()) + 1)
