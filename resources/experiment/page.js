"use strict";
// The experiment: reads what is to be shown from the page, runs it with jsPsych, and saves the answers.
(async () => {
  const experiment = JSON.parse(document.getElementById("experiment").textContent);
  const words = experiment.texts;
  const isChoice = experiment.task === "choice";
  const [saving, ...rest] = words.save.split(":");
  const target = rest.join(":"); // the id of an experiment at DataPipe, or the address of a server
  const page = document.getElementById("page");
  const live = document.getElementById("live"); // what screen readers say

  let session; // what all rows of this participant have
  let state = null; // the answers, and how far the participant is; this stays on the device
  let stopped = ""; // why the experiment ended early: declined or screened_out

  // --- Text as HTML: sentences and words are plain text, in which nothing is markup ---

  const text = (value) => String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const paragraphs = (value) =>
    value
      .split(/\n\s*\n/)
      .filter((part) => part.trim())
      .map((part) => `<p dir="auto">${text(part.trim())}</p>`)
      .join("");
  const heading = (value, more = "") => (value ? `<h1 dir="auto" ${more}>${text(value)}</h1>` : "");
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
  let isElsewhere = false; // the experiment goes on in another tab
  const ignoreEarly = (event) => {
    if (!isElsewhere && performance.now() - shownAt >= words.minimum_time) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("click", ignoreEarly, true);
  let input = ""; // what the last press came from: mouse, touch, pen or keyboard
  document.addEventListener("pointerdown", (event) => (input = event.pointerType), true);
  document.addEventListener("keydown", () => (input = "keyboard"), true);

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
  const lists = isChoice ? experiment.choices : experiment.lists;
  const IDS = {
    prolific_pid: "PROLIFIC_PID",
    study_id: "STUDY_ID",
    session_id: "SESSION_ID",
    survey_code: "survey_code", // SONA
    worker_id: "workerId", // MTurk
    assignment_id: "assignmentId",
    hit_id: "hitId",
  };
  const ids = Object.fromEntries(
    Object.entries(IDS)
      .filter(([, name]) => parameters[name])
      .map(([column, name]) => [column, parameters[name]]),
  );
  const withQuery = (address, query) => `${address}${address.includes("?") ? "&" : "?"}${query}`;
  const drawn = (bytes) => [...crypto.getRandomValues(new Uint8Array(bytes))];

  // The host's list is the next one (DataPipe), the one with the fewest participants who finished (JATOS), or what the
  // server answers.
  const listOfHost = {
    datapipe: async (number) => ((await dataPipe("condition", {})).condition % number) + 1,
    jatos: async (number) => fewest(number),
    post: async (number) => (await (await fetch(withQuery(target, `lists=${number}`))).json()).list,
  };
  async function assignedList(number) {
    if (parameters.list !== undefined) return { list: Number(parameters.list), list_from: "link" };
    const list = await listOfHost[saving]?.(number).catch(console.warn);
    if (lists[list - 1]) return { list, list_from: "host" };
    return { list: (crypto.getRandomValues(new Uint32Array(1))[0] % number) + 1, list_from: "random" };
  }

  // The batch session of JATOS has for each list how many participants began and finished it.
  const counts = (list) => jatos.batchSession.get(`list${list}`) ?? { begun: 0, finished: 0 };
  function fewest(number) {
    const load = ({ begun, finished }) => finished * 1e6 + begun + Math.random();
    const lists = Array.from({ length: number }, (_, place) => ({ list: place + 1, load: load(counts(place + 1)) }));
    return lists.reduce((one, other) => (other.load < one.load ? other : one)).list;
  }
  async function count(what) {
    if (!onJatos || !jatos.batchSession) return;
    for (let attempt = 0; attempt < 5; attempt++) {
      const now = counts(session.list);
      try {
        return await jatos.batchSession.set(`list${session.list}`, { ...now, [what]: now[what] + 1 });
      } catch (problem) {
        console.warn(problem); // another participant was faster
      }
    }
  }

  // Spread each phenomenon, the gold items, the attention checks and the other fillers evenly over the list, at random
  // within its even parts; then let no two sentences of one phenomenon, no two gold items and no two checks follow each
  // other, where that is possible.
  function ordered(critical, shared) {
    const groups = new Map();
    const add = (kind, item) => groups.set(kind, [...(groups.get(kind) ?? []), item]);
    critical.forEach((item) => add(`of ${item.phenomenon}`, item));
    shared.forEach((item) => add(item.attention_answer ? "attention" : item.gold ? "gold" : "filler", item));
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

  const question = () => heading(words[experiment.task].question, 'class="question"');
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
          const slider = document.getElementById("jspsych-html-slider-response-response");
          slider.setAttribute("aria-label", `${words.slider.question} ${words.slider.low} – ${words.slider.high}`);
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
      const task = isPractice ? "practice" : item.attention_answer ? "attention" : isChoice ? "choice" : "rating";
      const data = { task, practice: Number(isPractice), ...(isPractice ? {} : { place: number + 1 }), ...item };
      return isChoice ? choice(item, drawnSides[number], data) : rating(item, data);
    });
  };

  const field = ({ name, label, options, optional }) => {
    const required = optional ? "" : "required";
    return options.length
      ? `<fieldset><legend dir="auto">${text(label)}</legend>${options
          .map((one) => `<label dir="auto"><input type="radio" name="${name}" value="${text(one)}" ${required}>${text(one)}</label>`)
          .join("")}</fieldset>`
      : `<label class="field" dir="auto">${text(label)}<input type="text" name="${name}" dir="auto" ${required}></label>`;
  };
  const questions = () => ({
    type: jsPsychSurveyHtmlForm,
    preamble: prose(words.questions.heading, words.questions.text),
    html: words.questions.fields.map(field).join(""),
    button_label: text(words.questions.go_on),
    data: { task: "questions" },
    on_finish: ({ response }) => {
      // An optional question may be left without an answer.
      const isRefused = ({ name, accept }) => accept && response[name] && !accept.includes(response[name]);
      if (words.questions.fields.some(isRefused)) stop("screened_out");
    },
  });

  function stop(why) {
    stopped = why;
    jsPsych.abortExperiment();
  }

  // --- Tables of answers ---

  function table(rows) {
    const columns = [...new Set(rows.flatMap(Object.keys))];
    const plain = (value) => (typeof value === "object" && value ? JSON.stringify(value) : String(value ?? ""));
    const line = (cells) => `${cells.map((cell) => `"${plain(cell).replaceAll('"', '""')}"`).join(",")}\r\n`;
    return [columns, ...rows.map((row) => columns.map((name) => row[name]))].map(line).join("");
  }
  const fileName = () => `${experiment.name}-list${session.list}-${session.participant}.csv`;
  function saveAsFile() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([table(state.rows)], { type: "text/csv" }));
    link.download = fileName();
    link.click();
  }
  const checked = (good, what) => {
    if (!good) throw new Error(what);
  };

  // --- What stays on this device, so that a participant can go on after a reload. One tab at a time has it ---

  const { SESSION_ID, assignmentId, ...lasting } = parameters; // these two change when a participant opens the link again
  const storageKey = ["acceptability", experiment.name, experiment.version, JSON.stringify(lasting)].join(" ");
  const device = {
    read: () => {
      try {
        return JSON.parse(localStorage.getItem(storageKey));
      } catch {
        return null; // a browser that keeps nothing
      }
    },
    write: (content) => {
      try {
        if (content) localStorage.setItem(storageKey, JSON.stringify(content));
        else localStorage.removeItem(storageKey);
      } catch (problem) {
        console.warn(problem);
      }
    },
  };
  const tab = drawn(6).join("-");
  const isTaken = () => (device.read()?.tab ?? tab) !== tab;
  const stays = (event) => event.preventDefault();
  function handOver() {
    isElsewhere = true;
    page.hidden = true;
    window.removeEventListener("beforeunload", stays);
    notice(text(words.resume.elsewhere));
  }
  window.addEventListener("storage", () => state?.tab === tab && isTaken() && handOver());

  // --- Each answer is sent at once, where the host takes parts. What could not be sent goes with the next answer ---

  async function dataPipe(path, body) {
    const answer = await fetch(`https://pipe.jspsych.org/api/${path}/`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ experimentID: target, ...body }),
    });
    const content = await answer.json();
    checked(!content.error, `DataPipe: ${content.error}`);
    return content;
  }
  async function post(address, csv, more) {
    const answer = await fetch(address, { method: "POST", headers: { "Content-Type": "text/csv" }, body: csv, ...more });
    checked(answer.ok, `the server answered ${answer.status}`);
  }
  const partSenders = {
    jatos: (row) => jatos.appendResultData(table([row])),
    // DataPipe keeps the rows for a day, and makes a file of them unless the whole table comes.
    datapipe: async (row, number) => {
      state.stage ??= await dataPipe("session", { filename: fileName() }).catch((problem) => {
        if (problem instanceof TypeError) throw problem; // no network
        return {}; // a DataPipe that keeps no rows
      });
      const { databaseURL, sessionId } = state.stage;
      if (!sessionId) return;
      const part = { [`trials/${number}`]: JSON.stringify(row), "meta/lastFlushAt": { ".sv": "timestamp" } };
      const address = `${databaseURL}/staging/${sessionId}.json`;
      const answer = await fetch(address, { method: "PATCH", body: JSON.stringify(part), keepalive: true });
      checked(answer.ok, `DataPipe answered ${answer.status}`);
    },
    post: (row, number) => {
      const query = `participant=${session.participant}&part=${number + 1}`;
      return post(withQuery(target, query), table([row]), { keepalive: true });
    },
  };
  let isSending = false;
  async function sendParts() {
    if (!state || !partSenders[saving] || isSending) return;
    isSending = true;
    try {
      while (state.sent < state.rows.length && state.rows.at(-1).task !== "end") {
        await partSenders[saving](state.rows[state.sent], state.sent);
        state.sent += 1;
        if (!isTaken()) device.write(state);
      }
    } catch (problem) {
      console.warn(problem);
    }
    isSending = false;
  }
  window.addEventListener("online", sendParts);

  function keep(data) {
    if (isElsewhere || stopped) return;
    if (isTaken()) return handOver();
    const number = state.done++;
    if (data.task) state.rows.push(Object.assign(data, { trial_index: number, input, resumed: state.resumed }));
    device.write(state);
    sendParts();
  }

  // --- Screens outside jsPsych ---

  // A screen has a heading, and the focus is there, or on the slider.
  function opened() {
    scrollTo(0, 0);
    shownAt = performance.now();
    const content = page.querySelector(".jspsych-content");
    if (!content.querySelector("h1")) content.insertAdjacentHTML("afterbegin", heading(words.title, 'class="unseen"'));
    content.querySelector("h1").tabIndex = -1;
    (content.querySelector(".jspsych-slider") ?? content.querySelector("h1")).focus({ preventScroll: true });
  }
  function ask(html) {
    page.innerHTML = `<div class="jspsych-content-wrapper"><div class="jspsych-content">${html}</div></div>`;
    opened();
    return new Promise((pressed) =>
      page.querySelectorAll("button").forEach((one, place) => one.addEventListener("click", () => pressed(place))),
    );
  }

  // --- The end: the whole table is saved, before anybody may close the page ---

  const savers = {
    download: async () => saveAsFile(),
    jatos: async (csv) => {
      checked(onJatos, "this page is not on a JATOS server");
      await new Promise((done, failed) => jatos.submitResultData(csv, done, failed)); // in place of the parts
    },
    datapipe: (csv) => dataPipe("data", { filename: fileName(), data: csv, sessionId: state.stage?.sessionId }),
    post: (csv) => post(target, csv),
  };
  async function save() {
    for (;;) {
      ask(prose("", words.saving.text));
      try {
        return await savers[saving](table(state.rows));
      } catch (problem) {
        console.warn(problem);
        const buttons = button(text(words.saving.again), ENTER) + button(text(words.saving.file));
        if (await ask(prose("", words.saving.failed) + buttons)) break;
      }
    }
    const where = prose("", words.saving.where.replaceAll("{file}", fileName()));
    const buttons = button(text(words.saving.sent), ENTER) + button(text(words.saving.file));
    do saveAsFile();
    while (await ask(where + buttons));
  }

  // The last screen has the code, and the way back to where the participant came from.
  async function end(html, code) {
    const values = { ...parameters, participant: session.participant };
    const filled = (template, as) => template.replace(/\{(\w+)\}/g, (_, name) => as(values[name] ?? ""));
    values.code = filled(code, String);
    const given = code ? `${paragraphs(words.completion.text)}<p class="code">${text(values.code)}</p>` : "";
    const back = code ? filled(words.completion.link, encodeURIComponent) : "";
    const label = back ? words.completion.go_back : onJatos ? words.debriefing.finish : "";
    const leave = label ? button(text(label), ENTER) : "";
    await ask(`<div class="debriefing">${html}<div class="prose">${given}</div>${leave}</div>`);
    if (!onJatos) location.assign(back);
    else if (back) jatos.endStudyAndRedirect(back);
    else jatos.endStudy();
  }
  const { completion, consent: asked, questions: form, debriefing } = words;
  const lastScreens = {
    completed: () => {
      const where = saving === "download" ? words.saving.downloaded : "";
      return end(prose(debriefing.heading, debriefing.text) + prose("", where), completion.code);
    },
    declined: () => end(prose("", asked.declined), completion.declined_code),
    screened_out: () => end(prose("", form.screened_out), completion.screened_out_code),
  };

  // --- The experiment: of a new participant, or of one who was here before ---

  const time = (name) => {
    const written = new Date().toISOString().replace(/\.\d+/, ""); // 2026-02-03T04:05:06Z
    return words.times === "none" ? {} : { [name]: words.times === "date" ? written : written.slice(11) };
  };
  async function newState(wasUsed) {
    return {
      tab,
      rows: [],
      done: 0, // screens
      sent: 0, // rows
      resumed: 0, // how often the participant came back
      session: {
        participant: `p${drawn(6)
          .map((byte) => byte.toString(16).padStart(2, "0"))
          .join("")}`, // p: no program takes it for a number
        ...(await assignedList(lists.length)),
        seed: parameters.seed ?? String(crypto.getRandomValues(new Uint32Array(1))[0]),
        version: experiment.version,
        ...(words.record_ids ? ids : {}),
        ...(wasUsed ? { used_before: "yes" } : {}), // somebody finished the experiment on this device
      },
    };
  }
  async function earlierState() {
    state = device.read();
    const isSame = Object.keys(ids).length > 0; // the link belongs to one participant
    if (!state || (state.end && saving === "download" && !isSame)) return null;
    ({ session } = state);
    const { heading: title, text: body, go_on, anew, finished } = words.resume;
    if (state.end && isSame) return state;
    if (state.end) {
      await ask(prose("", finished) + button(text(anew)));
      return null;
    }
    const others = isSame ? "" : button(text(anew));
    const isAnew = await ask(prose(title, body) + button(text(go_on), ENTER) + others);
    if (isAnew && saving === "download") saveAsFile();
    return isAnew ? null : { ...state, tab, resumed: state.resumed + 1 };
  }
  const earlier = await earlierState();
  const wasUsed = saving !== "download" && Boolean(state?.end);
  device.write(earlier);
  state = earlier ?? (await newState(wasUsed));
  session = state.session;
  if (state.end) return lastScreens[state.end]();
  if (!lists[session.list - 1]) {
    notice(`${text(words.no_such_list)} ${lists.map((_, place) => place + 1).join(", ")}`);
    return;
  }
  page.replaceChildren();

  const jsPsych = initJsPsych({
    display_element: page,
    default_iti: 250,
    show_progress_bar: true,
    message_progress_bar: () => `${text(words.progress)} <bdi>${judged()} / ${total}</bdi>`,
    auto_update_progress_bar: false,
    override_safe_mode: true,
    on_trial_start: () => (jsPsych.progressBar.progress = judged() / total),
    on_trial_finish: keep,
  });
  jsPsych.data.addProperties(session);
  jsPsych.randomization.setSeed(session.seed);
  const consent = screen(
    prose(words.consent.heading, words.consent.text),
    [{ label: words.consent.agree }, { label: words.consent.disagree }],
    {
      css_classes: ["consent"],
      on_finish: ({ response }) => {
        if (response === 1) return stop("declined");
        window.addEventListener("beforeunload", stays);
        jsPsych.data.addProperties(Object.assign(session, { consent: "yes", ...time("started") }));
        count("begun");
      },
    },
  );
  const practice = trials(experiment.practice, true);
  const main = trials(ordered(lists[session.list - 1], [...experiment.fillers, ...experiment.checks]), false);
  const feedback = (place) => {
    const body = isChoice ? "" : words.feedback[words.practice[place].end];
    return body ? [screen(prose("", body), [{ label: words.begin.go_on, keys: ENTER }])] : [];
  };
  const isBreak = (place) => words.break_every && place && place % words.break_every === 0;
  const screens = [
    consent,
    ...(words.questions.fields.length ? [questions()] : []),
    goOn(words.instructions, words.instructions[experiment.task]),
    ...practice.flatMap((trial, place) => [trial, ...feedback(place)]),
    ...(practice.length && words.begin.text ? [goOn(words.begin)] : []),
    ...main.flatMap((trial, place) => (isBreak(place) ? [goOn(words.pause), trial] : [trial])),
  ];
  const isJudgement = (trial) => trial.data?.practice !== undefined;
  const total = practice.length + main.length;
  const judged = () => screens.slice(0, state.done).filter(isJudgement).length;
  // Screen readers get the focus at the heading, and are told the sentences.
  const announced = (trial) => ({
    ...trial,
    on_load: () => {
      trial.on_load?.();
      opened();
      const sentences = [...page.querySelectorAll(".sentence, button span")].map((one) => one.textContent);
      live.textContent = isJudgement(trial) ? [`${judged() + 1} / ${total}`, ...sentences].join(". ") : "";
    },
  });
  if (earlier) window.addEventListener("beforeunload", stays);
  if (state.done < screens.length) await jsPsych.run(screens.slice(state.done).map(announced));
  if (isElsewhere) return;
  if (!stopped) {
    if (state.rows.at(-1).task !== "end") keep({ ...session, task: "end", trial_type: "end", ...time("ended") });
    await save();
    await count("finished");
  }
  if (stopped !== "declined") device.write({ tab, session, rows: [], end: stopped || "completed" });
  window.removeEventListener("beforeunload", stays);
  await lastScreens[stopped || "completed"]();
})();
