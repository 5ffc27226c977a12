"""Make designs of experiments with sentences that could be taken for markup, and ids that platforms do not accept."""

from acceptability.experiment.design import POINTS, Choice, Design, Stimulus, attention_checks
from acceptability.experiment.texts import read
from helpers import ROOT

SHIPPED = ROOT / "resources/experiment/texts.yaml"
TEXTS = read(SHIPPED, SHIPPED)
PAIRS = [  # pair_id, phenomenon, good, bad
    ("p.1", "agreement", 'She says "no", <b>twice</b> & left.', 'She say "no", <b>twice</b> & left.'),
    ("p_1", "agreement", "# Fifty %2C, 50 % and 20%20.", "# Fifty %2C 50 %, and 20%20."),
    ("对1", "word order", "孩子们在花园里玩。", "在花园里孩子们玩。"),
    ("7|a", "word order", "الولد ينام في البيت.", "البيت في ينام الولد."),
    ("consent", "a|b", "</script><script>alert(1)</script> he types.", "[[PageBreak]] he type."),
    ("last", "a|b", "It costs ${lm://Field/1} &amp; more.", "Costs it ${lm://Field/1} &amp; more."),
]
FILLERS = [  # id, sentence, gold
    ("filler.1", "The baker sold three loaves.", "good"),
    ("filler.2", "Bread baker, the sold loaves.", "bad"),
    ("filler.3", "They 'talked' about it, `twice`.", ""),
]
FILLER_PAIRS = [
    Choice("filler.1", "", "The baker sold three loaves.", "Loaves baker the three sold.", "good"),
    Choice("filler.2", "", "They talked <i>about</i> it.", "They talked it <i>about</i>.", ""),
]


def design_of(task: str, fillers: bool = True, practice: bool = True, texts: dict = TEXTS) -> Design:
    """Return a design with two lists: pairs 1, 3 and 5 have their good sentence in the first, or are in it."""
    lists, choices = [[], []], [[], []]
    for place, (pair, phenomenon, good, bad) in enumerate(PAIRS):
        first = place % 2
        choices[first].append(Choice(pair, phenomenon, good, bad))
        lists[first].append(Stimulus(f"{pair}.good", good, pair, "good", phenomenon))
        lists[1 - first].append(Stimulus(f"{pair}.bad", bad, pair, "bad", phenomenon))
    others = [Stimulus(name, text, name, "filler", "", gold) for name, text, gold in FILLERS]
    before = [
        Stimulus(f"practice.{number}", entry["sentence"], f"practice.{number}", "practice", "")
        for number, entry in enumerate(texts["practice"], start=1)
    ]
    if task == "choice":
        others = FILLER_PAIRS
        before = [Choice("practice.1", "", "She told me a story.", "She said me a story.")]
    made = {"lists": (), "choices": tuple(map(tuple, choices))}
    if task != "choice":
        made = {"lists": tuple(map(tuple, lists)), "choices": ()}
    shown = {"fillers": tuple(others) if fillers else (), "practice": tuple(before) if practice else ()}
    checks = tuple(attention_checks(task, texts))
    return Design("my-pairs", task, POINTS[task], **made, **shown, texts=texts, seed=1, checks=checks)
