"""The script for PCIbex, run in a browser with stand-ins for PennController that collect what it is asked for.

The stand-ins know the commands of each type of element, so that a misspelt one fails, and choose the rows of a list as
PennController does: the rows of one ``List``, by the counter.
"""

import csv
import json
from collections.abc import Callable

import pytest

from acceptability.experiment.design import TASKS, Choice, Design
from acceptability.experiment.exports import pcibex
from acceptability.responses import results
from browsing import set_size
from experiment_designs import PAIRS, TEXTS, design_of

STAND_INS = r"""
const made = {trials: [], settings: [], sequence: null, header: null};
const COMMON = ['print', 'center', 'css', 'remove', 'before', 'after', 'size'];
const COMMANDS = {
  Text: [], Canvas: ['add'], Html: ['log', 'inputWarning', 'radioWarning', 'warn'], Button: ['wait', 'callback'],
  Scale: ['wait', 'log', 'keys', 'labelsPosition', 'slider'], Selector: ['add', 'keys', 'log', 'wait'],
  Var: ['global', 'set'],
};
const TESTS = {Html: ['complete'], Scale: ['selected']};
const known = (list, name) => { if (!list.includes(name)) throw new Error(`there is no command ${name}`); };
function element(kind, name, values) {
  const calls = [];
  const call = (command) => (...given) => { calls.push([command, given]); return self; };
  const test = new Proxy({}, {get: (_, command) => { known(TESTS[kind], command); return call(command); }});
  const own = {element: {kind, name, values, calls}, test, failure: call('failure')};
  const self = new Proxy(own, {
    get: (_, command) => {
      if (command in own) return own[command];
      known([...COMMON, ...COMMANDS[kind]], command);
      return call(command);
    },
  });
  return self;
}
for (const kind in COMMANDS) {
  window[`new${kind}`] = (name, ...values) => element(kind, name, values);
  window[`get${kind}`] = (name) => element(kind, name, []);
}
const plain = (value) => (value && value.element ? `the ${value.element.kind} ${value.element.name}` : value);
const logging = (trial) => ({
  log(name, value) { trial.logged.push([name, plain(value)]); return this; },
  setOption() { return this; },
});
window.newTrial = (label, ...elements) => {
  if (!elements.every((one) => one.element)) throw new Error(`${label}: not an element`);
  const trial = {label, logged: [], elements: elements.map((one) => one.element), fromTable: Boolean(made.filling)};
  made.trials.push(trial);
  return logging(trial);
};
window.Header = () => logging(made.header = {logged: []});
window.PennController = {ResetPrefix: (prefix) => made.settings.push(`prefix ${prefix}`)};
window.DebugOff = () => made.settings.push('no debugger');
window.SetCounter = (...given) => made.settings.push(given.join(' '));
const trials = [...Array(23).keys()]; // numbers in the place of trials, to see after which ones results are sent
const ran = (part) => (part.run ? [...part.args, part.run([['S'], trials]).join(' ')] : part);
window.Sequence = (...parts) => { made.sequence = parts.map(ran); };
window.rshuffle = (...labels) => `rshuffle ${labels}`;
window.randomize = (label) => `randomize ${label}`;
window.SendResults = (label) => { if (!label) return 'send all'; made.settings.push(`results ${label}`); };
window.GetURLParameter = (name) => new URLSearchParams(location.search).get(name) ?? undefined;
class Table {
  constructor(name, chosen = () => true) { Object.assign(this, {name, chosen}); }
  filter(chosen) { return new Table(this.name, chosen); }
}
window.GetTable = (name) => new Table(name);
const waiting = [];
window.Template = (table, call) => waiting.push([typeof table === 'string' ? new Table(table) : table, call]);
function run(counter) {
  for (const [table, call] of waiting) {
    if (!(table.name in TABLES)) throw new Error(`there is no table ${table.name}`);
    const rows = TABLES[table.name].filter(table.chosen);
    const groups = [...new Set(rows.map((row) => row.List))].sort();
    made.filling = true;
    rows.filter((row) => row.List === groups[(window.counterOverride ?? counter) % groups.length]).forEach(call);
  }
  return made;
}
const described = (html) => {
  const box = document.createElement('div');
  box.innerHTML = html;
  return [box.textContent, [...box.querySelectorAll('*')].map((one) => one.localName).join(' ')];
};
const border = (html) => {
  const box = document.createElement('div');
  box.innerHTML = html;
  return box.firstElementChild.style.borderTopWidth;
};
function shown(counter) {
  const {trials, settings, sequence, header} = run(counter);
  const texts = (one) => one.elements.filter(({kind}) => kind === 'Text');
  const calls = (one) => one.elements.flatMap(({kind, name, calls: all}) => all.map(([command, given]) =>
    `${kind} ${name} ${command} ${given.map((value) => (typeof value === 'function' ? '…' : plain(value))).join(' ')}`.trim()));
  return {
    settings, sequence, header: header.logged,
    trials: trials.map((one) => ({
      label: one.label, logged: one.logged, fromTable: one.fromTable, calls: calls(one),
      made: one.elements.map(({kind, name, values}) => [kind, name, ...values.filter((value) => typeof value !== 'string' || value.length < 4)]),
      borders: Object.fromEntries(texts(one).map(({name, values}) => [name, border(values[0])])),
      texts: Object.fromEntries(texts(one).map(({name, values}) => [name, described(values[0])])),
    })),
  };
}
"""


@pytest.fixture
def shown(browser, tmp_path) -> Callable[..., dict]:
    """Yield what an exported script shows to the person with a number; after the test, the console must be empty."""
    browser.get_log("browser")

    def shown_to(design: Design, counter: int = 0, link: str = "") -> dict:
        pcibex.write(design, tmp_path)
        tables = {}
        for path in (tmp_path / "pcibex").glob("*.csv"):
            with open(path, encoding="utf-8", newline="") as file:
                tables[path.name] = list(csv.DictReader(file))
        tables = json.dumps(tables).replace("<", "\\u003c")
        (tmp_path / "run.html").write_text(
            f'<!DOCTYPE html><meta charset="utf-8"><script>{STAND_INS}const TABLES = {tables};</script>'
            '<script src="pcibex/main.js"></script>',
            encoding="utf-8",
        )
        browser.get(f"{(tmp_path / 'run.html').as_uri()}{link}")
        return browser.execute_script(f"return shown({counter})")

    yield shown_to
    assert browser.get_log("browser") == []


def logged(result: dict, label: str) -> list[dict[str, str]]:
    """Return what trials with a label log."""
    return [dict(trial["logged"]) for trial in result["trials"] if trial["label"] == label]


@pytest.mark.parametrize("task", TASKS)
def test_each_person_gets_one_list_and_all_fillers(shown, task):
    design = design_of(task)
    about = "pair_id" if task == "choice" else "sentence_id"
    for counter in range(3):
        result = shown(design, counter)
        items = design.critical[counter % 2]
        rows = logged(result, "experiment")
        assert [row[about] for row in rows] == [getattr(item, about) for item in items]
        assert [row[about] for row in logged(result, "filler")] == [getattr(item, about) for item in design.fillers]
        assert [row[about] for row in logged(result, "practice")] == [getattr(item, about) for item in design.practice]
        everything = [row for label in ("experiment", "filler", "practice") for row in logged(result, label)]
        assert {row["list"] for row in everything} == {str(counter % 2 + 1)}
        assert [row["gold"] for row in logged(result, "filler")] == [item.gold for item in design.fillers]
        assert {row.get("place") for row in rows} == {"the Var place"}
        assert not any("place" in row for row in logged(result, "practice"))


def test_the_link_can_name_the_list(shown):
    rows = logged(shown(design_of("likert"), 0, "?list=2"), "experiment")
    assert [row["sentence_id"] for row in rows] == [item.sentence_id for item in design_of("likert").lists[1]]


def test_parts_come_in_order_and_the_counter_first(shown):
    result = shown(design_of("likert"))
    assert result["sequence"][:6] == ["counter", "consent", "questions", "instructions", "practice", "begin"]
    assert result["sequence"][6][:2] == ["send", "rshuffle experiment,filler"]
    assert result["sequence"][7:] == ["send all", "end"]
    assert result["settings"] == ["prefix null", "no debugger", "results send", "counter inc 1"]
    bare = shown(design_of("likert", fillers=False, practice=False))
    assert bare["sequence"][3] == "instructions" and bare["sequence"][4][:2] == ["send", "randomize experiment"]
    assert {trial["label"] for trial in bare["trials"]} == {"consent", "questions", "instructions", "end", "experiment"}


def test_results_are_sent_after_every_ten_trials(shown):
    (part,) = [part for part in shown(design_of("likert"))["sequence"] if isinstance(part, list)]
    numbers = list(map(str, range(23)))
    assert part[2].split() == [*numbers[:10], "S", *numbers[10:20], "S", *numbers[20:]]


@pytest.mark.parametrize("task", TASKS)
def test_attention_checks_are_mixed_with_the_sentences_and_logged(shown, task):
    design = design_of(task, texts=TEXTS | {"attention_checks": 2})
    result = shown(design)
    rows = logged(result, "attention")
    assert [row["attention_answer"] for row in rows] == [check.attention_answer for check in design.checks]
    assert {row["place"] for row in rows} == {"the Var place"}
    (part,) = [part for part in result["sequence"] if isinstance(part, list)]
    assert part[1] == "rshuffle experiment,filler,attention"


def certain(sentence: str) -> str:
    """Return what is logged of a sentence: nothing, if what Ibex writes of it would be read as another one."""
    return "" if "%2C" in sentence else sentence


@pytest.mark.parametrize("task", TASKS)
def test_sentences_are_shown_as_they_are_and_none_is_markup(shown, task):
    design = design_of(task)
    for counter, items in enumerate(design.critical):
        trials = [trial for trial in shown(design, counter)["trials"] if trial["fromTable"]]
        for trial, item in zip(trials, (*items, *design.fillers, *design.practice), strict=True):
            if isinstance(item, Choice):
                assert [trial["texts"][side][0] for side in ("good", "bad")] == [item.good, item.bad]
                assert {trial["texts"][side][1] for side in ("good", "bad")} == {"div span"}
                assert [dict(trial["logged"])[side] for side in ("good", "bad")] == [
                    certain(item.good),
                    certain(item.bad),
                ]
            else:
                assert trial["texts"]["sentence"] == [item.sentence, "span"]
                assert dict(trial["logged"])["sentence"] == certain(item.sentence)


def test_answers_are_asked_for_on_the_scale_of_the_task(shown):
    calls, made = {}, {}
    for task in TASKS:
        trial = next(one for one in shown(design_of(task))["trials"] if one["label"] == "experiment")
        calls[task], made[task] = trial["calls"], trial["made"]
    assert ["Scale", "rating", 7] in made["likert"] and "Scale rating wait first" in calls["likert"]
    assert ["Scale", "rating", "0", "1"] in made["yes_no"] and "Scale rating keys F J" in calls["yes_no"]
    assert ["Scale", "rating", 101] in made["slider"] and "Scale rating slider" in calls["slider"]
    assert "Button continue wait the Scale rating" in calls["slider"]
    assert all("Scale rating log last" in calls[task] for task in ("likert", "yes_no", "slider"))
    assert "Selector choice log" in calls["choice"] and "Selector choice keys F J" in calls["choice"]


@pytest.mark.parametrize(("width", "is_phone", "canvas"), [(1280, False, 770), (390, True, 370)])
def test_on_a_phone_no_keys_are_named_and_the_texts_of_a_pair_are_below_each_other(
    width, is_phone, canvas, shown, browser
):
    set_size(browser, width, 844, is_phone)
    trials = {}
    for task in TASKS:
        trials[task] = next(one for one in shown(design_of(task))["trials"] if one["label"] == "experiment")
        assert ("keys" in trials[task]["texts"]) == (task != "slider" and not is_phone)
    viewport = browser.execute_script("return document.querySelector('meta[name=viewport]').content")
    set_size(browser, 1280, 900)
    assert viewport.startswith("width=device-width")
    choice = trials["choice"]
    places = [call.split()[3:5] for call in choice["calls"] if call.startswith("Canvas pair add")]
    assert places[0] == ["0", "0"] and [place == "0" for place in places[1]] == [is_phone, not is_phone]
    assert next(made for made in choice["made"] if made[0] == "Canvas")[2] == canvas
    assert {choice["borders"][side] for side in ("good", "bad")} == {"1px"}


def test_sides_are_drawn_and_logged(shown):
    sides = []
    for _ in range(4):
        for trial in shown(design_of("choice"))["trials"]:
            if trial["fromTable"]:
                first = next(call for call in trial["calls"] if call.startswith("Selector choice add")).split()[5]
                left = next(call for call in trial["calls"] if call.startswith("Canvas pair add 0 0")).split()[-1]
                assert dict(trial["logged"])["good_side"] == ("left" if first == "good" else "right")
                assert left == first
                sides.append(first)
    assert set(sides) == {"good", "bad"}


def test_ids_of_prolific_are_logged_only_if_they_are_in_the_link_and_wanted(shown):
    link = "?PROLIFIC_PID=5f0000000000000000000001&STUDY_ID=64aa&SESSION_ID=65bb"
    ids = dict(shown(design_of("likert"), 0, link)["header"])
    assert ids.pop("participant")
    assert ids == {"prolific_id": "5f0000000000000000000001", "study_id": "64aa", "session_id": "65bb"}
    unwanted = TEXTS | {"record_ids": False}
    for header in (
        shown(design_of("likert"), 0)["header"],
        shown(design_of("likert", texts=unwanted), 0, link)["header"],
    ):
        assert list(dict(header)) == ["participant"] and len(dict(header)["participant"]) == 12


def escaped(value: object) -> str:
    """Return a cell as Ibex writes it."""
    return str(value).replace(",", "%2C")


def as_results(people: list[dict], answer: Callable[[dict], tuple[str, str, str, str]]) -> str:
    """Return the results file that Ibex would write of what people were shown, and answered."""
    lines = ["#", "# Results on Saturday November 28 2026 10:00:00 UTC."]
    fixed = ["Time results were received.", "MD5 hash of participant's IP address.", "Controller name."]
    fixed += ["Item number.", "Element number.", "Type.", "Group."]
    fixed += ["PennElementType.", "PennElementName.", "Parameter.", "Value.", "EventTime."]
    for number, result in enumerate(people):
        place, time = 0, 1_000
        for trial in (one for one in result["trials"] if one["fromTable"]):
            place += trial["label"] != "practice"
            more = dict(result["header"]) | {
                name: place if name == "place" else value for name, value in trial["logged"]
            }
            names = [*fixed, *(f"{name}." for name in more), "Comments."]
            lines += [
                "# Columns below this comment are as follows:",
                *(f"# {n}. {name}" for n, name in enumerate(names, 1)),
            ]
            start = [
                1795581665 + number,
                "9788c3e4d5493c7d3ba70a55b9aa6a37",
                "PennController",
                place,
                0,
                trial["label"],
                "NULL",
            ]
            kind, name, value, comment = answer(trial)
            events = [("PennController", 0, "_Trial_", "Start", time, "NULL")]
            events += [(kind, name, "Selection" if kind == "Selector" else "Choice", value, time + 1500, comment)]
            lines += [",".join(map(escaped, [*start, *event[:-1], *more.values(), event[-1]])) for event in events]
            time += 2_000
    return "\n".join(lines) + "\n"


def test_ratings_of_what_was_exported_come_back(shown, tmp_path):
    """The rating of each sentence is its length modulo 7, plus 1."""
    design = design_of("likert")

    def rating(text: str) -> str:
        return str(len(text) % 7 + 1)

    people = [shown(design, counter) for counter in range(4)]
    text = as_results(people, lambda trial: ("Scale", "rating", rating(trial["texts"]["sentence"][0]), "NULL"))
    (tmp_path / "results.csv").write_text(text, encoding="utf-8")
    answered = results.read(tmp_path / "results.csv", {pair: (good, bad) for pair, _, good, bad in PAIRS})
    expected = [
        (item.sentence_id, rating(item.sentence), str(counter % 2 + 1), place, item.gold)
        for counter in range(4)
        for place, item in enumerate((*design.lists[counter % 2], *design.fillers), start=1)
    ]
    assert [(one.sentence_id, one.response, one.list, one.place, one.gold) for one in answered.ratings] == expected
    assert {one.rt for one in answered.ratings} == {1500}
    assert len({one.participant for one in answered.ratings}) == 4


def test_choices_of_what_was_exported_come_back(shown, tmp_path):
    """The longer sentence of each pair is chosen."""
    design = design_of("choice")

    def longer(trial: dict) -> tuple[str, str, str, str]:
        good, bad = (len(trial["texts"][side][0]) for side in ("good", "bad"))
        sides = dict(trial["logged"])["good_side"]
        return "Selector", "choice", "good" if good > bad else "bad", "good;bad" if sides == "left" else "bad;good"

    people = [shown(design, counter) for counter in range(2)]
    (tmp_path / "results.csv").write_text(as_results(people, longer), encoding="utf-8")
    answered = results.read(tmp_path / "results.csv", {pair: (good, bad) for pair, _, good, bad in PAIRS})
    items = [item for counter in range(2) for item in (*design.choices[counter], *design.fillers)]
    assert [(one.pair_id, one.response) for one in answered.choices] == [
        (item.pair_id, str(int(len(item.good) > len(item.bad)))) for item in items
    ]
    sides = [
        row["good_side"] for result in people for label in ("experiment", "filler") for row in logged(result, label)
    ]
    assert [one.good_first for one in answered.choices] == [side == "left" for side in sides]
