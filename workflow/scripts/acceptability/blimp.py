"""BLiMP's release: what the paper says about it (its pairs as a dataset come with a later step)."""

import json
import zipfile
from pathlib import Path

import pandas as pd


def summary(archive: Path, models: Path, humans: pd.DataFrame) -> dict:
    """Facts of the release: ``paradigms`` (name → number of pairs), ``phenomena`` (names), ``gpt2`` and
    ``humans`` (accuracy of GPT-2, and mean agreement of raters with the labels, over the paradigms).

    ``archive`` is read in memory, never unpacked. ``humans`` has ``Condition`` and ``total_mean``.
    """
    with zipfile.ZipFile(archive) as files:
        names = [name for name in files.namelist() if name.startswith("data/") and name.endswith(".jsonl")]
        paradigms = {Path(name).stem: len(files.read(name).splitlines()) for name in names}
    rows = [json.loads(line) for line in Path(models).read_text(encoding="utf-8").splitlines()]
    overall = next(row for row in rows if row["UID"] == row["linguistics_term"] == "overall")
    phenomena = {row["linguistics_term"] for row in rows} - {"overall"}
    agreement = humans.set_index("Condition")["total_mean"].astype(float).reindex(paradigms)
    return {
        "paradigms": paradigms,
        "phenomena": phenomena,
        "gpt2": overall["gpt2"],
        "humans": agreement.mean(),
    }
