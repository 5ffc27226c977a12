"""Write what a researcher needs beside the experiment: all materials, how to host it, and texts for papers."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from math import sqrt
from pathlib import Path
from statistics import NormalDist

import pandas as pd

from acceptability.contracts import io
from acceptability.contracts.defaults import LEVEL
from acceptability.experiment.design import Choice, Design
from acceptability.experiment.exports import pcibex, qualtrics, wording
from acceptability.messages import conjunction, counted
from acceptability.statistics.power.declared import ASSUMPTIONS

JSPSYCH = "8.3.0"
POWER = 0.8
PARTICIPANTS = (10, 15, 20, 25, 30, 40)  # in each list
ENDS = {"likert": "1-7", "slider": "0-100", "yes_no": "0-1"}  # of the scales, for gold items
EXCLUDED = {  # rules of EXCLUDE=: the number, and whom it leaves out
    "gold": ("0.2", "is on the wrong side of the scale in more than one fifth of the gold items"),
    "fast": ("1000", "needs less than one second for the median answer"),
    "constant": ("1", "gives the same answer throughout"),
    "attention": ("1", "fails an attention check (an item that asks for a certain answer)"),
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
PLAN = (
    "The random effects {were} simplified by a rule. Models {were} fitted in this order: (1) `(1 + good | participant) "
    "+ (1 + good | item)`; (2) `(1 | participant) + (0 + good | participant) + (1 | item) + (0 + good | item)`; (3) "
    "`(1 | participant) + (0 + good | participant) + (1 | item)`; (4) `(1 | participant) + (1 | item) + (0 + good | "
    "item)`; (5) `(1 | participant) + (1 | item)`. The first model {was} reported that {converged} without a "
    "degenerate part (a variance of 0, or a correlation of 1 or −1), or else the first that {converged}. The effect of "
    "good (0.5: acceptable, −0.5: unacceptable) {was} tested by a likelihood-ratio test."
)
CHOICE_PLAN = (
    "In this model, first is 0.5 if the acceptable sentence is shown first and −0.5 otherwise, so that the intercept "
    "is midway between both places. A random intercept {was} kept even with an estimated variance of 0. The intercept "
    "{was} tested by a likelihood-ratio test."
)
ANSWERS = {
    "rated": "The mean difference of each pair. It will be compared with models [by the BLiMP criterion, or by the "
    "ADC, and with which δ?].",
    "choice": "The share of participants who chose the acceptable sentence of each pair. It will be compared with the "
    "choices of models. Choices have no size, so the ADC cannot be computed.",
}
TRANSFORMED = {
    "rated": "For comparisons with models and for figures, ratings will become z-scores within each participant, over "
    "all sentences except practice, after exclusion. Statistical models will be fitted to the ratings themselves.",
    "choice": "Choices will not be transformed.",
}
FUTURE = {
    "was": "will be",
    "were": "will be",
    "had": "will have",
    "saw": "will see",
    "followed": "will follow",
    "converged": "converges",
    "did not": "will not",
    "could not": "cannot",
    "had to": "will have to",
}
PAST = {"is": "were", "needs": "needed", "gives": "gave", "answers": "answered", "chooses": "chose", "fails": "failed"}
HOSTS = {  # by the setting save: of texts.yaml
    "download": "on [computers in the laboratory], which stored the answers",
    "jatos": "on a JATOS server",
    "datapipe": "and DataPipe stored the answers in a project on OSF",
    "post": "and the answers were stored on [a server of the university]",
}
ASSIGNMENTS = {  # likewise
    "download": "at random",
    "jatos": "the one that the fewest participants of the batch {had} finished",
    "datapipe": "in turn, by the counter of DataPipe [if condition assignment is on; otherwise: at random]",
    "post": "by [the rule of the server; or at random, if the server names no list]",
}
FEEDBACK = {"good": "acceptable", "bad": "unacceptable", "middle": "less clear"}  # sentences for practice, by their end
BACK = {
    "likert": "sentence_id, item, condition, sentence, rating (1 to 7)",
    "slider": "sentence_id, item, condition, sentence, rating (0 to 100)",
    "yes_no": "sentence_id, item, condition, sentence, rating (1: yes, 0: no)",
    "choice": "pair_id, good, bad, good_side (left or right), chose_good (1 or 0)",
}
SHARE = "An answer is one of two, so that its standard deviation is at most 0.5. "
PRECISION = " will be as precise as follows (normal approximation; two-sided test, p < 0.05):"
POWERS = {  # what the numbers are about, and what to compare them with
    "rated": (
        "Each sentence will be rated by all participants of its list. In z-scores of each participant, the ratings of "
        "one sentence have a standard deviation of {sd} ({source}). So, if this holds for these participants, the "
        "difference between the means of the two sentences of one pair, in z-scores,",
        "For comparison: the mean of this difference is {mean} in the pairs of {source}. The mean of several pairs is "
        "more precise than one pair.",
    ),
    "yes_no": (
        f"Each sentence will be judged by all participants of its list. {SHARE}So the difference between the two "
        "sentences of one pair, in shares of yes,",
        "Yes–no answers need more participants than ratings to find the same difference (Sprouse & Almeida 2017). The "
        "mean of several pairs is more precise than one pair.",
    ),
    "choice": (
        f"Each pair will be judged by all participants of its list. {SHARE}So the share of participants who choose the "
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
        "Papers: design.md is for the preregistration, methods.md for the paper; fill in what is in [brackets]",
    ]


def materials(design: Design) -> Iterator[dict[str, str]]:
    """Yield all sentences, or pairs, with the list that they are in; fillers and practice are in ``all``."""
    for number, items in enumerate(design.critical, start=1):
        yield from ({"list": str(number)} | pcibex.row(item) for item in items)
    yield from ({"list": "all"} | pcibex.row(item) for item in (*design.shared, *design.practice))


def exclude(design: Design) -> str:
    """Return the rules of EXCLUDE= that apply to an experiment."""
    return ",".join(f"{name}={number}" for name, (number, _) in _rules(design).items())


def _rules(design: Design) -> dict[str, tuple[str, str]]:
    """Return the rules of EXCLUDED that apply: without gold items or checks, or with choices, some say nothing."""
    rules = dict(EXCLUDED)
    if not design.checks:
        del rules["attention"]
    if design.task == "choice":
        rules["gold"] = (rules["gold"][0], GOLD_OF_CHOICES)
        del rules["constant"]
    if not _gold(design):
        del rules["gold"]
    return rules


def readme(design: Design) -> str:
    """Return how to host the page, what comes back, and how to read it."""
    is_choice, is_slider = design.task == "choice", design.task == "slider"
    tables = ["PAIRS=my_pairs.csv", *(["FILLERS=my_fillers.csv"] if design.fillers else [])]
    scale = [f"SCALE={ENDS[design.task]}"] if design.task in ENDS and _gold(design) else []
    names = [field["name"] for field in design.texts["questions"]["fields"]]
    question = names[-1] if names else "question"
    command = ["make", "score", *tables, "RATINGS=answers/", *scale, f"EXCLUDE={exclude(design)}", "MODEL=my_model"]
    return wording.wrapped(
        wording.filled(
            "README.txt",
            name=design.name,
            materials=f"all {'pairs' if is_choice else 'sentences'} with their lists",
            number=len(design.critical),
            back=BACK[design.task],
            qualtrics=f"not written: {qualtrics.NO_SLIDERS}" if is_slider else "the same for Qualtrics",
            qualtrics_steps=qualtrics.NO_SLIDERS if is_slider else f"read {qualtrics.FOLDER}/steps.txt",
            command=" ".join(command),
            question=f"{question}=answer",
            other=f"{question}!=answer",
        )
    )


def sheet(design: Design) -> str:
    """Return a sheet for the preregistration: the questions of OSF's standard form and of AsPredicted."""
    number, checks = len(design.critical), len(design.checks)
    phenomena = Counter(_pairs(design).values())
    rows = [f"| {name.replace('|', chr(92) + '|') or '(not named)'} | {count} |" for name, count in phenomena.items()]
    power, other = POWERS.get(design.task, POWERS["rated"])
    known = {
        "sd": ASSUMPTIONS["rater_sd"].value,
        "mean": ASSUMPTIONS["human_mean"].value,
        "source": ASSUMPTIONS["rater_sd"].source.replace("(", "").replace(")", ""),
    }
    is_choice = design.task == "choice"
    return wording.filled(
        "design.md",
        name=design.name,
        **_described(design, FUTURE.__getitem__),
        phenomena="\n".join(rows),
        total=f"{_total(design)} {_what(design)}",
        parts=f"{_span(_sizes(design))} of the experiment{', ' if checks else ' and '}{len(design.fillers)} fillers"
        + (f" and {counted(checks, 'attention check')}" if checks else ""),
        number=number,
        number_of_lists=counted(number, "list"),
        power=power.format(**known) + PRECISION,
        table="\n".join(_power(design)),
        other=other.format(**known),
        answers=ANSWERS["choice" if is_choice else "rated"],
        transformed=TRANSFORMED["choice" if is_choice else "rated"],
        exclusion="\n".join(f"- {words} (`{name}={count}`)," for name, (count, words) in _rules(design).items()),
        gold=_gold_items(design),
        exclude=exclude(design),
    )


def methods(design: Design) -> str:
    """Return the section on methods for a paper, in the past tense."""
    instruction = wording.paragraphs(design.texts["instructions"][design.task])
    answered = f"{_total(design)} {_what(design)}"
    past = (words.split(" ", 1) for _, words in _rules(design).values())
    fields = ", ".join(field["name"].replace("_", " ") for field in design.texts["questions"]["fields"])
    return wording.filled(
        "methods.md",
        **_described(design, str),
        rules="; ".join(f"[N] who {PAST[verb]} {rest}" for verb, rest in past),
        host=HOSTS[design.texts["save"].partition(":")[0]],
        questions=f" and answering questions ({fields})" if fields else "",
        instruction="\n>\n".join(f"> {part}" for part in instruction),
        answered=answered,
    )


def _described(design: Design, verb: Callable[[str], str]) -> dict[str, str]:
    """Return the texts that the sheet and the methods share; ``verb`` puts verbs of the past tense into another."""
    rule = CHOICE_PLAN if design.task == "choice" else PLAN
    return {
        "materials": _materials(design, verb),
        "lists": _lists(design, verb),
        "assigned": _assigned(design, verb),
        "order": _order(design, verb),
        "practice": _practice(design, verb),
        "task": _task(design, verb),
        "jspsych": JSPSYCH,
        "model": MODELS[design.task],
        "plan": rule.format(were=verb("were"), was=verb("was"), converged=verb("converged")),
    }


def _materials(design: Design, verb: Callable[[str], str]) -> str:
    """Return in words what is shown."""
    phenomena, pairs = set(_pairs(design).values()), _pairs(design)
    sizes, fillers, gold = _sizes(design), len(design.fillers), _gold(design)
    kinds = "one phenomenon" if len(phenomena) == 1 else f"{len(phenomena)} phenomena"
    were = verb("were")
    text = f"The materials {were} {len(pairs)} minimal pairs of {kinds}."
    if design.checks:
        first = design.checks[0]
        example = first.good if isinstance(first, Choice) else first.sentence
        checks = counted(len(design.checks), "attention check")
        end = "" if example.endswith((".", "!", "?", "。")) else "."
        text += f' All participants {verb("saw")} {checks}, such as "{example}"{end}'
    if not fillers:
        return f"{text} There {were} no fillers. [Say why.]"
    unit = "pair" if design.task == "choice" else "sentence of a pair"
    text += f" All participants {verb('saw')} the same {fillers} fillers, {fillers / max(sizes):.2g} for each {unit}."
    if gold:
        items = "a gold item, whose answer is" if len(gold) == 1 else "gold items, whose answers are"
        text += f" Of these, {len(gold)} {verb('was') if len(gold) == 1 else were} {items} beyond doubt."
    if fillers < max(sizes):
        mixed = ", such as that pairs of different phenomena are fillers for each other" if len(phenomena) > 1 else ""
        text += f" [One or two for each {unit} are usual. Say why there {were} fewer{mixed}.]"
    return text


def _lists(design: Design, verb: Callable[[str], str]) -> str:
    """Return in words how lists are made."""
    number, sizes, was, had = len(design.critical), _span(_sizes(design)), verb("was"), verb("had")
    drawn = f"The assignment {was} random (seed {design.seed})."
    if number == 1:
        return f"There {was} one list, of {sizes} pairs."
    if design.task == "choice":
        return (
            f"There {verb('were')} {number} lists. Each pair {was} in one, and each list {had} {sizes} pairs. {drawn}"
        )
    good = _span(sum(item.condition == "good" for item in items) for items in design.lists)
    return (
        f"The sentences {verb('were')} distributed over {number} lists by a Latin square: each sentence of a pair "
        f"{was} in one list, and no participant {verb('saw')} both sentences of a pair. Each list {had} {sizes} "
        f"sentences of pairs, {good} of which {verb('were')} acceptable. {drawn}"
    )


def _assigned(design: Design, verb: Callable[[str], str]) -> str:
    """Return in words how participants get their lists."""
    if len(design.critical) == 1:
        return f"All participants {verb('saw')} the same list."
    how = ASSIGNMENTS[design.texts["save"].partition(":")[0]].format(had=verb("had"))
    return f"Each participant {verb('was')} assigned to one list, {how} [or: by the link]."


def _order(design: Design, verb: Callable[[str], str]) -> str:
    """Return in words in which order the page shows things.

    If half of a list or more is of one kind (a phenomenon, or gold items), neighbours may be of that kind.
    """
    what, were, was = _what(design), verb("were"), verb("was")
    gold = len(_gold(design))
    kinds = [f"the {what} of each phenomenon"]
    kinds += ["the gold items"] * (gold > 0) + ["the other fillers"] * (len(design.fillers) > gold)
    kinds += ["the attention checks"] * bool(design.checks)
    text = (
        f"The order {was} random for each participant; {conjunction(kinds)} {were} spread evenly over the whole list."
    )
    most = max(max(gold, *Counter(item.phenomenon for item in items).values()) for items in design.critical)
    if most <= (min(_sizes(design)) + len(design.shared)) / 2:
        text += f" Two {what} of one phenomenon{', or two gold items,' if gold > 1 else ''} {verb('followed')} each "
        text += f"other only where this {verb('could not')} be avoided."
    if design.task == "choice":
        text += f" The acceptable sentence {was} on the left in half of the pairs and on the right in the other half, "
        text += "at random."
    pairs = "pairs" if design.task == "choice" else "sentences of pairs"
    text += f" The seed of each order {was} recorded with the answers."
    every = design.texts["break_every"]
    if 0 < every < max(_sizes(design)) + len(design.shared):
        text += f" There {was} a break of any length after every {every} {what}. [PCIbex and Qualtrics: no breaks.]"
    return f"{text} [In PCIbex instead: {pairs} and fillers {were} shuffled, and mixed evenly.]"


def _task(design: Design, verb: Callable[[str], str]) -> str:
    """Return in words what is asked, and how it is answered."""
    words = design.texts[design.task]
    ends = "" if design.task in ("choice", "yes_no") else f'("{words["low"]}") to {{}} ("{words["high"]}")'
    answers = {
        "likert": f"on a scale from 1 {ends.format(design.points)}",
        "slider": f"with a slider from 0 {ends.format(design.points - 1)}, which {verb('had to')} be moved",
        "yes_no": f'with "{words.get("accept")}" or "{words.get("reject")}"',
        "choice": "by choosing one of two sentences next to each other",
    }
    was = verb("was")
    return f'The question {was} "{words["question"]}". It {was} answered {answers[design.task]}.'


def _practice(design: Design, verb: Callable[[str], str]) -> str:
    """Return in words what is for practice."""
    if not design.practice:
        return f"There {verb('was')} no practice. [Say why.]"
    number, ends = len(design.practice), "" if design.task == "choice" else " from both ends of the scale"
    many = f"{verb('was')} 1 {_what(design)[:-1]}" if number == 1 else f"{verb('were')} {number} {_what(design)}{ends}"
    return f"First, there {many} for practice, which {verb('did not')} count.{_feedback(design, verb)}"


def _feedback(design: Design, verb: Callable[[str], str]) -> str:
    """Return in words which feedback follows practice sentences; nothing if there is none."""
    if design.task == "choice":
        return ""
    ends = dict.fromkeys(entry["end"] for entry in design.texts["practice"])
    texts = {end: " ".join(design.texts["feedback"][end].split()) for end in ends}
    quoted = "; ".join(f'"{text}" (after {FEEDBACK[end]} sentences)' for end, text in texts.items() if text)
    return f" Participants {verb('saw')} feedback: {quoted}. [PCIbex and Qualtrics: none.]" if quoted else ""


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


def _total(design: Design) -> str:
    """Return how many sentences or pairs a participant answers after practice."""
    return _span(size + len(design.shared) for size in _sizes(design))


def _span(numbers: Iterable[int]) -> str:
    """Return the smallest and the largest number, or the one that all are."""
    ordered = sorted(set(numbers))
    return str(ordered[0]) if len(ordered) == 1 else f"{ordered[0]} to {ordered[-1]}"
