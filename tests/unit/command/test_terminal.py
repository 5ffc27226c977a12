"""`acceptability score …`: the commands of make, started from anywhere; and what completes them in a shell."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from acceptability import __version__, installation
from acceptability.command import new_paper, terminal
from acceptability.verification import verify
from helpers import ROOT, SMALL_PAIRS


@pytest.fixture
def started(monkeypatch) -> list[list[str]]:
    """The commands that would replace the process."""
    commands: list[list[str]] = []
    monkeypatch.setattr(terminal.os, "execv", lambda path, command: commands.append(command))
    return commands


def run(monkeypatch, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", ["acceptability", *words])
    terminal.main()


@pytest.mark.parametrize("name", terminal.PROGRAMS)
def test_a_command_starts_what_make_starts(name, started, monkeypatch):
    """The script and its arguments are those of the Makefile's line, in which options follow."""
    run(monkeypatch, name, "PAIRS=my pairs.csv", "CORES=3")
    ((python, script, *arguments),) = started
    assert python == sys.executable
    (line,) = re.findall(
        rf"^{name}: .*\n(?:\t.*\n)*?\t@\.venv/bin/python (workflow/\w+\.py.*) \$\(foreach", MAKEFILE, re.MULTILINE
    )
    typed = line.replace("$(CORES)", "3").split()
    assert [str(installation.FOLDER / typed[0]), *typed[1:], "PAIRS=my pairs.csv"] == [script, *arguments]


MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", terminal.PROGRAMS)
def test_each_option_is_listed_with_its_meaning(name, capsys, monkeypatch):
    run(monkeypatch, name)
    printed = capsys.readouterr().out
    for option, use in terminal.PROGRAMS[name].options.items():
        assert f"  {option.upper()}=  {use}\n" in printed


@pytest.mark.parametrize("words", [(), ("--help",)])
def test_the_options_of_verify_are_listed_with_their_meanings(words, capsys, monkeypatch):
    run(monkeypatch, "verify", *words)
    first, *lines = capsys.readouterr().out.splitlines()
    assert first == f"acceptability verify OPTION=value …: {terminal.OTHERS['verify']}"
    assert lines == [f"  {option}=  {use}" for option, use in terminal.VERIFY.items()] and len(lines) == 2


def test_help_and_version(capsys, monkeypatch):
    run(monkeypatch)
    printed = capsys.readouterr().out
    assert all(f"acceptability {name} " in printed for name in [*terminal.PROGRAMS, *terminal.OTHERS])
    run(monkeypatch, "--version")
    assert capsys.readouterr().out == f"{__version__}\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("scores", "PAIRS=a.csv"),
            "scores: is not a command; there are score, check, experiment, prompts, conform, new-paper, verify, completion",
        ),
        (("score", "a.csv"), "a.csv: is not an option; options are written as NAME=value, such as PAIRS=my_pairs.csv"),
        (("completion", "fish"), "name your shell; type: acceptability completion bash | zsh"),
    ],
)
def test_wrong_words_are_one_message(words, message, monkeypatch):
    with pytest.raises(SystemExit, match=f"^error: {re.escape(message)}$"):
        run(monkeypatch, *words)


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        (("RECORD=build/my demo", "PAPERS=my-papers"), ["build/my demo", "--papers", "my-papers"]),
        (("record=build/demo",), ["build/demo"]),
        (("build/demo",), ["build/demo"]),
    ],
)
def test_verify_has_the_options_of_make(words, arguments, monkeypatch):
    monkeypatch.setattr(verify, "main", lambda given: 7 if given == arguments else 1)
    with pytest.raises(SystemExit) as ended:
        run(monkeypatch, "verify", *words)
    assert ended.value.code == 7


def test_without_a_name_no_study_is_copied(tmp_path):
    command = [sys.executable, ROOT / "workflow/new_paper.py", "PAPERS=mine"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "error: make new-paper: add NAME=garden" in done.stderr
    assert not any(tmp_path.iterdir())


def test_an_installed_package_runs_a_copied_study_by_its_own_snakemake(monkeypatch, tmp_path):
    monkeypatch.setattr(installation, "IS_INSTALLED", True)
    *_, line = new_paper.write({"name": "my-study", "papers": f"{tmp_path}/my papers"}, tmp_path)
    words = shlex.split(line.partition("Then type: ")[2])
    assert words[:3] == [sys.executable, "-m", "snakemake"] and words[-1] == f"{tmp_path}/my papers"
    assert Path(words[words.index("--snakefile") + 1]).is_file()


def test_without_snakemake_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(terminal, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=re.escape("pip install 'acceptability[workflow]'")):
        run(monkeypatch, "score", "PAIRS=a.csv")


def test_prompts_are_written_in_the_folder_where_it_is_typed(tmp_path):
    (tmp_path / "pairs.csv").write_text(SMALL_PAIRS, encoding="utf-8")
    command = [
        sys.executable,
        "-c",
        "from acceptability.command.terminal import main; main()",
        "prompts",
        "PAIRS=pairs.csv",
    ]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "runs/pairs-prompts/prompts.csv").exists()


def completed(shell: str, script: str, *words: str) -> list[str]:
    """Return what a shell offers for the last of the words; in bash, `=` is a word of its own."""
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    typed = " ".join(f"'{word}'" for word in words)
    asked = f"COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; COMPREPLY=(); _acceptability; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    done = subprocess.run([shell, "-c", f"{script}\n{asked}"], capture_output=True, text=True, check=False)
    return done.stdout.split()


def test_bash_completes_commands_and_options(capsys, monkeypatch):
    run(monkeypatch, "completion", "bash")
    script = capsys.readouterr().out
    assert completed("bash", script, "acceptability", "") == [*terminal.PROGRAMS, "verify", "completion"]
    assert completed("bash", script, "acceptability", "sc") == ["score"]
    assert completed("bash", script, "acceptability", "check", "RAT") == ["RATINGS=", "RATING=", "RATERS="]
    assert (
        completed("bash", script, "acceptability", "prompts", "PAIRS", "=", "my") == []
    )  # a file, by the shell itself
    assert completed("bash", script, "acceptability", "verify", "") == ["RECORD=", "PAPERS="]
    assert completed("bash", script, "acceptability", "completion", "") == list(terminal.SHELLS)


def test_zsh_reads_the_same_script(capsys, monkeypatch):
    if not shutil.which("zsh"):
        pytest.skip("zsh is not installed")
    run(monkeypatch, "completion", "zsh")
    script = capsys.readouterr().out
    done = subprocess.run(
        ["zsh", "-fc", f"{script}\necho $_comps[acceptability]"], capture_output=True, text=True, check=False
    )
    assert "_bash_complete" in done.stdout and "_acceptability" in done.stdout, done.stderr
