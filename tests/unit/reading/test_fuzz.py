"""Input that nobody would write: every reader answers with a value or with one line of our own, and writes nowhere."""

import copy
import csv
import gzip
import io as text_io
import shutil
import tarfile
import zipfile
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import acceptability
from acceptability.contracts import checks, io
from acceptability.contracts.columns import Table
from acceptability.datasets import corpora
from acceptability.datasets.user_pairs.manifest import manifest
from acceptability.datasets.user_pairs.reader import read
from acceptability.errors import InputError
from acceptability.papers.blimp.blimp import release
from acceptability.plan import artefacts, own_files, reports, schema
from acceptability.plan.plan import Plan
from acceptability.reading.load import read_yaml
from acceptability.sources import archives, fetching
from configurations import DEMO, PAPER, SCHEMAS, STUDY, planned
from helpers import CODE, ROOT, replaced, write_csv

BNC = ROOT / "tests/fixtures/bnc/Texts/A/A0/A00.xml"
OF_PAPERS = [path.relative_to(ROOT / "paper").with_suffix("") for path in CODE if ROOT / "paper" in path.parents]
MODULES = [import_module(module.name) for module in walk_packages(acceptability.__path__, "acceptability.")]
MODULES += [import_module(".".join(["acceptability.papers", *path.parts])) for path in OF_PAPERS]
TABLES = list(
    {id(value): value for module in MODULES for value in vars(module).values() if isinstance(value, Table)}.values()
)
MANY = 5 * settings().max_examples  # files of all kinds need more examples than functions of a few numbers
CASES = settings(max_examples=MANY, suppress_health_check=[HealthCheck.function_scoped_fixture])

CELLS = st.one_of(
    st.text(st.characters(codec="utf-8"), max_size=12),
    st.sampled_from(["", " ", "a", "p.good", "1", "0", "-0.5", "nan", "NA", "inf", "1e999", "1_0", "٣", "0x1", "=1+1"]),
    st.sampled_from(
        ["../../x", "<unk>", "<s>", '"', "'", "\\", "\x00", "\n", "\r", "\ufeff", "\u202e", "𝔸", "x" * 200_000]
    ),
)


def answers(read, *arguments):
    """Return what a reader gives, or None where it raises our own error: a line, or a line for each of a few faults."""
    try:
        return read(*arguments)
    except InputError as error:
        message = str(error)
        assert message and len(message.split("\n")) <= 22 and len(message) < 400_000
        return None


@st.composite
def spoilt(draw, whole: bytes) -> bytes:
    """Bytes with a few slices left out, doubled or replaced."""
    for _ in range(draw(st.integers(1, 4))):
        start, end = sorted(draw(st.lists(st.integers(0, len(whole)), min_size=2, max_size=2)))
        end = min(end, start + 40)
        middle = draw(st.sampled_from([b"", whole[start:end] * 2]) | st.binary(max_size=8))
        whole = whole[:start] + middle + whole[end:]
    return whole


@st.composite
def tables(draw) -> tuple[Table, str]:
    """A table, and a CSV with about its columns."""
    table = draw(st.sampled_from(TABLES))
    header = list(table.columns)
    if draw(st.integers(0, 4)) == 0:
        header[draw(st.integers(0, len(header) - 1))] = draw(CELLS | st.sampled_from(header))
    rows = draw(st.lists(st.lists(CELLS, min_size=len(header), max_size=len(header)), max_size=3))
    text = text_io.StringIO()
    csv.writer(text, quoting=draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))).writerows([header, *rows])
    return table, text.getvalue()


@CASES
@given(tables())
def test_tables(tmp_path, table):
    contract, text = table
    path = tmp_path / "table.csv"
    path.write_text(text, encoding="utf-8", newline="")
    frame = answers(io.read_table, path, contract)
    if frame is not None:
        io.write_table(frame, path, contract)
        assert io.read_table(path, contract).equals(frame)


USER_CELLS = CELLS | st.sampled_from(["The boy sleeps.", "The boy sleep.", "1.5", "-2"])


@CASES
@given(st.lists(st.lists(USER_CELLS, min_size=6, max_size=6), min_size=1, max_size=4))
def test_a_users_pairs(tmp_path, rows):
    header = ["pair_id", "phenomenon", "good", "bad", "good_rating", "bad_rating"]
    path = write_csv(tmp_path / "pairs.csv", header, rows)
    found = answers(manifest, {"kind": "pairs", "pairs": str(path)})
    assert found is None or found.ratings
    made = answers(read, path)
    if made is not None:
        checks.check_pairs(made.pairs, made.sentences, path)


@CASES
@given(st.binary(max_size=80) | spoilt(b"name\tb\r\na\t1\n'b'\t\"2\"\n"))
def test_raw_tables(tmp_path, data):
    path = tmp_path / "raw"
    path.write_bytes(data)
    answers(io.read_raw_csv, path)
    answers(io.read_raw_tsv, path)
    answers(manifest, {"kind": "pairs", "pairs": str(path)})


@CASES
@given(spoilt(b"".join((ROOT / "resources/sources.tsv").read_bytes().splitlines(keepends=True)[:3])))
def test_the_registry(tmp_path, data):
    path = tmp_path / "sources.tsv"
    path.write_bytes(data)
    rows = answers(fetching.read_registry, path)
    if rows is not None:
        answers(schema.check_sources, rows, SCHEMAS["sources"])


LINE = b'{"UID": "overall", "linguistics_term": "overall", "gpt2": 0.8}\n'


@CASES
@given(st.binary(max_size=60) | spoilt(LINE * 2) | st.sampled_from([b"[" * 100_000, b"null", b'{"UID": 1}', b"1e9999"]))
def test_json_lines(tmp_path, data):
    path = tmp_path / "lines.jsonl"
    path.write_bytes(data)
    answers(io.read_json_lines, path, ("UID", "linguistics_term", "gpt2"))


PARTS = [
    b"<w>",
    b"</w>",
    b"<s>",
    b"</s>",
    b"<c ",
    b"&amp;",
    b"&x;",
    b"a",
    b"<!DOCTYPE a [",
    b"]>",
    b"\xff",
    b"<![CDATA[",
    b"]]>",
]
PARTS += [b'<!ENTITY x "y">', b'<?xml version="1.0" encoding="utf-7"?>', b'<!ENTITY x SYSTEM "file:///etc/passwd">']


@CASES
@given(spoilt(BNC.read_bytes()) | st.lists(st.sampled_from(PARTS), max_size=12).map(b"".join))
def test_texts_of_the_bnc(tmp_path, data):
    (tmp_path / "Texts/A/A0").mkdir(parents=True, exist_ok=True)
    (tmp_path / "Texts/A/A0/A00.xml").write_bytes(data)
    names = corpora.bnc_texts(tmp_path, expected=1)
    answers(lambda: list(corpora.bnc_sentences(tmp_path, names)))


def zipped(members: dict[str, bytes]) -> bytes:
    buffer = text_io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


BNC_ZIP = zipped({"Texts/A/A0/A00.xml": BNC.read_bytes()})


@CASES
@given(data=spoilt(BNC_ZIP), number=st.integers(0))
def test_zips(tmp_path, data, number):
    path = tmp_path / f"{number}-{hash(data)}.zip"  # a zip is opened once a process
    path.write_bytes(data)
    names = answers(corpora.bnc_texts, path, 1)
    if names:
        answers(lambda: list(corpora.bnc_sentences(path, names)))
    answers(release.summary, path, path, None)
    path.unlink()


@CASES
@given(spoilt(gzip.compress(b"one sentence\nand another\n" * 9)) | st.binary(max_size=60))
def test_texts(tmp_path, data):
    path = tmp_path / "text"
    path.write_bytes(data)
    answers(lambda: list(corpora.text_sentences(path)))


SOUP = [
    "a: ",
    "b: ",
    "- ",
    "&a ",
    "*a ",
    "*a\n",
    "{",
    "}",
    "[",
    "]",
    ", ",
    "\n",
    "\n  ",
    "<<: *a",
    "1",
    "x",
    '"',
    "|",
    "? ",
]
SOUP += [
    "!!python/object/apply:os.getcwd []",
    "!!timestamp x",
    "2001-99-99",
    "!!int x",
    "!!binary x",
    "\t",
    "%",
    "@",
    "---\n",
    "run: all\n",
]


@CASES
@given(st.binary(max_size=60) | st.lists(st.sampled_from(SOUP), max_size=12).map(lambda parts: "".join(parts).encode()))
def test_yaml(tmp_path, data):
    path = tmp_path / "config.yaml"
    path.write_bytes(data)
    answers(read_yaml, path)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 60) | st.floats() | CELLS.filter(lambda cell: len(cell) < 300),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def places(value, path=()) -> list[tuple]:
    """The paths of all keys and items of a configuration."""
    if isinstance(value, dict):
        members = list(value.items())
    else:
        members = list(enumerate(value)) if isinstance(value, list) else []
    return [place for key, inner in members for place in [(*path, key), *places(inner, (*path, key))]]


@st.composite
def spoilt_keys(draw, whole: dict) -> dict:
    """One of ours, a few keys of which are gone, renamed or something else."""
    config = copy.deepcopy(whole)
    most = draw(st.sampled_from([1, 1, 3]))
    for *parents, last in draw(st.lists(st.sampled_from(places(whole)), min_size=1, max_size=most)):
        inner = config
        try:
            for key in parents:
                inner = inner[key]
            value = inner.pop(last)
        except (KeyError, IndexError, TypeError, AttributeError):
            continue  # gone with an earlier one
        change = draw(st.sampled_from(["gone", "renamed", "other"]))
        if change != "gone" and isinstance(inner, dict):
            inner[draw(st.text(max_size=9)) if change == "renamed" else last] = (
                value if change == "renamed" else draw(VALUES)
            )
        elif change != "gone":
            inner.append(draw(VALUES))
    return config


def check_run(config: Plan) -> None:
    """All that a run asks of a checked configuration has an answer."""
    answers(own_files.check, config)
    assert all(isinstance(name, str) for name in config.registered)
    files = artefacts.figures(config) + artefacts.tables(config) + config.provenance_files
    for report in config.reports:
        reports.describe(config, report)
        files += [path for path in reports.inputs(config, report) if path not in files]
    assert all(path.startswith("results/") and ".." not in path for path in files)
    for dataset in config.paired:
        assert dataset.row_labels.keys() <= config.row_colours.keys()


@settings(CASES, max_examples=3 * MANY)
@given(spoilt_keys(PAPER) | spoilt_keys(DEMO))
def test_configurations(config):
    whole = answers(planned, config)
    if whole is not None:
        check_run(whole)


@pytest.fixture(scope="module")
def papers(tmp_path_factory) -> Path:
    """A folder of one publication."""
    folder = tmp_path_factory.mktemp("papers")
    shutil.copytree(ROOT / "paper/adc", folder / "adc")
    return folder


@CASES
@given(spoilt_keys(STUDY))
def test_studies(papers, study):
    (papers / "adc/study.yaml").write_text(yaml.safe_dump(study), encoding="utf-8")
    whole = answers(planned, PAPER, papers)
    if whole is not None:
        check_run(whole)


def test_a_configuration_that_is_nested_too_deeply_is_refused_and_aliases_are_followed(tmp_path):
    path = tmp_path / "config.yaml"
    path.write_text("[" * 2000, encoding="utf-8")
    with pytest.raises(InputError, match=r"config.yaml: is not YAML: .*recursion"):
        read_yaml(path)
    path.write_text("a: &a {x: 1}\nb: *a\nc: {<<: *a}\n", encoding="utf-8")
    assert read_yaml(path) == {"a": {"x": 1}, "b": {"x": 1}, "c": {"x": 1}}


def test_a_text_that_declares_entities_is_refused(tmp_path):
    (tmp_path / "Texts/A/A0").mkdir(parents=True)
    lines = ['<!ENTITY a "aaaaaaaaaa">'] + [
        f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    ]
    bomb = f"<!DOCTYPE x [{''.join(lines)}]><x><s><w>&i;</w></s></x>"
    for content in (bomb, '<!DOCTYPE x [<!ENTITY i SYSTEM "/etc/hostname">]><x><s><w>&i;</w></s></x>'):
        (tmp_path / "Texts/A/A0/A00.xml").write_text(content, encoding="utf-8")
        with pytest.raises(InputError, match="A00.xml declares the entity '[ai]'"):
            list(corpora.bnc_sentences(tmp_path, ["Texts/A/A0/A00.xml"]))


def test_a_zip_that_unpacks_to_too_much_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "LARGEST", 10_000)
    path = tmp_path / "bomb.zip"
    path.write_bytes(zipped({"data/x.jsonl": b"0" * 10_001, "data/y.jsonl": b"0" * 10_000}))
    with archives.open_zip(path, "fetch it again") as archive:
        assert len(archives.read_member(archive, "data/y.jsonl", "fetch it again")) == 10_000
        with pytest.raises(InputError, match=r"bomb.zip: data/x.jsonl: unpacks to .* MB, more than any text; fetch it"):
            archives.read_member(archive, "data/x.jsonl", "fetch it again")


def test_a_zip_that_lies_about_its_size_gives_no_more_than_it_says(tmp_path):
    path = tmp_path / "liar.zip"
    honest = zipped({"a": b"0" * 1_000_000})
    path.write_bytes(replaced(honest, (1_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little")))
    with archives.open_zip(path, "fetch it again") as archive, pytest.raises(InputError, match="is damaged"):
        archives.read_member(archive, "a", "fetch it again")


@pytest.mark.parametrize("compression", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_flipped_bytes_of_a_compressed_member_are_an_error_of_the_archive(compression, tmp_path):
    path = tmp_path / "damaged.zip"
    with zipfile.ZipFile(path, "w", compression) as archive:
        archive.writestr("a.csv", "a,b\n" * 200)
    whole, content = path.read_bytes(), archives.read_members(path, bool)
    refused = 0
    for place in range(30 + len("a.csv"), whole.index(b"PK\x01\x02")):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:  # a few bits are not used: without them, the content is the same
            assert archives.read_members(path, bool) == content
            archives.unpack_zip(path, tmp_path / "unpacked")
        except InputError as error:
            assert "damaged.zip" in str(error)
            refused += 1
    assert refused > 10


def test_a_line_without_end_is_refused(tmp_path):
    path = tmp_path / "text.gz"
    path.write_bytes(gzip.compress(b"short\n" + b"0" * 2_000_000))
    with pytest.raises(InputError, match=r"text.gz, row 2: is longer than 1048576 bytes; write one sentence a line"):
        list(corpora.text_sentences(path))


def member(name: str, **properties) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    for key, value in properties.items():
        setattr(info, key, value)
    return info


def tarred(folder: Path, *members: tarfile.TarInfo) -> Path:
    path = folder / "kenlm.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for info in members:
            archive.addfile(info, text_io.BytesIO(b"0" * info.size))
    return path


@pytest.mark.parametrize(
    "wicked",
    [
        member("../outside", size=4),
        member("a/../../outside", size=4),
        member("/outside", size=4),
        member(".", size=4),
        member("link", type=tarfile.SYMTYPE, linkname="../outside"),
        member("link", type=tarfile.SYMTYPE, linkname="/etc/passwd"),
        member("link", type=tarfile.LNKTYPE, linkname="../outside"),
        member("link", type=tarfile.SYMTYPE, linkname="inside"),
        member("device", type=tarfile.CHRTYPE),
        member("disk", type=tarfile.BLKTYPE),
        member("pipe", type=tarfile.FIFOTYPE),
    ],
    ids=lambda info: f"{info.name} {info.linkname}",
)
def test_what_leads_out_of_a_tar_file_is_refused(tmp_path, wicked):
    path = tarred(tmp_path, wicked)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(InputError, match=r"kenlm.tar.gz: cannot be unpacked safely"):
        archives.unpack_tar(path, tmp_path / "in")
    assert [found for found in sorted(tmp_path.rglob("*")) if found not in before and found != tmp_path / "in"] == []


def test_a_tar_file_is_unpacked_without_what_old_pythons_lack(tmp_path, monkeypatch):
    """Debian 12's Python 3.11.2 has no ``filter=`` for what follows; other versions differ in what it allows."""
    monkeypatch.delattr(tarfile.TarFile, "extractall")
    monkeypatch.delattr(tarfile.TarFile, "extract")
    path = tarred(tmp_path, member("kenlm/empty", type=tarfile.DIRTYPE), member("kenlm/lm/a.cc", size=4, mode=0))
    archives.unpack_tar(path, tmp_path / "in")
    assert (tmp_path / "in/kenlm/empty").is_dir()
    assert (tmp_path / "in/kenlm/lm/a.cc").read_bytes() == b"0000"


def test_a_tar_file_with_a_name_for_a_file_and_a_folder_is_refused(tmp_path):
    for second in ("a/b", "a"):
        path = tarred(tmp_path, member("a", size=4), member(second, type=tarfile.DIRTYPE))
        with pytest.raises(InputError, match=r"kenlm.tar.gz: cannot be unpacked safely"):
            archives.unpack_tar(path, tmp_path / "in")


def test_a_tar_file_that_unpacks_to_too_much_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "LARGEST", 10_000)
    path = tarred(tmp_path, *(member(f"part{number}", size=4000) for number in range(3)))
    with pytest.raises(InputError, match="kenlm.tar.gz: unpacks to more than"):
        archives.unpack_tar(path, tmp_path / "in")
    assert not (tmp_path / "in").exists()


@pytest.mark.parametrize("content", [b"no archive", b"\x1f\x8b broken"])
def test_a_damaged_tar_file_is_named(tmp_path, content):
    (tmp_path / "kenlm.tar.gz").write_bytes(content)
    with pytest.raises(InputError, match="kenlm.tar.gz: cannot be unpacked"):
        archives.unpack_tar(tmp_path / "kenlm.tar.gz", tmp_path)


def test_no_command_passes_through_a_shell():
    """Rules run scripts, never shell lines; the package starts programs by lists of arguments."""
    for path in [*(ROOT / "workflow/rules").glob("*.smk"), *(ROOT / "paper").glob("*/rules.smk"), ROOT / "Snakefile"]:
        text = path.read_text(encoding="utf-8")
        assert "shell:" not in text and "shell(" not in text and "run:" not in text, path.name
    for path in CODE:
        text = path.read_text(encoding="utf-8")
        assert "shell=True" not in text and "os.system" not in text and "os.popen" not in text, path.name
