"""No answer is lost: each is kept on the device and sent to the host at once, wherever a participant stops."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from acceptability.responses import files
from acceptability.responses.answers import Results
from acceptability.responses.platforms import jspsych
from acceptability.responses.stimuli import Stimuli
from experimenting import FILLERS, PAIRS, answer, make, remade, rows_of, take_part

BOTH = {pair: tuple(texts) for pair, _, *texts in PAIRS}
IDS = {
    text: f"{pair}.{side}" for pair, *texts in BOTH.items() for side, text in zip(("good", "bad"), *texts, strict=True)
}
IDS |= {text: f"filler.{name}" for name, text, _ in FILLERS}
JUDGED = 4 + 14  # sentences of practice, and then of a list
BEFORE = 3  # consent, questions, instructions


def rating(text: str) -> int:
    """Return the answer to a sentence."""
    return len(text) % 7 + 1


def table(text: str, folder: Path) -> list[dict[str, str]]:
    """Return the rows of a table that was sent."""
    (folder / "sent.csv").write_text(text, encoding="utf-8", newline="")
    return rows_of(folder / "sent.csv")


def texts_and_ratings(rows: list[dict[str, str]]) -> list[tuple[str, int]]:
    """Return the sentences and their ratings, practice first."""
    return [(row["sentence"], int(row["rating"])) for row in rows if row["task"] in ("practice", "rating")]


def read(path: Path) -> Results:
    """Return the answers of a file or a folder but practice, of which a single participant has no whole pair."""
    answers = jspsych.read(files.read(path), Stimuli(BOTH, {}, {}, {}), {})
    answers.answers = [one for one in answers.answers if one.condition != "practice"]
    return answers


def ratings(answers: Results) -> dict[str, str]:
    """Return the rating of each sentence, each of which has one."""
    by_sentence = {one.sentence_id: one.response for one in answers.answers}
    assert len(by_sentence) == len(answers.answers)
    return by_sentence


def unfinished(answers: Results) -> list[str]:
    """Return what the reader says about participants who did not reach the end."""
    return [note.partition("did not reach the end: ")[2] for note in answers.notes if "did not reach the end" in note]


def wait_for(browser, words: str) -> None:
    """Wait until the page shows these words."""
    WebDriverWait(browser, 10, 0.01).until(lambda _: words in browser.find_element(By.TAG_NAME, "body").text)


# --- On the device ---


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> Path:
    return make(tmp_path_factory.mktemp("kept"), "likert")


def reload(browser) -> None:
    browser.refresh()


def close(browser) -> None:
    """Close the tab, and open another one."""
    left = browser.current_window_handle
    browser.switch_to.new_window("tab")
    other = browser.current_window_handle
    browser.switch_to.window(left)
    browser.close()
    browser.switch_to.window(other)


def crash(browser) -> None:
    """Let the page's process die, and open another tab."""
    left = browser.current_window_handle
    browser.switch_to.new_window("tab")
    other = browser.current_window_handle
    browser.switch_to.window(left)
    with pytest.raises(WebDriverException, match="crashed"):
        browser.get("chrome://crash")
    browser.switch_to.window(other)


@pytest.mark.parametrize(
    ("screens", "leave"),
    [(1, reload), (BEFORE + 2, close), (BEFORE + 9, crash), (BEFORE + 10, reload), (BEFORE + 1 + JUDGED - 1, close)],
)
def test_who_comes_back_goes_on_where_they_stopped(screens, leave, page, browser, tmp_path):
    link = "list=1&seed=9"
    first = take_part(browser, page, rating, link, stop=screens)
    leave(browser)
    kinds, rest = [], []
    path = answer(
        browser, page, tmp_path / "down", lambda text: rest.append((text, rating(text))) or rating(text), link,
        at=kinds.append, again=True,
    )  # fmt: skip
    assert kinds[0] == "text" and "consent" not in kinds
    rows = rows_of(path)
    assert texts_and_ratings(rows) == first + rest and len(first + rest) == JUDGED
    assert len({row["participant"] for row in rows}) == 1
    assert [row["trial_index"] for row in rows] == sorted({row["trial_index"] for row in rows}, key=int)
    resumed = [row["resumed"] for row in rows]
    assert resumed == sorted(resumed) and set(resumed) <= {"0", "1"} and resumed[-1] == "1"
    undisturbed = rows_of(answer(browser, page, tmp_path / "down", rating, link))
    assert texts_and_ratings(undisturbed) == texts_and_ratings(rows)  # the order is that of the seed


def test_leaving_twice_loses_nothing(page, browser, tmp_path):
    link = "list=2&seed=3"
    first = take_part(browser, page, rating, link, stop=BEFORE + 7)
    second = take_part(browser, page, rating, link, stop=1 + 3, again=True)
    rows = rows_of(answer(browser, page, tmp_path / "down", rating, link, again=True))
    assert texts_and_ratings(rows)[:9] == first + second and len(texts_and_ratings(rows)) == JUDGED
    assert {row["resumed"] for row in rows} == {"0", "1", "2"}


def test_someone_else_starts_anew_and_the_unfinished_answers_are_saved_as_a_file(page, browser, tmp_path):
    link = "list=1&seed=5"
    (folder := tmp_path / "down").mkdir()
    first = take_part(browser, page, rating, link, stop=BEFORE + 1 + 8)
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})
    browser.refresh()
    wait_for(browser, "Welcome back")
    WebDriverWait(browser, 5).until(lambda _: browser.execute_script("return performance.now() > 400"))
    browser.find_elements(By.CSS_SELECTOR, "#page button")[1].click()
    path = WebDriverWait(browser, 10).until(lambda _: next(folder.glob("*.csv"), None))
    assert texts_and_ratings(rows_of(path)) == first and "end" not in {row["task"] for row in rows_of(path)}
    wait_for(browser, "A study about language")
    answers = read(path)
    assert ratings(answers) == given_as(first) and len(first) == 8
    assert unfinished(answers) == ["1 of 1 (their answers without practice: 4)"]


def test_a_second_tab_takes_over_and_the_first_one_stops(page, browser, tmp_path):
    link = "list=1&seed=6"
    first = take_part(browser, page, rating, link, stop=BEFORE + 6)
    left = browser.current_window_handle
    browser.switch_to.new_window("tab")
    second = take_part(browser, page, rating, link, stop=1 + 4, again=True)
    other = browser.current_window_handle
    browser.switch_to.window(left)
    wait_for(browser, "open in another tab")
    assert not browser.find_element(By.ID, "page").is_displayed()
    browser.execute_script(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '4', bubbles: true}));"
        "document.querySelector('.jspsych-btn').click();"
    )
    browser.close()
    browser.switch_to.window(other)
    rows = rows_of(answer(browser, page, tmp_path / "down", rating, link, again=True))
    given = texts_and_ratings(rows)
    assert given[: len(first + second)] == first + second and len(given) == len(dict(given)) == JUDGED


def test_without_storage_the_experiment_runs_all_the_same(page, browser, tmp_path):
    script = "Storage.prototype.setItem = Storage.prototype.getItem = () => { throw new Error('no storage'); };"
    rows = rows_of(answer(browser, page, tmp_path / "down", rating, "list=1", script=script))
    assert len(texts_and_ratings(rows)) == JUDGED


# --- On a server ---


class Server:
    """A server that keeps what is sent, as a file each, and refuses what it is told to refuse."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.taken, self.refuses = folder, [], lambda path: False
        self.asked, self.list = [], None
        folder.mkdir()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                refused = outer.refuses(self.path)
                if not refused:
                    outer.taken.append(self.path)
                    (folder / f"{len(outer.taken):03}.csv").write_bytes(body)
                self.send_response(500 if refused else 200)
                self.send_header("Access-Control-Allow-Origin", "*")
                self.end_headers()

            def do_GET(self):
                outer.asked.append(self.path)
                self.send_response(200 if outer.list else 404)
                self.send_header("Access-Control-Allow-Origin", "*")
                self.end_headers()
                self.wfile.write(json.dumps({"list": outer.list}).encode() if outer.list else b"no such page")

            def do_OPTIONS(self):
                self.send_response(200)
                for what in ("Origin", "Headers"):
                    self.send_header(f"Access-Control-Allow-{what}", "*")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.http = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.http.server_port}/save"

    @property
    def files(self) -> list[Path]:
        return sorted(self.folder.iterdir())


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path / "sent")
    yield server
    server.http.shutdown()


@pytest.fixture
def posting(server, tmp_path) -> Path:
    return remade(tmp_path, ("save: download", f"save: post:{server.address}"))


def given_as(answers: list[tuple[str, int]]) -> dict[str, str]:
    """Return the ratings of sentences that are not for practice."""
    return {IDS[text]: str(value) for text, value in answers if text in IDS}


def test_who_stops_leaves_all_answers_on_the_server(server, posting, browser):
    first = take_part(browser, posting, rating, "list=1", stop=BEFORE + 1 + 12)
    expected = 1 + 12  # the questions, and 12 sentences
    WebDriverWait(browser, 10).until(lambda _: len(server.taken) == expected)
    browser.get("about:blank")
    assert [path.partition("part=")[2] for path in server.taken] == [str(part + 1) for part in range(expected)]
    answers = read(server.folder)
    assert ratings(answers) == given_as(first) and len(first) == 12
    assert unfinished(answers) == ["1 of 1 (their answers without practice: 8)"]


def test_parts_and_the_whole_table_are_read_as_one(server, posting, browser):
    answers = take_part(browser, posting, rating, "list=2")
    assert server.taken[-1] == "/save" and len(server.taken) > 10
    joined = read(server.folder)
    assert ratings(joined) == given_as(answers) and len(joined.answers) == 14 and not unfinished(joined)
    assert any(note.startswith("rows that the page saved again later, read once: ") for note in joined.notes)


def test_what_could_not_be_sent_is_sent_when_the_network_is_back(server, posting, browser):
    def offline(is_off: bool) -> None:
        speed = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        browser.execute_cdp_cmd("Network.enable", {})
        browser.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": is_off, **speed})

    judged = []

    def at(kind: str) -> None:
        judged.append(kind)
        if kind == "likert" and judged.count("likert") in (6, 11):
            offline(judged.count("likert") == 6)

    try:
        first = take_part(browser, posting, rating, "list=1", stop=BEFORE + 1 + 9, at=at)
        before = len(server.taken)
        assert before <= 1 + 6
        offline(False)  # the browser reports this to the page
        WebDriverWait(browser, 10).until(lambda _: len(server.taken) == 1 + 9)
        assert ratings(read(server.folder)) == given_as(first)
    finally:
        offline(False)


def test_after_a_failure_the_server_is_asked_again(server, posting, browser, tmp_path):
    """The screen that offers to try again has buttons, as a text has, and its first one is pressed."""
    whole = []
    server.refuses = lambda path: path == "/save" and not whole and not whole.append(path)
    kinds = []
    answers = take_part(browser, posting, rating, at=kinds.append)
    assert kinds[-3:] == ["likert", "text", "end"]
    rows = table(server.files[-1].read_text(encoding="utf-8"), tmp_path)
    assert texts_and_ratings(rows) == answers and rows[-1]["task"] == "end"


def test_an_unsent_table_is_sent_after_a_reload(server, posting, browser, tmp_path):
    server.refuses = lambda path: path == "/save"
    answers = take_part(browser, posting, rating, stop=BEFORE + 1 + JUDGED)
    wait_for(browser, "could not be sent")
    server.refuses = lambda path: False
    kinds = []
    take_part(browser, posting, rating, again=True, at=kinds.append)
    assert kinds == ["text", "end"]
    rows = table(server.files[-1].read_text(encoding="utf-8"), tmp_path)
    assert texts_and_ratings(rows) == answers and [row["task"] for row in rows].count("end") == 1


def answers_are_gone(browser) -> bool:
    """Return whether the device has no answers; the page removes them once they are sent."""
    kept = json.dumps(browser.execute_script("return {...localStorage}"))
    return not any(text in kept for text in IDS)


def test_who_finished_is_recognised_and_someone_else_may_take_part(server, posting, browser):
    take_part(browser, posting, rating, "list=1")
    WebDriverWait(browser, 30).until(answers_are_gone)
    kinds = []
    take_part(browser, posting, rating, "list=1", again=True, at=kinds.append)
    assert kinds[:2] == ["text", "consent"]
    assert len({one.participant for one in read(server.folder).answers}) == 2


# --- JATOS and DataPipe, with a stand-in for each ---

JATOS = """window.jatos = {
  onLoad: (start) => setTimeout(start), urlQueryParameters: {list: '2'}, text: '',
  appendResultData: async (data) => { jatos.text += data; },
  submitResultData: (data, done) => { jatos.parts = jatos.text; jatos.text = data; done(); },
  endStudy: () => { jatos.ended = true; },
};"""


@pytest.fixture
def on_jatos(tmp_path) -> Path:
    page = remade(tmp_path, ("save: download", "save: jatos"))
    page.with_name("jatos.js").write_text(JATOS, encoding="utf-8")  # where a JATOS server puts it
    return page


def test_jatos_gets_the_answers_and_names_the_list(on_jatos, browser, tmp_path):
    answers = take_part(browser, on_jatos, rating)
    rows = table(browser.execute_script("return jatos.text"), tmp_path)
    assert texts_and_ratings(rows) == answers
    assert {(row["list"], row["list_from"]) for row in rows} == {("2", "link")}
    assert not browser.execute_script("return jatos.ended")
    WebDriverWait(browser, 5).until(lambda _: browser.execute_script("return performance.now() > 400"))
    browser.find_element(By.CSS_SELECTOR, ".debriefing button").click()
    assert browser.execute_script("return jatos.ended")


def test_jatos_has_the_answers_of_who_stops(on_jatos, browser, tmp_path):
    first = take_part(browser, on_jatos, rating, stop=BEFORE + 1 + 10)
    path = tmp_path / "jatos.txt"
    path.write_text(browser.execute_script("return jatos.text"), encoding="utf-8", newline="")
    assert ratings(read(path)) == given_as(first) and len(given_as(first)) == 6


PIPE = """window.asked = [];
window.fetch = async (url, {method, body}) => {
  asked.push([method, url, JSON.parse(body)]);
  const tries = asked.filter(([, one]) => one.endsWith('api/data/')).length;
  const answer = url.endsWith('condition/') ? {condition: 3}
    : url.endsWith('session/') ? {sessionId: 's1', databaseURL: 'https://db.test'}
    : url.endsWith('data/') && tries === 1 ? {error: 'BUSY'} : {message: 'Success'};
  return {ok: true, json: async () => answer};
};"""


def test_datapipe_gets_the_answers_and_counts_the_lists(browser, tmp_path):
    page = remade(tmp_path, ("save: download", "save: datapipe:abc123"))
    answers = take_part(browser, page, rating, script=PIPE)
    condition, session, *parts, failed, saved = browser.execute_script("return window.asked")
    assert condition == ["POST", "https://pipe.jspsych.org/api/condition/", {"experimentID": "abc123"}]
    assert failed == saved and saved[1] == "https://pipe.jspsych.org/api/data/" and saved[2]["sessionId"] == "s1"
    rows = table(saved[2]["data"], tmp_path)
    assert texts_and_ratings(rows) == answers
    assert {(row["list"], row["list_from"]) for row in rows} == {("2", "host")}  # conditions are counted from 0
    assert saved[2]["filename"] == session[2]["filename"] == f"likert-list2-{rows[0]['participant']}.csv"
    assert {part[:2] == ["PATCH", "https://db.test/staging/s1.json"] for part in parts} == {True} and len(parts) > 10
    staged = {key: json.loads(value) for part in parts for key, value in part[2].items() if key.startswith("trials/")}
    (partial := tmp_path / "part.json").write_text(json.dumps(list(staged.values())), encoding="utf-8")
    assert given_as(answers).items() >= ratings(read(partial)).items() and len(read(partial).answers) >= 12


def test_rows_that_datapipe_refuses_are_sent_again(browser, tmp_path):
    page = remade(tmp_path, ("save: download", "save: datapipe:abc123"))
    refused = "{ok: method !== 'PATCH' || asked.filter(([kind]) => kind === 'PATCH').length > 2, status: 401,"
    take_part(browser, page, rating, stop=BEFORE + 1 + 5, script=PIPE.replace("{ok: true,", refused))
    sent = "return window.asked.filter(([kind]) => kind === 'PATCH').map(([, , body]) => Object.keys(body)[0])"
    expected = ["trials/0", "trials/0", *(f"trials/{number}" for number in range(6))]
    WebDriverWait(browser, 10).until(lambda _: browser.execute_script(sent) == expected)


def test_a_datapipe_without_staging_saves_at_the_end(browser, tmp_path):
    page = remade(tmp_path, ("save: download", "save: datapipe:abc123"))
    script = PIPE.replace("{sessionId: 's1', databaseURL: 'https://db.test'}", "{error: 'none'}")
    take_part(browser, page, rating, script=script)
    asked = browser.execute_script("return window.asked")
    assert [url.split("/")[-2] for _, url, _ in asked] == ["condition", "session", "data", "data"]


# --- The list with the fewest participants ---


def test_jatos_gives_the_list_that_the_fewest_participants_finished_and_counts_it(on_jatos, browser, tmp_path):
    """One update is refused, as JATOS refuses it when two participants write at once."""
    batch = """
    const counted = JSON.parse(sessionStorage.getItem('counted') ?? '{"list1": {"begun": 1, "finished": 1}}');
    let refusals = 1;
    jatos.urlQueryParameters = {};
    jatos.batchSession = {get: (name) => counted[name], set: async (name, value) => {
      if (refusals-- > 0) throw new Error('409');
      counted[name] = value;
      sessionStorage.setItem('counted', JSON.stringify(counted));
    }};"""
    on_jatos.with_name("jatos.js").write_text(JATOS + batch, encoding="utf-8")
    numbers = []
    for again in (False, True):
        take_part(browser, on_jatos, rating, again=again)
        numbers += {
            (row["list"], row["list_from"]) for row in table(browser.execute_script("return jatos.text"), tmp_path)
        }
    assert numbers[0] == ("2", "host") and {source for _, source in numbers} == {"host"}
    counted = json.loads(browser.execute_script("return sessionStorage.getItem('counted')"))
    browser.execute_script("sessionStorage.clear()")
    assert sum(one["finished"] for one in counted.values()) == sum(one["begun"] for one in counted.values()) == 3
    assert counted["list2"]["finished"] >= 1


def test_a_server_may_name_the_list(server, posting, browser):
    server.list = 2
    take_part(browser, posting, rating, stop=4)
    WebDriverWait(browser, 10).until(lambda _: len(server.taken) == 2)
    (file, *_) = server.files
    assert {(row["list"], row["list_from"]) for row in rows_of(file)} == {("2", "host")}
    assert server.asked == ["/save?lists=2"]


def test_without_an_answer_of_the_server_the_list_is_drawn(server, posting, browser):
    take_part(browser, posting, rating, stop=2)
    WebDriverWait(browser, 10).until(lambda _: len(server.taken) == 1)
    assert {row["list_from"] for row in rows_of(server.files[0])} == {"random"}
