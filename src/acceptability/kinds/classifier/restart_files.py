"""Write the folder of a finished restart of a classifier: weights, margins of the labelled sentences, curve."""

import json
from pathlib import Path

from acceptability.contracts import io
from acceptability.contracts.scoring import HELD_OUT, MARGINS, RESTART_CURVE
from acceptability.kinds.classifier import scoring
from acceptability.kinds.classifier.training import Restart
from acceptability.scoring import checkpoints, divisions


def write(trained: Restart, labelled: Path, names: dict, folder: Path, checkpoint: Path, division: dict) -> None:
    """Write a restart's folder, with its margins on the sentences of ``labelled``, and remove its checkpoint last.

    Under another division than the dataset's own, what was not trained on is judged, and nothing else is kept.
    """
    whole = division == divisions.WHOLE
    table = trained.table if whole else trained.table[trained.table["split"] != "train"]
    margins = scoring.judge(trained.model, trained.tokenizer, table, labelled)
    if whole:
        trained.model.save_pretrained(folder, max_shard_size="100GB")
        trained.tokenizer.save_pretrained(folder)
        io.write_table(trained.held_out.to_frame(), folder / "held_out.csv", HELD_OUT)
        io.write_table(trained.curve, folder / "curve.csv", RESTART_CURVE)
    io.write_table(margins, folder / "margins.csv", MARGINS)
    recorded = names | ({} if whole else {"division": division}) | trained.provenance
    io.write_text(f"{json.dumps(recorded, indent=2, ensure_ascii=False)}\n", folder / "provenance.json")
    checkpoints.remove(checkpoint)
