"""A process that has imported the libraries of the workflow's scripts once and runs each script in a fork.

Imports are most of a short job: a second for pandas, SciPy and Matplotlib, four with PyTorch and transformers. Its argument
is the path of a Unix socket. Snakemake's jobs reach it through ``job_client.py``, which sends ``{"arguments", "folder",
"environment"}`` with its standard input, output and error, and gets the exit status back. It ends with its standard input.
"""

import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
import threading
import traceback
from contextlib import suppress

LIBRARIES = (
    *("altair", "matplotlib.backends.backend_pdf", "matplotlib.pyplot", "pandas", "scipy.optimize", "scipy.stats"),
    *("seaborn", "snakemake.script", "yaml"),
    *("transformers.models.bert.modeling_bert", "transformers.models.gpt2.modeling_gpt2"),
)


def run(arguments: list[str], folder: str, environment: dict[str, str]) -> None:
    """Run a script as ``python script`` would."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = arguments
    sys.path[:1] = [os.path.dirname(arguments[0]), *filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))]
    main = type(sys)("__main__")
    main.__file__ = arguments[0]
    sys.modules["__main__"] = main
    with open(arguments[0], encoding="utf-8") as file:
        code = compile(file.read(), arguments[0], "exec")
    exec(code, main.__dict__)


def answer(client: socket.socket) -> None:
    """Run the job of a client, in a fork, and send its exit status."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with client.makefile() as lines:
        _, streams, _, _ = socket.recv_fds(client, 1, 3)
        request = json.loads(lines.readline())
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)

    def end_with_the_client() -> None:
        if not client.recv(1):
            os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=end_with_the_client, daemon=True).start()
    status = 1
    try:
        run(**request)
        status = 0
    except SystemExit as end:  # as Python ends itself: a number, nothing, or words
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        client.sendall(bytes([status]))
        os._exit(status)


def main(path: str) -> None:
    """Answer clients at ``path`` until standard input ends."""
    # They are read at import. Jobs that use the hub do not come here; Snakemake gives the others one thread for BLAS.
    os.environ |= {"HF_HUB_OFFLINE": "1", "MPLBACKEND": "agg", "OPENBLAS_NUM_THREADS": "1"}
    for name in LIBRARIES:
        with suppress(ImportError):  # an environment without neural models
            importlib.import_module(name)
    gc.freeze()  # forks need not search half a million imported objects for garbage
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # no zombies
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path)
        server.listen(64)
        print("ready", flush=True)
        while True:
            ready, _, _ = select.select([server, sys.stdin], [], [])
            if sys.stdin in ready:
                break
            client, _ = server.accept()
            if not os.fork():
                server.close()
                answer(client)
            client.close()


if __name__ == "__main__":
    main(sys.argv[1])
