"""Writes ratings.csv: simulated magnitude estimates for the sentences of pairs.csv.

    python resources/demo/simulate_ratings.py

Every sentence gets an acceptability: 1 if it is the good one of its pair, 1 minus an effect of its
phenomenon if not, plus noise. Every simulated participant has a scale, a spread and noise of their own,
answers with a positive whole number, and skips a few sentences. Nobody rated the pair SKIPPED, so that
the demo has an unrated pair. The same seed gives the same file on every machine.
"""

import csv
import math
import random
from pathlib import Path

SEED = 2021
PARTICIPANTS = 24
SKIPPED = "question-6"
EFFECTS = {
    "subject-verb agreement": 1.2,
    "determiner": 1.6,
    "reflexive": 1.9,
    "word order": 2.2,
    "argument structure": 1.0,
    "question": 1.4,
}


def simulate(pairs: list[dict[str, str]]) -> list[tuple[str, str, int]]:
    """(participant, sentence_id, rating) for every answer."""
    generator = random.Random(SEED)
    acceptability = {}
    for pair in pairs:
        if pair["pair_id"] != SKIPPED:
            acceptability[f"{pair['pair_id']}.good"] = 1 + generator.gauss(0, 0.3)
            acceptability[f"{pair['pair_id']}.bad"] = 1 - EFFECTS[pair["phenomenon"]] + generator.gauss(0, 0.6)
    rows = []
    for number in range(1, PARTICIPANTS + 1):
        modulus, spread = generator.choice([50, 75, 100, 120]), generator.uniform(0.2, 0.6)
        for sentence, value in acceptability.items():
            answer = modulus * math.exp(spread * (value + generator.gauss(0, 0.7)))
            if generator.random() > 0.05:
                rows.append((f"simulated-{number:02d}", sentence, max(1, round(answer))))
    return rows


def main(folder: Path) -> None:
    with open(folder / "pairs.csv", encoding="utf-8", newline="") as file:
        pairs = list(csv.DictReader(file))
    with open(folder / "ratings.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["participant", "sentence_id", "rating"])
        writer.writerows(simulate(pairs))


if __name__ == "__main__":
    main(Path(__file__).parent)
