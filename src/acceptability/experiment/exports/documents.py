"""Write what a researcher needs beside the experiment: all materials, how to host it, and texts for papers."""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import sqrt
from pathlib import Path
from statistics import NormalDist

import pandas as pd

from acceptability.contracts import io
from acceptability.experiment.design import Choice, Design
from acceptability.experiment.exports import pcibex, wording
from acceptability.statistics.power.declared import ASSUMPTIONS

JSPSYCH = "8.3.0"
POWER, LEVEL = 0.8, 0.05
PARTICIPANTS = (10, 15, 20, 25, 30, 40)  # in each list
ENDS = {"likert": "1-7", "slider": "0-100", "yes_no": "0-1"}  # of the scales, for gold items
EXCLUDED = {  # rules of EXCLUDE=: the number, and whom it leaves out
    "gold": ("0.2", "is on the wrong side of the scale in more than one fifth of the gold items"),
    "fast": ("1000", "needs less than one second for the median answer"),
    "constant": ("1", "gives the same answer throughout"),
    "complete": ("0.9", "answers less than 90 % of the questions"),
}
GOLD_OF_CHOICES = "chooses the wrong sentence in more than one fifth of the gold items"
NO_GOLD = (
    "[There are no gold items. Without fillers whose answer is beyond doubt, nobody can tell who paid no attention: "
    "add a column gold to the table of fillers.]"
)
MODELS = {
    "likert": "an ordinal model of the ratings, `ordinal::clmm(rating ~ good + (1 + good | participant) + "
    "(1 + good | item))`",
    "slider": "a linear model of the ratings, `lme4::lmer(rating ~ good + (1 + good | participant) + "
    "(1 + good | item))`",
    "yes_no": "a logistic model of the answers, `lme4::glmer(yes ~ good + (1 + good | participant) + "
    "(1 + good | item), family = binomial)`",
    "choice": "a logistic model of the choices, `lme4::glmer(chose_good ~ 1 + first + (1 | participant) + "
    "(1 | pair_id), family = binomial)`",
}
BACK = {
    "likert": "sentence_id, item, condition, sentence, rating (1 to 7)",
    "slider": "sentence_id, item, condition, sentence, rating (0 to 100)",
    "yes_no": "sentence_id, item, condition, sentence, rating (1: yes, 0: no)",
    "choice": "pair_id, good, bad, good_side (left or right), chose_good (1 or 0)",
}
SHARE = "An answer is one of two, so that its standard deviation is at most 0.5. "
PRECISION = " is as precise as follows (normal approximation; two-sided test, p < 0.05):"
POWERS = {  # what the numbers are about, and what to compare them with
    "rated": (
        "Each sentence is rated by all participants of its list. In z-scores of each participant, the ratings of one "
        "sentence have a standard deviation of {sd} ({source}). So, if this holds for your participants, the "
        "difference between the means of the two sentences of one pair, in z-scores,",
        "For comparison: the mean of this difference is {mean} in the pairs of {source}. The mean of several pairs is "
        "more precise than one pair.",
    ),
    "yes_no": (
        f"Each sentence is judged by all participants of its list. {SHARE}So the difference between the two sentences "
        "of one pair, in shares of yes,",
        "Yes–no answers need more participants than ratings to find the same difference (Sprouse & Almeida 2017). The "
        "mean of several pairs is more precise than one pair.",
    ),
    "choice": (
        f"Each pair is judged by all participants of its list. {SHARE}So the share of participants who choose the "
        "acceptable sentence of one pair, as a difference from one half,",
        "The mean of several pairs is more precise than one pair.",
    ),
}


def write(design: Design, folder: Path) -> list[str]:
    """Write materials.csv, README.txt, design.md and methods.md into a folder, and return what to say about them."""
    io.write_table(pd.DataFrame(list(materials(design))), folder / "materials.csv")
    for name, text in {"README.txt": readme(design), "design.md": sheet(design), "methods.md": methods(design)}.items():
        io.write_text(text, folder / name)
    return [
        "Hosts:  README.txt says where to put the page, and how to read what comes back",
        "Papers: design.md is a sheet for the preregistration, methods.md a paragraph for the paper",
    ]


def materials(design: Design) -> Iterator[dict[str, str]]:
    """Yield all sentences, or pairs, with the list that they are in; fillers and practice are in ``all``."""
    for number, items in enumerate(design.critical, start=1):
        yield from ({"list": str(number)} | pcibex.row(item) for item in items)
    yield from ({"list": "all"} | pcibex.row(item) for item in (*design.fillers, *design.practice))


def exclude(design: Design) -> str:
    """Return the rules of EXCLUDE= that apply to an experiment."""
    return ",".join(f"{name}={number}" for name, (number, _) in _rules(design).items())


def _rules(design: Design) -> dict[str, tuple[str, str]]:
    """Return the rules of EXCLUDED that apply: without gold items, or with choices, some say nothing."""
    rules = dict(EXCLUDED)
    if design.task == "choice":
        rules["gold"] = (rules["gold"][0], GOLD_OF_CHOICES)
        del rules["constant"]
    if not _gold(design):
        del rules["gold"]
    return rules


def readme(design: Design) -> str:
    """Return how to host the page, what comes back, and how to read it."""
    is_choice = design.task == "choice"
    tables = ["PAIRS=my_pairs.csv", *(["FILLERS=my_fillers.csv"] if design.fillers else [])]
    scale = [f"SCALE={ENDS[design.task]}"] if design.task in ENDS and _gold(design) else []
    command = ["make", "score", *tables, "RATINGS=answers/", *scale, f"EXCLUDE={exclude(design)}", "MODEL=my_model"]
    return wording.wrapped(
        wording.filled(
            "README.txt",
            name=design.name,
            materials=f"all {'pairs' if is_choice else 'sentences'} with their lists",
            number=len(design.critical),
            back=BACK[design.task],
            command=" ".join(command),
        )
    )


def sheet(design: Design) -> str:
    """Return a sheet for the preregistration."""
    number, what = len(design.critical), _what(design)
    phenomena = Counter(_pairs(design).values())
    rows = [f"| {name.replace('|', chr(92) + '|') or '(not named)'} | {count} |" for name, count in phenomena.items()]
    critical, fillers = _sizes(design), len(design.fillers)
    power, other = POWERS.get(design.task, POWERS["rated"])
    known = {
        "sd": ASSUMPTIONS["rater_sd"].value,
        "mean": ASSUMPTIONS["human_mean"].value,
        "source": ASSUMPTIONS["rater_sd"].source.replace("(", "").replace(")", ""),
    }
    answers = (
        "The shares of participants who chose the acceptable sentence are compared with the choices of models. Choices "
        "say nothing about the size of a difference, so that the ADC cannot be computed."
        if design.task == "choice"
        else "Answers become z-scores of each participant, over all sentences but practice, after exclusion. The mean "
        "differences of pairs are compared with those of models [by the BLiMP criterion, or by the ADC, and with which "
        "threshold?]."
    )
    return wording.filled(
        "design.md",
        name=design.name,
        materials=_materials(design),
        phenomena="\n".join(rows),
        task=_task(design),
        lists=_lists(design),
        total=f"{_span(size + fillers for size in critical)} {what}",
        parts=f"{_span(critical)} of the experiment and {fillers} fillers",
        order="in the page of this folder, two of one phenomenon follow each other only where that cannot be avoided.",
        practice=_practice(design),
        jspsych=JSPSYCH,
        number=number,
        plural="s" * (number > 1),
        power=power.format(**known) + PRECISION,
        table="\n".join(_power(design)),
        other=other.format(**known),
        exclusion="\n".join(f"- {words} (`{name}={count}`)," for name, (count, words) in _rules(design).items()),
        gold=_gold_items(design),
        exclude=exclude(design),
        analysis=f"- {answers}\n- Inference is from {MODELS[design.task]}.",
    )


def methods(design: Design) -> str:
    """Return a paragraph on the methods for a paper."""
    instruction = wording.paragraphs(design.texts["instructions"][design.task])
    answered = f"{_span(size + len(design.fillers) for size in _sizes(design))} {_what(design)}"
    sides = " Which of the two was on the left was drawn at random." if design.task == "choice" else ""
    procedure = (
        f"Then they answered {answered}, one at a time, in an order drawn at random for each participant.{sides} "
        f"{_task(design)} For practice, there were {_practice(design)}"
    )
    return wording.filled(
        "methods.md",
        materials=f"{_materials(design)} Lists: {_lists(design)}",
        rules="; ".join(f"who {words}" for _, words in _rules(design).values()),
        jspsych=JSPSYCH,
        instruction="\n>\n".join(f"> {part}" for part in instruction),
        procedure=procedure,
    )


def _materials(design: Design) -> str:
    """Return in words what is shown."""
    phenomena, pairs = set(_pairs(design).values()), _pairs(design)
    sizes, fillers, gold = _sizes(design), len(design.fillers), _gold(design)
    kinds = "one phenomenon" if len(phenomena) == 1 else f"{len(phenomena)} phenomena"
    text = f"There were {len(pairs)} minimal pairs of {kinds}."
    if not fillers:
        return f"{text} There were no fillers. [Say why.]"
    unit = "pair" if design.task == "choice" else "sentence of a pair"
    text += f" There were {fillers} fillers, which everybody saw: {fillers / max(sizes):.2g} for each {unit} in a list."
    if gold:
        text += f" Of these, {len(gold)} were gold items, whose answer is beyond doubt."
    if fillers < max(sizes):
        mixed = ", such as that pairs of different phenomena were fillers for each other" if len(phenomena) > 1 else ""
        text += f" [One or two for each {unit} are usual. Say why there were fewer{mixed}.]"
    return text


def _lists(design: Design) -> str:
    """Return in words how lists are made."""
    number, sizes = len(design.critical), _span(_sizes(design))
    if design.task == "choice":
        return f"{number}; each pair was in one list, and each list had {sizes} pairs."
    good = _span(sum(item.condition == "good" for item in items) for items in design.lists)
    return (
        f"{number}, by a Latin square: each sentence of a pair was in one list, and nobody saw both sentences of a "
        f"pair. Each list had {sizes} sentences of pairs, {good} of which were good ones."
    )


def _task(design: Design) -> str:
    """Return in words what is asked, and how it is answered."""
    words = design.texts[design.task]
    ends = "" if design.task in ("choice", "yes_no") else f'("{words["low"]}") to {{}} ("{words["high"]}")'
    answers = {
        "likert": f"on a scale from 1 {ends.format(design.points)}",
        "slider": f"with a slider from 0 {ends.format(design.points - 1)}, which had to be moved",
        "yes_no": f'with "{words.get("accept")}" or "{words.get("reject")}"',
        "choice": "by choosing one of two sentences that were shown next to each other",
    }
    return f'The question was "{words["question"]}", and it was answered {answers[design.task]}.'


def _practice(design: Design) -> str:
    """Return in words what is for practice."""
    if not design.practice:
        return "none. [Say why.]"
    ends = "" if design.task == "choice" else " at both ends of the scale"
    return f"{len(design.practice)} {_what(design)}{ends}, which did not count."


def _gold_items(design: Design) -> str:
    """Return in words which fillers are gold items."""
    gold = _gold(design)
    return f"Gold items: {', '.join(f'{name} ({side})' for name, side in gold.items())}." if gold else NO_GOLD


def _power(design: Design) -> Iterator[str]:
    """Yield the rows of a table: numbers of participants, and the precision and the smallest difference of one pair."""
    normal = NormalDist()
    interval, power = normal.inv_cdf(1 - LEVEL / 2), normal.inv_cdf(POWER)
    one_answer = {"choice": 0.5, "yes_no": 0.5 * sqrt(2)}.get(design.task, ASSUMPTIONS["rater_sd"].value * sqrt(2))
    for number in PARTICIPANTS:
        error = one_answer / sqrt(number)
        half, smallest = interval * error, (interval + power) * error
        yield f"| {number} | {number * len(design.critical)} | {half:.2f} | {smallest:.2f} |"


def _what(design: Design) -> str:
    """Return what is shown at a time, in the plural."""
    return "pairs" if design.task == "choice" else "sentences"


def _pairs(design: Design) -> dict[str, str]:
    """Return the phenomenon of each pair, by its id."""
    return {
        item.pair_id if isinstance(item, Choice) else item.item: item.phenomenon
        for items in design.critical
        for item in items
    }


def _gold(design: Design) -> dict[str, str]:
    """Return the side of each gold item, by its id."""
    return {
        item.pair_id if isinstance(item, Choice) else item.sentence_id: item.gold
        for item in design.fillers
        if item.gold
    }


def _sizes(design: Design) -> list[int]:
    """Return how many sentences or pairs of the user each list has."""
    return [len(items) for items in design.critical]


def _span(numbers: Iterable[int]) -> str:
    """Return the smallest and the largest number, or the one that all are."""
    ordered = sorted(set(numbers))
    return str(ordered[0]) if len(ordered) == 1 else f"{ordered[0]} to {ordered[-1]}"
