"""Check sbom.json against the schema of CycloneDX. `make lint` runs it, in the environment of envs/separate/cyclonedx.txt."""

import sys
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

if __name__ == "__main__":
    text = (Path(__file__).parents[1] / "sbom.json").read_text(encoding="utf-8")
    if error := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        sys.exit(f"error: sbom.json: {error}")
