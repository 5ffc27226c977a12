"""BLiMP's release: what it says of its paradigms and of people's accuracy."""

from pathlib import Path

import pandas as pd

from acceptability.contracts import io
from acceptability.sources.archives import open_zip, read_member


def summary(archive: Path, models: Path, humans: pd.DataFrame) -> dict:
    """Summarise the release.

    Parameters:
        archive: BLiMP's zip; it is read in memory, never unpacked.
        models: released results of models, by paradigm.
        humans: ``Condition`` and ``total_mean``: the share of answers that agree with the labels.

    Returns: ``paradigms`` (name → number of pairs), ``phenomena`` (names) and ``humans`` (the mean agreement over
    paradigms).

    Raises InputError where a file is damaged or is another one.
    """
    with open_zip(archive, "fetch it again") as files:
        names = [name for name in files.namelist() if name.startswith("data/") and name.endswith(".jsonl")]
        paradigms = {Path(name).stem: len(read_member(files, name, "fetch it again").splitlines()) for name in names}
    rows = io.read_json_lines(models, ("UID", "linguistics_term"))
    phenomena = {row["linguistics_term"] for row in rows} - {"overall"}
    agreement = humans.set_index("Condition")["total_mean"].astype(float).reindex(paradigms)
    return {
        "paradigms": paradigms,
        "phenomena": phenomena,
        "humans": agreement.mean(),
    }
