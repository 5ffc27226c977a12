import gzip
import shutil
import zipfile
from pathlib import Path

import nltk
import pytest
from nltk.corpus.reader.bnc import BNCCorpusReader

from acceptability.datasets import corpora, registry
from acceptability.errors import InputError
from helpers import ROOT

BNC = ROOT / "tests/fixtures/bnc"
SENTENCES = [
    ["THE GARDEN", "We can't plant that at all, so ‘wait’.", "Anna's rose is tall & old."],
    ["Oh I wou would do.", "gonna rain?"],
]


@pytest.fixture
def bnc_zip(tmp_path: Path) -> Path:
    path = tmp_path / "2554.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for text in sorted(BNC.rglob("*.xml"), reverse=True):
            archive.write(text, f"2554/download/{text.relative_to(BNC)}")
        archive.writestr("2554/download/Doc/guide.xml", "<not a text")
    return path


@pytest.mark.parametrize("workers", [1, 3])
def test_the_bnc_from_its_folder_or_zip_by_any_number_of_workers(bnc_zip, workers):
    for path in (BNC, BNC / "Texts", bnc_zip):
        assert list(corpora.bnc_sentences(path, corpora.bnc_texts(path, expected=2), workers)) == SENTENCES


def test_half_of_the_bnc_is_refused(bnc_zip):
    for path in (BNC, bnc_zip):
        with pytest.raises(InputError, match="has 2 of the BNC's 4049 texts; get the BNC XML edition"):
            corpora.bnc_texts(path)


def test_a_linked_folder_of_texts(tmp_path):
    (tmp_path / "Texts").symlink_to(BNC / "Texts")
    assert len(corpora.bnc_texts(tmp_path, expected=2)) == 2


def test_links_that_go_round_are_followed_once(tmp_path):
    shutil.copytree(BNC / "Texts", tmp_path / "Texts")
    for name in ("again", "and-again"):
        (tmp_path / "Texts/A" / name).symlink_to(tmp_path)
    assert len(corpora.bnc_texts(tmp_path, expected=2)) == 2


def test_the_bnc_as_nltk_reads_it(monkeypatch):
    monkeypatch.setattr(nltk.data, "path", [str(BNC)])
    reader = BNCCorpusReader(str(BNC / "Texts"), r"[A-K]/\w\w/\w{3}\.xml", lazy=False)
    ours = corpora.bnc_sentences(BNC, corpora.bnc_texts(BNC, expected=2))
    for text, name in zip(ours, reader.fileids(), strict=True):
        theirs = [" ".join("".join(words).split()) for words in reader.sents(name, strip_space=False)]
        assert text == [sentence for sentence in theirs if sentence]


def test_what_is_not_the_bnc_comes_with_instructions(tmp_path):
    with pytest.raises(InputError, match="nowhere: the BNC is not here; get the BNC XML edition from the Oxford"):
        corpora.bnc_texts(tmp_path / "nowhere")
    with pytest.raises(InputError, match="contains no texts of the BNC XML edition"):
        corpora.bnc_texts(tmp_path)
    (tmp_path / "bnc.zip").write_bytes(b"PK something")
    with pytest.raises(InputError, match=r"bnc.zip: is not a complete zip file; get the BNC"):
        corpora.bnc_texts(tmp_path / "bnc.zip")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<bncDoc><s><w>a </w>", r"Texts/A/A0/A00.xml is damaged \(no element found"),
        (
            "<html><p>Not found</p></html>",
            r"Texts/A/A0/A00.xml contains no sentences; is this the XML edition\? get the BNC",
        ),
    ],
)
def test_a_text_of_the_bnc_that_is_none_is_named(tmp_path, content, message):
    text = tmp_path / "Texts/A/A0/A00.xml"
    text.parent.mkdir(parents=True)
    text.write_text(content)
    with pytest.raises(InputError, match=message):
        list(corpora.bnc_sentences(tmp_path, corpora.bnc_texts(tmp_path, expected=1)))


def test_an_encrypted_bnc_is_to_be_unpacked(bnc_zip):
    names = corpora.bnc_texts(bnc_zip, expected=2)
    data = bytearray(bnc_zip.read_bytes())
    for start in (b"PK\x03\x04", b"PK\x01\x02"):
        place = -1
        while (place := data.find(start, place + 1)) >= 0:
            data[place + (6 if start == b"PK\x03\x04" else 8)] |= 1  # the flag of encryption
    encrypted = bnc_zip.with_name("encrypted.zip")
    encrypted.write_bytes(data)
    with pytest.raises(InputError, match=r"A00.xml: File .* is encrypted.*; unpack it, and name the folder"):
        list(corpora.bnc_sentences(encrypted, names))


def brown(path: Path, texts: int) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("brown/README", "not a text")
        for number in range(texts):
            name = f"brown/c{'abcdefghijklmnopqr'[number // 100]}{number % 100:02d}"
            archive.writestr(
                name,
                f"\n\n\tIs/bez ``/`` text/nn {number}/cd ''/'' and/or/cc Jr./np ;/. ;/. that/dt that/cs ?/. ?/. in/in U.S./np ./.\n\n"
                if number
                else "\n",
            )
    return path


def test_brown_without_its_tags_its_doubled_marks_and_with_quotation_marks_attached(tmp_path):
    sentences = list(corpora.brown_sentences(brown(tmp_path / "brown.zip", 500)))
    assert len(sentences) == 499
    assert sentences[0] == 'Is "text 1" and/or Jr. ; that that ? in U.S.'


def test_half_of_brown_is_refused(tmp_path):
    with pytest.raises(InputError, match="has 250 texts of the Brown corpus, not 500; fetch it again"):
        list(corpora.brown_sentences(brown(tmp_path / "brown.zip", 250)))


def test_texts_plain_and_gzipped(tmp_path):
    content = "\ufeffOne  sentence.\r\n\r\n\tAnother – one.\nno end".encode()
    (tmp_path / "a.txt").write_bytes(content)
    (tmp_path / "a.gzipped").write_bytes(gzip.compress(content))
    (tmp_path / "mac.txt").write_bytes(content.replace(b"\r\n", b"\n").replace(b"\n", b"\r"))
    for name in ("a.txt", "a.gzipped", "mac.txt"):
        assert list(corpora.text_sentences(tmp_path / name)) == ["One sentence.", "Another – one.", "no end"]


def test_damaged_texts_are_named_with_their_row(tmp_path):
    (tmp_path / "latin.txt").write_bytes(b"fine\ncaf\xe9\n")
    with pytest.raises(InputError, match=r"latin.txt, row 2: is not UTF-8 text"):
        list(corpora.text_sentences(tmp_path / "latin.txt"))
    whole = gzip.compress("".join(f"{n} {n * 7919 % 10007}\n" for n in range(20000)).encode())
    for name, damaged in (
        ("cut.gz", whole[: len(whole) // 2]),
        ("none.gz", b"\x1f\x8bplain"),
        ("bad.gz", whole[:99] + b"!" * 99 + whole[198:]),
    ):
        (tmp_path / name).write_bytes(damaged)
        with pytest.raises(InputError, match=rf"{name}, after row \d+: damaged gzip data"):
            list(corpora.text_sentences(tmp_path / name))


def test_kinds_of_corpora_are_read_from_where_they_say(tmp_path):
    registered = {kind: entry.source for kind, entry in registry.corpora().items() if entry.source}
    assert registered == {"brown": "brown.zip"}
    grammar = registry.corpora()["toy"]
    assert len(list(corpora.sentences(ROOT / grammar.resource, "toy", module=grammar.module))) == 20_000
    (tmp_path / "own.txt").write_text("One.\nTwo.\n")
    assert list(registry.corpus_of({"kind": "text"}).read(tmp_path / "own.txt")) == ["One.", "Two."]
    assert {kind for kind, entry in registry.corpora().items() if entry.simulated} == {"toy"}


def test_samples_are_random_sentences_in_the_order_of_the_corpus(tmp_path):
    path = tmp_path / "corpus.txt"
    lines = [" ".join(["word"] * (1 + n % 3)) + f" {n}" for n in range(300)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    first, again, second = (list(corpora.sample(path, 100, number)) for number in (1, 1, 2))
    assert first == again != second
    for drawn in (first, second):
        assert 100 <= sum(len(line.split()) for line in drawn) < 104
        assert [line for line in lines if line in drawn] == drawn and len(set(drawn)) == len(drawn)
    assert list(corpora.sample(path, 900, 1)) == lines
    with pytest.raises(InputError, match=r"corpus.txt: has 900 tokens, fewer than a sample of 901; remove it"):
        corpora.sample(path, 901, 1)
