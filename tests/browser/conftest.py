"""A browser, and the page to explore pairs open in it."""

from pathlib import Path

import pytest

from browsing import chromium, open_page, requests, set_size
from helpers import MIRROR, debian_packages


@pytest.fixture(scope="session", autouse=True)
def chromium_is_here() -> None:
    debian_packages("chromedriver", "chromium", "chromium-driver")


@pytest.fixture(scope="session")
def run(request) -> Path:
    """A finished run: of the paper where there is a mirror, else of the demo."""
    return request.getfixturevalue("paper" if MIRROR else "demo")


@pytest.fixture(scope="session")
def browser():
    with chromium() as driver:
        yield driver


@pytest.fixture
def page(run, browser):
    """The open page; after the test, nothing may have been asked for but itself, and the console must be empty."""
    set_size(browser, 1280, 900)
    requests(browser), browser.get_log("browser")
    path = run / "results/explorer/index.html"
    open_page(browser, path)
    yield browser
    assert requests(browser) == [path.as_uri()]
    assert browser.get_log("browser") == []


@pytest.fixture
def key(run) -> str:
    """The dataset of the run."""
    return "li-adger" if MIRROR else "toy-simulated"
