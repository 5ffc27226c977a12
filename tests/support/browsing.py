"""Headless Chromium, driven by selenium, for the tests and the benchmark of the explorer."""

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.support.ui import WebDriverWait

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def chromium(width: int = 1280, height: int = 900) -> Iterator[webdriver.Chrome]:
    """A fresh browser that logs its console and its requests."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    with tempfile.TemporaryDirectory() as profile:
        for flag in (*FLAGS, f"--user-data-dir={profile}", f"--window-size={width},{height}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
        driver.set_script_timeout(300)  # seconds, of a machine that does other things, too
        try:
            set_size(driver, width, height)
            requests(driver)  # those of the browser's own first page
            yield driver
        finally:
            driver.quit()


def set_size(driver: webdriver.Chrome, width: int, height: int, phone: bool = False) -> None:
    """The size of what is seen, in CSS pixels; a phone has a touch screen and no scroll bars."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": phone})


def open_page(driver: webdriver.Chrome, page: Path) -> None:
    """Open a file and wait until all of it is drawn."""
    driver.get(page.absolute().as_uri())
    ready = "return !document.querySelector('main').hasAttribute('aria-busy')"
    WebDriverWait(driver, 20).until(lambda _: driver.execute_script(ready))


def requests(driver: webdriver.Chrome) -> list[str]:
    """Addresses that the browser asked for since the last call."""
    messages = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    return [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]
