"""Show the progress of a long step as a bar in its log and on the terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tqdm import tqdm


@contextmanager
def bar(unit: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a function that is told how many of a unit are done, and how many there are."""
    with tqdm(unit=f" {unit}", mininterval=1) as progress_bar:

        def progress(done: int, total: int) -> None:
            progress_bar.total = total
            progress_bar.update(done - progress_bar.n)

        yield progress
