"""Validate a folder as a Workflow Run RO-Crate, without a network: build/roc_validator/bin/python validate_record.py FOLDER.

Prints what the profile requires and the folder lacks, and exits with 1 if there is anything.
"""

import sys
from io import BytesIO
from pathlib import Path

import requests
import rocrate
from rocrate.rocrate import ROCrate
from rocrate_validator import models, services
from urllib3 import HTTPResponse

# The package rocrate has the context of RO-Crate 1.2. That of 1.1 has older names of Bioschemas.
CONTEXT = (Path(rocrate.__file__).parent / "data/ro-crate.jsonld").read_text(encoding="utf-8")
CONTEXT = CONTEXT.replace("https://bioschemas.org/terms/", "https://bioschemas.org/")


def answer(_: object, request: requests.PreparedRequest, **__: object) -> requests.Response:
    """Return the context, in place of what the network would send."""
    if not request.url.startswith("https://w3id.org/ro/crate/1.1/context"):
        raise requests.ConnectionError(request.url)
    response = requests.Response()
    response.status_code, response.url, response.request = 200, request.url, request
    response.headers["Content-Type"] = "application/ld+json"
    response.raw = HTTPResponse(BytesIO(CONTEXT.encode()), response.headers, status=200, preload_content=False)
    return response


if __name__ == "__main__":
    requests.adapters.HTTPAdapter.send = answer
    ROCrate(sys.argv[1])  # raises ValueError for what it cannot open
    settings = services.ValidationSettings(
        rocrate_uri=sys.argv[1],
        profile_identifier="workflow-run-crate",
        requirement_severity=models.Severity.REQUIRED,
    )
    issues = services.validate(settings).get_issues()
    print(*(issue.message for issue in issues), sep="\n")
    sys.exit(bool(issues))
