import zipfile

import pandas as pd
import pytest

from acceptability.datasets import blimp


def test_summary_of_a_release(tmp_path):
    with zipfile.ZipFile(tmp_path / "blimp.zip", "w") as archive:
        archive.writestr("data/one.jsonl", "{}\n{}\n")
        archive.writestr("data/two.jsonl", "{}\n{}\n")
        archive.writestr("data/notes.txt", "no paradigm")
    (tmp_path / "models.jsonl").write_text(
        '{"UID": "one", "linguistics_term": "binding", "gpt2": 0.4}\n'
        '{"UID": "overall", "linguistics_term": "binding", "gpt2": 0.4}\n'
        '{"UID": "overall", "linguistics_term": "overall", "gpt2": 0.7}\n'
    )
    humans = pd.DataFrame({"Condition": ["one", "two", "dropped"], "total_mean": ["0.9", "0.8", "0.1"]})
    found = blimp.summary(tmp_path / "blimp.zip", tmp_path / "models.jsonl", humans)
    assert found["paradigms"] == {"one": 2, "two": 2}
    assert found["phenomena"] == {"binding"}
    assert found["gpt2"] == 0.7
    assert found["humans"] == pytest.approx(0.85)
