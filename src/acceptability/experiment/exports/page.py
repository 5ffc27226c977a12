"""Write the experiment as one file, index.html, which contains jsPsych, the sentences and the texts."""

import json
import re
from dataclasses import asdict
from hashlib import sha256
from html import escape
from pathlib import Path

from acceptability import installation
from acceptability.contracts import io
from acceptability.experiment.design import Design
from acceptability.experiment.texts import unfilled

RESOURCES = installation.FOLDER / "resources"
STYLE = "jspsych-jspsych.css"
SCRIPTS = [
    "jspsych-index.browser.min.js",
    "plugin-html-button-response-index.browser.min.js",
    "plugin-html-slider-response-index.browser.min.js",
    "plugin-survey-html-form-index.browser.min.js",
]
SOURCES = [STYLE, *SCRIPTS]  # registered files, which must be in resources/raw
LICENCE = "LICENSE-jspsych.txt"


def write(design: Design, folder: Path) -> list[str]:
    """Write index.html and the licence of jsPsych into a folder, and return what to say about them."""
    library = {name: io.read_text(RESOURCES / "raw" / name) for name in SOURCES}
    page_files = {name: io.read_text(RESOURCES / "experiment" / name) for name in ("page.css", "page.js", LICENCE)}
    io.write_text(page(design, library, page_files), folder / "index.html")
    io.write_text(page_files[LICENCE], folder / LICENCE)
    return []


def page(design: Design, library: dict[str, str], page_files: dict[str, str]) -> str:
    """Return the page.

    All rows of answers have its ``version``, which changes with everything that participants see. ``library`` has the
    texts of SOURCES, ``page_files`` those of page.css, page.js and the licence. No sentence can end the script that it
    is in, because its ``<`` is written as an escape.
    """
    texts = design.texts
    saving = texts["save"].partition(":")[0]
    scripts = [*(library[name] for name in SCRIPTS), page_files["page.js"]]
    content = asdict(design) | {"unfilled": unfilled(texts)}
    content["version"] = sha256(json.dumps(content).encode()).hexdigest()[:8]
    data = json.dumps(content, ensure_ascii=False).replace("<", "\\u003c")
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{escape(texts["language"])}" dir="{escape(texts["direction"])}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(texts['title'])}</title>",
        f"<!--\njsPsych and its plugins, which are in this page:\n\n{page_files[LICENCE]}-->",
        *(['<script src="jatos.js"></script>'] if saving == "jatos" else []),
        f"<style>\n{_without_fonts(library[STYLE])}\n{page_files['page.css']}</style>",
        "</head>",
        "<body>",
        '<div id="notice" role="alert" tabindex="0" hidden></div>',
        '<div id="live" class="unseen" role="status"></div>',
        '<main id="page"></main>',
        f'<script type="application/json" id="experiment">{data}</script>',
        *(f"<script>\n{_without_map(script)}\n</script>" for script in scripts),
        "</body>",
        "</html>",
    ]
    return "\n".join(parts) + "\n"


def _without_fonts(style: str) -> str:
    """Return a style sheet without its comments and embedded fonts, which make up most of it."""
    style = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
    return re.sub(r"\n\s*\n+", "\n", re.sub(r"@font-face\s*{[^}]*}", "", style)).strip()


def _without_map(script: str) -> str:
    """Return a script without the address of its source map, which a browser would ask for."""
    return re.sub(r"^//# sourceMappingURL=.*$", "", script, flags=re.MULTILINE).strip()
