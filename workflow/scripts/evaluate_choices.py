"""People's choices between the sentences of pairs → their shares, how reliable these are, and systems beside them."""

from pathlib import Path

import pandas as pd

from acceptability.adapter import arguments
from acceptability.analysis import choices as chosen
from acceptability.analysis import places
from acceptability.contracts import io, systems
from acceptability.contracts.data import CHOICES, PAIRS
from acceptability.contracts.raters import CHOICE_AGREEMENT, CHOICE_SUMMARY, CHOOSERS, CHOSEN_PAIRS
from acceptability.contracts.studies import ACCURACIES
from acceptability.errors import reporting


def main(
    pairs: Path,
    choices: Path,
    deltas: list[Path],
    accuracies: list[Path],
    thresholds: list,
    dataset: str,
    to_pairs: Path,
    to_people: Path,
    to_summary: Path,
    to_agreement: Path,
) -> None:
    of_pairs, given = io.read_table(pairs, PAIRS), io.read_table(choices, CHOICES)
    answers = chosen.counted(given)
    released = {
        f"{system}/accuracy": table[table["method"] == "sentence"].set_index("paradigm")["share"]
        for system, table in systems.read_by_system(accuracies, ACCURACIES).items()
    }
    io.write_table(chosen.by_pair(answers, of_pairs), to_pairs, CHOSEN_PAIRS)
    io.write_table(chosen.by_person(answers), to_people, CHOOSERS)
    reliable = chosen.reliabilities(answers, of_pairs)
    columns = systems.read_delta_columns(deltas)
    rated = chosen.beside_ratings(answers, of_pairs, columns["human"], thresholds)
    more = chosen.with_excluded(given, of_pairs), places.of_choices(answers, of_pairs)
    summary = pd.concat([chosen.summary(answers, of_pairs, reliable), *more, rated])
    io.write_table(summary.assign(dataset=dataset), to_summary, CHOICE_SUMMARY)
    agreement = chosen.agreement(columns, answers, of_pairs, released, reliable)
    io.write_table(agreement.assign(dataset=dataset), to_agreement, CHOICE_AGREEMENT)


if __name__ == "__main__":
    with reporting(snakemake.log[0]):
        main(**arguments(main, snakemake))
