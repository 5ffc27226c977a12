"""A process that has imported Snakemake once and runs it in forks: half of the time of a dry run is these imports.

It reads one request a line, ``{"folder", "arguments", "environment"}``, and answers with ``{"status", "output"}``. Its
argument is the program that Snakemake takes as Python for its jobs: one that runs them in forks, too.
"""

import atexit
import gc
import json
import os
import signal
import sys
import tempfile
import traceback

import jsonschema  # noqa: F401  what the Snakefile imports
import pandas  # noqa: F401
import snakemake.cli
import yaml  # noqa: F401

SECONDS = 1800  # only what hangs is ended: other tests may run beside


def run(folder: str, arguments: list[str], environment: dict[str, str]) -> None:
    """Snakemake, in a fork, as `python -m snakemake` runs it."""
    signal.alarm(SECONDS)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[0] = folder  # where a module is looked for first
    sys.executable = sys.argv[1]
    sys.argv = ["snakemake", *arguments]
    snakemake.cli.main()


def main() -> None:
    gc.freeze()  # forks need not search what was imported for garbage
    for line in sys.stdin:
        request = json.loads(line)
        with tempfile.TemporaryFile() as output:
            sys.stdout.flush()
            if not (child := os.fork()):
                nothing = os.open(os.devnull, os.O_RDONLY)
                for number, name in ((nothing, 0), (output.fileno(), 1), (output.fileno(), 2)):
                    os.dup2(number, name)
                status = 1
                try:
                    run(**request)
                except SystemExit as end:  # as Python ends itself: a number, nothing, or words
                    status = end.code if isinstance(end.code, int) else int(end.code is not None)
                    if isinstance(end.code, str):
                        print(end.code, file=sys.stderr)
                except BaseException:
                    traceback.print_exc()
                finally:
                    atexit._run_exitfuncs()  # `make score` has its last words there
                    sys.stdout.flush()
                    sys.stderr.flush()
                    os._exit(status)
            _, status = os.waitpid(child, 0)
            output.seek(0)
            text = output.read().decode(errors="replace")
        print(json.dumps({"status": os.waitstatus_to_exitcode(status), "output": text}), flush=True)


if __name__ == "__main__":
    main()
