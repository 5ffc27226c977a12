"use strict";
// The experiment: reads what is to be shown from the page, runs it with jsPsych, and saves the answers.
(async () => {
  const experiment = JSON.parse(document.getElementById("experiment").textContent);
  const words = experiment.texts;
  const isChoice = experiment.task === "choice";
  const [saving, ...rest] = words.save.split(":");
  const target = rest.join(":"); // the id of an experiment at DataPipe, or the address of a server
  const page = document.getElementById("page");

  // --- Text as HTML: sentences and words are plain text, in which nothing is markup ---

  const text = (value) => String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const paragraphs = (value) =>
    value
      .split(/\n\s*\n/)
      .filter((part) => part.trim())
      .map((part) => `<p dir="auto">${text(part.trim())}</p>`)
      .join("");
  const heading = (value) => (value ? `<h1 dir="auto">${text(value)}</h1>` : "");
  const prose = (title, body) => `<div class="prose">${heading(title)}${paragraphs(body)}</div>`;
  const notice = (html) => {
    const place = document.getElementById("notice");
    place.innerHTML = html;
    place.hidden = false;
  };

  // --- Keys: a key presses the button that names it in data-keys, as it is written (7) or where it is (Digit7) ---

  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const pressed = [event.key.toLowerCase(), event.code.toLowerCase()];
    const button = [...document.querySelectorAll("button[data-keys]")].find((one) =>
      one.dataset.keys.split(" ").some((key) => pressed.includes(key)),
    );
    if (!button || button.disabled) return;
    event.preventDefault();
    button.click();
  });
  // The second of two presses meant for one screen would answer the next one unread.
  let shownAt = 0; // when the screen appeared, in milliseconds
  const isTooEarly = () => performance.now() - shownAt < words.minimum_time;
  const ignoreEarly = (event) => {
    if (!isTooEarly()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("click", ignoreEarly, true);

  const ENTER = "enter numpadenter";
  const LEFT = "f keyf";
  const RIGHT = "j keyj";
  const digit = (number) => `${number} digit${number} numpad${number}`;
  const button = (label, keys = "", more = "") =>
    `<button type="button" class="jspsych-btn" ${keys && `data-keys="${keys}"`} ${more}>${label}</button>`;

  // --- Who sees what: the list, the order and the sides ---

  if (experiment.unfilled.length)
    notice(`${text(words.not_ready)} ${experiment.unfilled.map((bracket) => `<b dir="auto">${text(bracket)}</b>`).join(" ")}`);
  const onJatos = typeof jatos !== "undefined";
  if (onJatos) await new Promise((ready) => jatos.onLoad(ready));
  const parameters = onJatos ? jatos.urlQueryParameters : Object.fromEntries(new URLSearchParams(location.search));
  const drawn = (bytes) => [...crypto.getRandomValues(new Uint8Array(bytes))];

  async function assignedList(number) {
    if (parameters.list !== undefined) return { list: Number(parameters.list), list_from: "link" };
    const counted = saving === "datapipe" ? await jsPsychPipe.getCondition(target) : null;
    if (Number.isInteger(counted)) return { list: (counted % number) + 1, list_from: "host" };
    return { list: (crypto.getRandomValues(new Uint32Array(1))[0] % number) + 1, list_from: "random" };
  }

  // Spread each phenomenon, the gold items and the other fillers evenly over the list, at random within its even parts;
  // then let no two sentences of one phenomenon, and no two gold items, follow each other, where that is possible.
  function ordered(critical, fillers) {
    const groups = new Map();
    const add = (kind, item) => groups.set(kind, [...(groups.get(kind) ?? []), item]);
    critical.forEach((item) => add(`of ${item.phenomenon}`, item));
    fillers.forEach((item) => add(item.gold ? "gold" : "filler", item));
    const rest = [...groups]
      .flatMap(([kind, items]) =>
        jsPsych.randomization
          .shuffle(items)
          .map((item, number) => ({ item, kind: kind === "filler" ? null : kind, at: (number + Math.random()) / items.length })),
      )
      .sort((one, other) => one.at - other.at);
    const numbers = new Map();
    rest.forEach(({ kind }) => kind && numbers.set(kind, (numbers.get(kind) ?? 0) + 1));
    const most = () => [...numbers].reduce((one, other) => (other[1] > one[1] ? other : one), [null, 0]);
    if (most()[1] > Math.ceil(rest.length / 2)) return rest.map(({ item }) => item);
    const order = [];
    let last = null;
    while (rest.length) {
      const [kind, number] = most(); // it must come now if it would not fit between the others later
      const must = number > Math.ceil((rest.length - 1) / 2) ? kind : null;
      const next = rest.findIndex((one) => (must ? one.kind === must : !one.kind || one.kind !== last));
      const [{ item, kind: own }] = rest.splice(next, 1);
      if (own) numbers.set(own, numbers.get(own) - 1);
      last = own;
      order.push(item);
    }
    return order;
  }

  // The acceptable sentence is on the left in one half of the pairs, and on the right in the other.
  const sides = (number) =>
    jsPsych.randomization.shuffle(Array.from({ length: number }, (_, place) => (place % 2 ? "left" : "right")));

  // --- Screens ---

  // A screen of text, which asks for no answer: it has no task, and nothing of it is saved.
  const screen = (html, buttons, more = {}) => ({
    type: jsPsychHtmlButtonResponse,
    stimulus: html,
    choices: buttons.map(({ label }) => label),
    button_layout: "flex",
    button_html: (_, place) => button(text(buttons[place].label), buttons[place].keys),
    ...more,
  });
  const goOn = (block, body = block.text) => screen(prose(block.heading, body), [{ label: block.go_on, keys: ENTER }]);

  const question = () => `<p class="question" dir="auto">${text(words[experiment.task].question)}</p>`;
  const shown = (sentence) => `<p class="sentence" dir="auto">${text(sentence)}</p>`;
  const keys = () => `<p class="keys" dir="auto">${text(words[experiment.task].keys)}</p>`;
  const ends = () => {
    const { low, high } = words[experiment.task];
    return `<div class="ends"><span dir="auto">${text(low)}</span><span dir="auto">${text(high)}</span></div>`;
  };
  const answered = (answer) => (data) => Object.assign(data, answer(data.response));

  function rating(item, data) {
    const common = { data, save_trial_parameters: { stimulus: false }, stimulus: question() + shown(item.sentence) };
    if (experiment.task === "slider")
      return {
        type: jsPsychHtmlSliderResponse,
        ...common,
        max: experiment.points - 1,
        slider_start: (experiment.points - 1) / 2,
        require_movement: true,
        prompt: ends() + keys(),
        button_label: text(words.slider.go_on),
        on_load: () => {
          document.getElementById("jspsych-html-slider-response-next").dataset.keys = ENTER;
          document.getElementById("jspsych-html-slider-response-response").focus();
        },
        on_finish: answered((response) => ({ rating: response })),
      };
    const isScale = experiment.task === "likert";
    const choices = isScale
      ? Array.from({ length: experiment.points }, (_, place) => String(place + 1))
      : [words.yes_no.reject, words.yes_no.accept];
    const named = (place) => {
      const end = isScale && { 0: words.likert.low, [choices.length - 1]: words.likert.high }[place];
      return end ? `aria-label="${text(`${choices[place]}: ${end}`)}"` : "";
    };
    return {
      type: jsPsychHtmlButtonResponse,
      ...common,
      choices,
      button_layout: "flex",
      button_html: (_, place) =>
        button(text(choices[place]), isScale ? digit(place + 1) : [LEFT, RIGHT][place], named(place)),
      prompt: (isScale ? ends() : "") + keys(),
      css_classes: [experiment.task],
      on_finish: answered((response) => ({ rating: isScale ? response + 1 : response })),
    };
  }

  function choice(pair, side, data) {
    const choices = side === "left" ? [pair.good, pair.bad] : [pair.bad, pair.good];
    return {
      type: jsPsychHtmlButtonResponse,
      stimulus: question(),
      choices,
      button_layout: "flex",
      button_html: (_, place) =>
        button(`<span dir="auto">${text(choices[place])}</span><kbd>${"FJ"[place]}</kbd>`, [LEFT, RIGHT][place]),
      prompt: keys(),
      css_classes: ["choice"],
      data: { ...data, good_side: side, left: choices[0], right: choices[1] },
      save_trial_parameters: { stimulus: false },
      on_finish: answered((response) => ({ chose_good: Number(["left", "right"][response] === side) })),
    };
  }

  const trials = (items, isPractice) => {
    const drawnSides = isChoice ? sides(items.length) : [];
    return items.map((item, number) => {
      const task = isPractice ? "practice" : isChoice ? "choice" : "rating";
      const data = { task, practice: Number(isPractice), ...(isPractice ? {} : { place: number + 1 }), ...item };
      return isChoice ? choice(item, drawnSides[number], data) : rating(item, data);
    });
  };

  const field = ({ name, label, options }) =>
    options.length
      ? `<fieldset><legend dir="auto">${text(label)}</legend>${options
          .map((one) => `<label dir="auto"><input type="radio" name="${name}" value="${text(one)}" required>${text(one)}</label>`)
          .join("")}</fieldset>`
      : `<label class="field" dir="auto">${text(label)}<input type="text" name="${name}" dir="auto" required></label>`;
  const questions = () => ({
    type: jsPsychSurveyHtmlForm,
    preamble: prose(words.questions.heading, words.questions.text),
    html: words.questions.fields.map(field).join(""),
    button_label: text(words.questions.go_on),
    data: { task: "questions" },
  });

  // --- The end: the answers are saved, before anybody may close the page ---

  const stays = (event) => event.preventDefault();
  const fileName = () => `${experiment.name}-list${session.list}-${session.participant}.csv`;
  const answers = () => jsPsych.data.get().filterCustom((row) => row.task);
  const asFile = () => answers().localSave("csv", fileName());
  const checked = (good, what) => {
    if (!good) throw new Error(what);
  };
  const savers = {
    download: async () => asFile(),
    jatos: async (csv) => {
      checked(onJatos, "this page is not on a JATOS server");
      await new Promise((done, failed) => jatos.submitResultData(csv, done, failed));
    },
    datapipe: async (csv) => {
      const answer = await jsPsychPipe.saveData(target, fileName(), csv);
      checked(!(answer instanceof Error) && !answer.error, `DataPipe: ${answer.error ?? answer}`);
    },
    post: async (csv) => {
      const answer = await fetch(target, { method: "POST", headers: { "Content-Type": "text/csv" }, body: csv });
      checked(answer.ok, `the server answered ${answer.status}`);
    },
  };

  const ask = (html) => {
    scrollTo(0, 0);
    shownAt = performance.now();
    page.innerHTML = `<div class="jspsych-content-wrapper"><div class="jspsych-content">${html}</div></div>`;
    return new Promise((pressed) =>
      page.querySelectorAll("button").forEach((one, place) => one.addEventListener("click", () => pressed(place))),
    );
  };
  async function save() {
    const csv = answers().csv();
    for (;;) {
      ask(prose("", words.saving.text));
      try {
        return await savers[saving](csv);
      } catch (problem) {
        console.warn(problem);
        const pressed = await ask(
          prose("", words.saving.failed) + button(text(words.saving.again), ENTER) + button(text(words.saving.file)),
        );
        if (pressed) return asFile();
      }
    }
  }
  async function end() {
    const { text: body, code } = words.completion;
    const given = code ? `${paragraphs(body)}<p class="code">${text(code)}</p>` : "";
    const where = saving === "download" ? paragraphs(words.saving.downloaded) : "";
    const finish = saving === "jatos" && onJatos ? button(text(words.debriefing.finish), ENTER) : "";
    const thanks = prose(words.debriefing.heading, words.debriefing.text);
    await ask(`<div class="debriefing">${thanks}<div class="prose">${where}${given}</div>${finish}</div>`);
    jatos.endStudy();
  }

  // --- The experiment ---

  const lists = isChoice ? experiment.choices : experiment.lists;
  const { list, list_from } = await assignedList(lists.length);
  if (!lists[list - 1]) {
    notice(`${text(words.no_such_list)} ${lists.map((_, place) => place + 1).join(", ")}`);
    return;
  }
  const session = {
    participant: `p${drawn(6)
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("")}`, // p: no program takes it for a number
    list,
    list_from,
    seed: parameters.seed ?? String(crypto.getRandomValues(new Uint32Array(1))[0]),
  };
  if (words.record_prolific_id) session.prolific_pid = parameters.PROLIFIC_PID ?? "";

  let hasDeclined = false;
  const jsPsych = initJsPsych({
    display_element: page,
    default_iti: 250,
    show_progress_bar: true,
    message_progress_bar: text(words.progress),
    override_safe_mode: true,
    on_trial_start: () => {
      scrollTo(0, 0);
      shownAt = performance.now();
    },
  });
  jsPsych.data.addProperties(session);
  jsPsych.randomization.setSeed(session.seed);
  const consent = screen(
    prose(words.consent.heading, words.consent.text),
    [{ label: words.consent.agree }, { label: words.consent.disagree }],
    {
      css_classes: ["consent"],
      on_finish: ({ response }) => {
        hasDeclined = response === 1;
        if (hasDeclined) jsPsych.abortExperiment(prose("", words.consent.declined));
        else window.addEventListener("beforeunload", stays);
      },
    },
  );
  const practice = trials(experiment.practice, true);
  const main = trials(ordered(lists[list - 1], experiment.fillers), false);
  await jsPsych.run([
    consent,
    ...(words.questions.fields.length ? [questions()] : []),
    goOn(words.instructions, words.instructions[experiment.task]),
    ...practice,
    ...(practice.length && words.begin.text ? [goOn(words.begin)] : []),
    ...main,
  ]);
  if (hasDeclined) return;
  await save();
  window.removeEventListener("beforeunload", stays);
  await end();
})();
