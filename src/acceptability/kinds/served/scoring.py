"""Turn sentences into log-probabilities of their tokens, from a server."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pandas as pd

from acceptability import segmentation
from acceptability.errors import InputError, naming
from acceptability.kinds.served import address, live_test, requests
from acceptability.kinds.served.interfaces import INTERFACES, Interface
from acceptability.kinds.served.manifest import AT_ONCE
from acceptability.reading import completions
from acceptability.reading.completions import ONE_TOKEN, PARTIAL_CHARACTER, Scored
from acceptability.scoring import regions
from acceptability.scoring.progress import bar

ASKED = ("server", "name", "api", "beginning")  # settings that the answers depend on
JOURNALS = Path("results/checkpoints")


class Served:
    """Score sentences with a model behind a server; see language_models.Scorer for models in folders."""

    def token_table(
        self, files: list[Path], table: pd.DataFrame, system: dict, number: int, pairs: object, skipping: object
    ) -> tuple[pd.DataFrame, dict]:
        """Return the tokens of a table's sentences, as in the contract TOKENS, and what they were made from.

        There are no files, one shard, and nothing to compare or to leave out. The attribute ``checkpoint`` of the
        tokens is a file with the answers so far, which a rerun begins with; it may go when the tokens are kept.
        """
        contents = json.dumps([{name: system[name] for name in ASKED}, sorted(set(table["sentence"]))])
        journal = JOURNALS / f"served-{hashlib.sha256(contents.encode()).hexdigest()[:16]}.jsonl"
        tokens, provenance = self.score(table, system, journal)
        tokens.attrs["checkpoint"] = str(journal)
        return tokens, provenance

    def score(self, table: pd.DataFrame, system: dict, journal: Path | None = None) -> tuple[pd.DataFrame, dict]:
        """Return what token_table returns; answers are kept in the journal, and those in it are not asked for again.

        Without a ``journal``, nothing is kept. ``system`` may have ``at_once``, the number of requests at a time, which
        changes no answer. Raises InputError where the server cannot be reached, does not pass the live test or does not
        score a sentence.
        """
        interface, host = INTERFACES[system["api"]], address.host(system["server"])
        names = table.drop_duplicates("sentence").set_index("sentence")["sentence_id"].to_dict()
        lines = requests.read_journal(journal) if journal else []
        scored = {line["sentence"]: _restored(line) for line in lines if "sentence" in line}
        tests = [line["test"] for line in lines if "test" in line]
        is_complete = any(test.get("last") for test in tests)
        missing = [text for text in names if text not in scored]
        if lines:
            print(f"{len(scored):,} of {len(names):,} sentences were answered before, and are not asked again")
        if missing or not tests:
            self._test(interface, system, names, tests, journal)
            one = partial(_one, interface, system, names)
            with bar("sentences") as progress:
                for text, answer in requests.answers(one, missing, int(system.get("at_once", AT_ONCE))):
                    if journal:
                        requests.write_journal(journal, {"sentence": text} | asdict(answer))
                    scored[text] = answer
                    first = next(iter(scored))
                    completions.check_begins(
                        {f"sentence_id {names[sentence]!r}": scored[sentence] for sentence in (first, text)}
                    )
                    progress(len(scored), len(names))
        if missing or not is_complete:
            self._test(interface, system, names, tests, journal, last=True)
        completions.check_alike({f"sentence_id {name!r}": scored[text] for text, name in names.items()})
        ordered = [scored[text] for text in table["sentence"]]
        return _token_table(table, ordered), _provenance(system, host, tests[-1], ordered[0])

    def _test(
        self,
        interface: Interface,
        system: Mapping,
        names: Mapping[str, str],
        tests: list[dict],
        journal: Path | None,
        last: bool = False,
    ) -> None:
        """Test the server before sentences are scored, or after the ``last`` one, and add the test to the others.

        InputError where it fails. If the server turns out after the last sentence to serve another model, the answers
        that were kept are removed, because any of them may be of that model.
        """
        with naming(f"the server {address.host(system['server'])}"):
            try:
                test = _tested(interface, system, list(names), tests) | ({"last": True} if last else {})
            except OtherModelError as error:
                if not last:
                    advice = f"start the first model again, or delete {JOURNALS} to score all sentences anew"
                    raise OtherModelError(error.message, f"; {advice}") from error
                if journal:
                    journal.unlink(missing_ok=True)
                raise InputError(
                    error.message,
                    "; it passed this test before the first sentence and failed it after the last one, so the "
                    "scores were discarded; restart the server with one model, and repeat the run",
                ) from error
        if journal:
            requests.write_journal(journal, {"test": test})
        tests.append(test)


def _restored(line: Mapping) -> Scored:
    """Return an answer from a line of a journal."""
    attributes = {name: value for name, value in line.items() if name != "sentence"}
    return Scored(**attributes | {"spans": [tuple(span) for span in line["spans"]]})


def _tested(interface: Interface, system: Mapping, sentences: list[str], before: list[dict]) -> dict:
    """Return what the live test of a server showed, with the name of its model.

    InputError where it shows another number than the tests ``before``, in the run that this one goes on with.
    """
    ask = partial(requests.ask, system["server"])
    served = live_test.served_name(ask, interface, system["name"])
    test = {"model": served} | live_test.check(ask, interface, system["name"], system["beginning"], sentences)
    print("live test: ln p({token!r}) is {after:.4f} when it is generated, {within:.4f} in a prompt".format(**test))
    for other in before[:1]:
        now, then = test["within"], other["within"]
        if (other["text"], other["token"]) != (test["text"], test["token"]):  # two tokens may be nearly as probable
            place = (system["name"], system["beginning"], other["text"], other["token"])
            now, _ = live_test.in_prompt(ask, interface, *place)
        if now is None or abs(now - then) > live_test.NEAR:
            answer = "no log-probability" if now is None else f"a log-probability of {now:.4f}"
            raise OtherModelError(
                f"computes {answer} for {other['token']!r} after {other['text']!r}, but {then:.4f} in the first test "
                "of this run: the server now has another model under the same name"
            )
    return test


class OtherModelError(InputError):
    """Report a server that gives another log-probability than at the beginning of a run."""


def _one(interface: Interface, system: Mapping, names: Mapping[str, str], text: str) -> Scored:
    """Return the tokens of a sentence, from a request. InputError, which names it, where they cannot be had."""
    with naming(f"sentence_id {names[text]!r}"):
        ask = partial(requests.ask, system["server"])
        body = live_test.completion(ask, interface, system["name"], f"{system['beginning']}{text}", True)
        scored = completions.of_response(body, text)
        if not scored.known:
            raise InputError(f"{ONE_TOKEN} (beginning: …), or leave it out")
        return scored


def _token_table(table: pd.DataFrame, scored: Iterable[Scored]) -> pd.DataFrame:
    """Return a row for each token that has a log-probability and, where a part of sentences is scored, is in it."""
    segmented = segmentation.named(table) or [None] * len(table)
    parts = regions.spans(table) if "scored" in table else [None] * len(table)
    rows = []
    for name, text, words, one, part in zip(
        table["sentence_id"], table["sentence"], segmented, scored, parts, strict=True
    ):
        numbers = segmentation.of_tokens(text, one.spans, words or text.split() or [text])
        for place, (token, span, log_prob, number) in enumerate(
            zip(one.tokens, one.spans, one.log_probs, numbers, strict=True), start=1
        ):
            if log_prob is not None and _is_in(name, text, span, part):
                rows.append((name, place, _shown(token), number[0], *number, log_prob, one.ranks[place - 1], 0))
    columns = ["sentence_id", "position", "token", "word", "written", "written_to", "log_prob", "rank", "oov"]
    tokens = pd.DataFrame(rows, columns=columns)
    lacking = set(table["sentence_id"]) - set(tokens["sentence_id"])
    if lacking:
        raise InputError(f"sentence_id {min(lacking)!r}: no token of its scored part has a log-probability")
    if tokens["rank"].isna().any():
        tokens = tokens.drop(columns="rank")
    return tokens.drop(columns="written_to") if (tokens["written_to"] == tokens["written"]).all() else tokens


def _shown(token: str) -> str:
    """Return a token as it is written into a table, where it must not be blank."""
    return token if token.strip() else "▁" * len(token) or PARTIAL_CHARACTER


def _is_in(name: str, text: str, span: tuple[int, int], part: tuple[int, int] | None) -> bool:
    """Return whether a token is in the scored part of a sentence. InputError where one of its ends is inside."""
    if part is None:
        return True
    piece = text[span[0] : span[1]]
    start = span[0] + len(piece) - len(piece.lstrip())
    stop = start + len(piece.strip())
    if any(start < end < stop for end in part):
        raise InputError(
            f"sentence_id {name!r}: the scored part does not begin and end where tokens do; this system cannot score a "
            "part of it"
        )
    return part[0] <= start and stop <= part[1]


def _provenance(system: Mapping, host: str, test: Mapping, example: Scored) -> dict:
    """Return what the tokens were made from; of the address of the server, only its host."""
    before, has_first = example.begins
    begins = completions.in_words(before, has_first)
    doubts = [
        f"The scores are those of the server {host}, and cannot be recomputed from weights that are known here: which "
        f"weights it serves as {test['model']}, and in which precision, cannot be checked from here."
    ]
    if not has_first:
        doubts.append(f"The first token of each sentence is not scored: {begins}.")
    for doubt in doubts:
        print(f"warning: {doubt}")
    print(f"note: {begins}")
    return {
        "system": {"kind": system["kind"]} | {name: system[name] for name in ASKED} | {"server": host},
        "model": test["model"],
        "live_test": {name: test[name] for name in ("text", "token", "after", "within")},
        "beginning_token": before,
        "first_token": "scored" if has_first else "not scored",
        "asked": datetime.now(UTC).isoformat(timespec="seconds"),
        "device": f"server {host}",
        "doubts": doubts,
    }


SCORER = Served()
