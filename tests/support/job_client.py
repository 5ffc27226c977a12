"""Stands for Python in Snakemake's jobs: ``python job_client.py SOCKET PYTHON arguments``; see ``job_server.py``.

A script goes to the server; everything else, and what fetches from the hub, to the real ``PYTHON``.
"""

import json
import os
import socket
import sys


def main(server: str, python: str, arguments: list[str]) -> int:
    if not arguments[0].endswith(".py") or arguments[0].endswith(".fetch_model.py"):
        os.execv(python, [python, *arguments])
    request = {"arguments": arguments, "folder": os.getcwd(), "environment": dict(os.environ)}
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(server)
        socket.send_fds(client, [b"x"], [0, 1, 2])
        client.sendall(json.dumps(request).encode() + b"\n")
        status = client.recv(1)
    return status[0] if status else 1  # without an answer it was killed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
