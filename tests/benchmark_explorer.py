"""First paint, slider step and size of the page to explore pairs, in headless Chromium: called by benchmark.py."""

import statistics
import sys
from pathlib import Path

from browsing import chromium, open_page

OPENINGS = 5
# Moves the slider, one step after the other; each ends when the browser has painted what the step changed.
STEPS = """
const done = arguments[0], slider = document.getElementById("delta-slider"), times = [];
function step() {
  if (times.length === 60) return done(times);
  const start = performance.now();
  slider.value = 0.1 + 0.05 * times.length;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  requestAnimationFrame(() => setTimeout(() => { times.push(performance.now() - start); step(); }));
}
step();
"""
PAINT = "return performance.getEntriesByName('first-contentful-paint')[0].startTime"
DRAWN = "return performance.getEntriesByName('drawn')[0].startTime"


def main(page: Path) -> None:
    with chromium() as driver:
        paints, drawn = [], []
        for _ in range(OPENINGS):
            open_page(driver, page)
            paints.append(driver.execute_script(PAINT))
            drawn.append(driver.execute_script(DRAWN))
        pairs = driver.execute_script("return current().dataset.all.length")
        rows = driver.execute_script("return current().dataset.rows.length")
        steps = driver.execute_async_script(STEPS)
    print(f"the explorer, with {pairs:,} pairs and {rows} rows of systems:")
    print(f"  first paint          {max(paints) / 1e3:6.2f} s   (goal ≤ 2 s); all drawn {max(drawn) / 1e3:.2f} s")
    print(
        f"  a step of the slider {statistics.median(steps):6.0f} ms  (goal ≤ 100 ms); the slowest {max(steps):.0f} ms"
    )
    print(f"  the page             {page.stat().st_size / 1e6:6.2f} MB  (goal ≤ 5 MB)")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
