"""Print the values of lines of Python in the environment of another program, to which ours are compared.

Reads a JSON object from the standard input: ``setup``, lines that are run first, and ``lines``, expressions. The last
line that is printed is a JSON list: for each expression its numbers, one after the other.
"""

import json
import os
import sys
from collections.abc import Iterator

os.environ["HF_HUB_OFFLINE"] = "1"


def numbers(value: object) -> Iterator[float]:
    """Yield all numbers of a nested value, in their order."""
    if isinstance(value, str):
        return
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for one in value:
            yield from numbers(one)
    else:
        yield float(value)


if __name__ == "__main__":
    asked, names = json.load(sys.stdin), {}
    exec(asked["setup"], names)
    print(json.dumps([list(numbers(eval(line, names))) for line in asked["lines"]]))
