// --- Settings of PCIbex ---

PennController.ResetPrefix(null);
DebugOff(); // without this line, participants see the debugger

var pageTitle = WORDS.title;
var progressBarText = WORDS.progress;
var sendingResultsMessage = WORDS.saving.text;
var completionErrorMessage = WORDS.saving.failed;

// ?list=2 in the address names a list; without it, each person gets the next one.
const namedList = GetURLParameter("list");
if (/^[0-9]+$/.test(namedList)) window.counterOverride = Number(namedList) - 1;

// --- Phones: the width of the window, large buttons, and no words about keys ---

document.head.insertAdjacentHTML(
  "beforeend",
  `<meta name="viewport" content="width=device-width, initial-scale=1">
  <style>
    button { min-width: 44px; min-height: 44px; margin: 4px; font-size: 16px; }
    input[type="radio"] { width: 28px; height: 28px; margin: 8px; }
    input[type="range"] { min-height: 44px; }
  </style>`,
);
const isTouch = matchMedia("(hover: none) and (pointer: coarse)").matches;
const boxWidth = Math.min(370, window.innerWidth - 20);
const isNarrow = window.innerWidth < 2 * boxWidth + 30; // then the texts of a pair are below each other

// --- Text as HTML: sentences and words are plain text, in which nothing is markup ---

const asHtml = (value) => `<span dir="auto">${value.replace(/&/g, "&amp;").replace(/</g, "&lt;")}</span>`;
const asBox = (value) =>
  `<div dir="auto" style="width: ${boxWidth}px; box-sizing: border-box; padding: 15px; border: 1px solid #767676; ` +
  `border-radius: 4px; text-align: center">${asHtml(value)}</div>`;

// --- The order of the parts. Results are sent now and then: of who stops early, all answers up to then are there ---

SendResults("send");
const alertAll = window.alert; // Ibex would tell participants that results were sent before
window.alert = (message) => /already been sent/.test(message) || alertAll(message);
const sendingOften = (part) => ({
  args: ["send", part],
  run: ([[send], trials]) => trials.flatMap((trial, place) => ((place + 1) % SEND_EVERY ? [trial] : [trial, send])),
});
Sequence(
  "counter",
  "consent",
  ...(HAS_QUESTIONS ? ["questions"] : []),
  "instructions",
  ...(HAS_PRACTICE ? ["practice"] : []),
  ...(HAS_BEGIN ? ["begin"] : []),
  sendingOften(SHARED.length ? rshuffle("experiment", ...SHARED) : randomize("experiment")),
  SendResults(),
  "end",
);
SetCounter("counter", "inc", 1); // at the start: the next person gets the next list

const participantId = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
  byte.toString(16).padStart(2, "0"),
).join("");
const everyTrial = Header(newVar("place", 0).global()).log("participant", participantId);
const IDS = { prolific_id: "PROLIFIC_PID", study_id: "STUDY_ID", session_id: "SESSION_ID" };
for (const [column, name] of Object.entries(WORDS.record_ids ? IDS : {}))
  if (GetURLParameter(name)) everyTrial.log(column, GetURLParameter(name));

// --- Screens of text ---

newTrial(
  "consent",
  newHtml("consent", "consent.html").print(),
  newButton("agree", asHtml(WORDS.consent.agree)).center().print(),
  newButton("disagree", asHtml(WORDS.consent.disagree))
    .center()
    .callback(
      getHtml("consent").remove(),
      getButton("agree").remove(),
      getButton("disagree").remove(),
      newText("declined", asHtml(WORDS.consent.declined)).center().print(),
    )
    .print(),
  getButton("agree").wait("first"),
);
if (HAS_QUESTIONS)
  newTrial(
    "questions",
    newHtml("questions", "questions.html").inputWarning("\u26a0").radioWarning("\u26a0").log().print(),
    newButton("continue", asHtml(WORDS.questions.go_on))
      .center()
      .print()
      .wait(getHtml("questions").test.complete().failure(getHtml("questions").warn())),
  );
newTrial(
  "instructions",
  newHtml("instructions", "instructions.html").print(),
  newButton("continue", asHtml(WORDS.instructions.go_on)).center().print().wait(),
);
if (HAS_BEGIN)
  newTrial(
    "begin",
    newHtml("begin", "begin.html").print(),
    newButton("continue", asHtml(WORDS.begin.go_on)).center().print().wait(),
  );
newTrial("end", newHtml("end", "end.html").print(), newButton("void", "").wait()).setOption(
  "countsForProgressBar",
  false,
);

// --- Sentences and pairs ---

const question = () => newText("question", asHtml(WORDS.task.question)).center().print();
const keyHint = () => (isTouch ? [] : [newText("keys", asHtml(WORDS.task.keys)).center().print()]);
const between = (scale, low, high) =>
  scale.before(newText("low", asHtml(low))).after(newText("high", asHtml(high))).log("last").center().print();

const ANSWERS = {
  likert: () => [
    between(newScale("rating", POINTS).labelsPosition("top").keys(), WORDS.task.low, WORDS.task.high),
    ...keyHint(),
    getScale("rating").wait("first"),
  ],
  // The values in the results are 0 and 1, because they are the names of the two points.
  yes_no: () => [
    between(newScale("rating", "0", "1").keys("F", "J"), WORDS.task.reject, WORDS.task.accept),
    ...keyHint(),
    getScale("rating").wait("first"),
  ],
  slider: () => [
    between(newScale("rating", POINTS).slider().size("20em", "auto"), WORDS.task.low, WORDS.task.high),
    newButton("continue", asHtml(WORDS.task.go_on)).center().print().wait(getScale("rating").test.selected()),
  ],
};

const rated = (row) => [
  question(),
  newText("sentence", asHtml(row.sentence)).center().css("font-size", "1.4em").css("margin", "1em").print(),
  ...ANSWERS[TASK](),
];

// The names of the texts, good and bad, are in the results: which was chosen, and which stood on the left.
const chosen = (row, [left, right]) => {
  const height = 50 + 25 * Math.ceil(Math.max(row.good.length, row.bad.length) / (boxWidth / 20));
  const [x, y] = isNarrow ? [0, height + 20] : [boxWidth + 30, 0]; // of the second text
  return [
    question(),
    newText("good", asBox(row.good)),
    newText("bad", asBox(row.bad)),
    newCanvas("pair", x + boxWidth, y + height).add(0, 0, getText(left)).add(x, y, getText(right)).center().print(),
    ...keyHint(),
    newSelector("choice").add(getText(left), getText(right)).keys("F", "J").log().wait(),
  ];
};

let ownList = ""; // of this person: all rows of experiment.csv that are used have the same, and they come first
// Ibex writes a comma as %2C and leaves a % as it is: a text with %2C in it would come back as another one.
const certain = (value) => (/%(2C|0A|0D|09|7F|[01][0-9A-F])/i.test(value) ? "" : value);
const logged = (trial, row) => COLUMNS.reduce((made, name) => made.log(name, certain(row[name])), trial);
const shown = (label) => (row) => {
  if (label === "experiment") ownList = String(Number(row.List));
  const counts = label !== "practice";
  const place = counts ? [getVar("place").set((value) => value + 1)] : [];
  const sides = Math.random() < 0.5 ? ["good", "bad"] : ["bad", "good"];
  const isChoice = TASK === "choice";
  const trial = newTrial(label, ...place, ...(isChoice ? chosen(row, sides) : rated(row)));
  logged(trial, row).log("list", ownList);
  if (isChoice) trial.log("good_side", sides[0] === "good" ? "left" : "right");
  return counts ? trial.log("place", getVar("place")) : trial;
};

Template("experiment.csv", shown("experiment"));
for (const part of [...SHARED, ...(HAS_PRACTICE ? ["practice"] : [])])
  Template(GetTable("fillers.csv").filter((row) => row.condition === part), shown(part));
