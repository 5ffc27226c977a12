"""Write codemeta.json, .zenodo.json, codecheck.yml and sbom.json. `make docs` runs it.

CITATION.cff is the only place of what they share: title, abstract, authors, version, date, licence, keywords and, as
soon as the owner has added them, repository and DOI (RELEASING.md).
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
# Scopes of CycloneDX: what a run needs, what further models need, and what only tests and documentation need.
SCOPES = {"requirements": "required", "requirements-neural": "optional", "requirements-formats": "optional"}
SCOPES |= {"requirements-dev": "excluded"}
PIN = re.compile(r"^([\w.-]+)==(\S+)", re.MULTILINE)
# An entry of a lock: name, version, marker and checksums.
HASHES = r"(?: \\\n +--hash=sha256:[0-9a-f]{64})+"
ENTRY = re.compile(rf"^([\w.-]+)(?:\[[^\]]+\])?==(\S+)(?: ; (.*?))?({HASHES})", re.MULTILINE)
KENLM = ROOT / "src/acceptability/kinds/ngram/kenlm.txt"


def name_of(author: dict[str, str]) -> str:
    """Return the name of an author: of an organisation, or of a person, family name first."""
    return author.get("name") or f"{author['family-names']}, {author['given-names']}"


def codemeta() -> str:
    """Return codemeta.json."""
    optional = {"codeRepository": CITATION.get("repository-code"), "identifier": CITATION.get("doi")}
    return as_json(
        {
            "@context": "https://w3id.org/codemeta/3.0",
            "@type": "SoftwareSourceCode",
            "name": CITATION["title"],
            "description": CITATION["abstract"],
            "author": [author_of(author) for author in CITATION["authors"]],
            "version": CITATION["version"],
            "datePublished": str(CITATION["date-released"]),
            "license": f"https://spdx.org/licenses/{CITATION['license']}",
            "keywords": CITATION["keywords"],
            "programmingLanguage": ["Python", "Snakemake"],
            "operatingSystem": ["Linux", "macOS"],
            "referencePublication": [
                {"@type": "ScholarlyArticle", "name": paper["title"]} for paper in CITATION["references"]
            ],
        }
        | {key: value for key, value in optional.items() if value}
    )


def author_of(author: dict[str, str]) -> dict[str, str]:
    """Return an author as schema.org describes one."""
    if "name" in author:
        return {"@type": "Organization", "name": author["name"]}
    person = {"@type": "Person", "familyName": author["family-names"], "givenName": author["given-names"]}
    return person | ({"@id": author["orcid"]} if "orcid" in author else {})


def zenodo() -> str:
    """Return .zenodo.json, from which Zenodo describes an archived release."""
    identifiers = [
        {"name": name_of(author)} | ({"orcid": author["orcid"].rpartition("/")[2]} if "orcid" in author else {})
        for author in CITATION["authors"]
    ]
    return as_json(
        {
            "upload_type": "software",
            "title": CITATION["title"],
            "description": CITATION["abstract"],
            "creators": identifiers,
            "version": CITATION["version"],
            "publication_date": str(CITATION["date-released"]),
            "license": CITATION["license"],
            "keywords": CITATION["keywords"],
        }
    )


def codecheck() -> str:
    """Return codecheck.yml: the files that a checker of the main run makes again. The checker adds the rest."""
    config = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    manifest = []
    for study in config["studies"]:
        title = yaml.safe_load((ROOT / f"paper/{study}/study.yaml").read_text(encoding="utf-8"))["title"]
        manifest.append({"file": f"results/reports/{study}.pdf", "comment": f"report: {title}"})
        comment = "every printed number beside the recomputed one, with a verdict"
        manifest.append({"file": f"results/tables/{study}/reproduction.csv", "comment": comment})
    content = {
        "version": "https://codecheck.org.uk/spec/config/1.0/",
        "manifest": manifest,
        "paper": {"title": CITATION["title"], "authors": [{"name": name_of(one)} for one in CITATION["authors"]]},
    }
    head = "# Written by docs/describe_release.py. `make paper` makes the files; docs/reproduce.md lists numbers.\n"
    end = "# The checker adds: codechecker, report, and as wanted summary, repository, check_time, certificate.\n"
    return f"{head}---\n{yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=120)}{end}"


def sbom() -> str:
    """Return the bill of materials: the packages of envs/locks, and KenLM, as CycloneDX 1.6."""
    packages: dict[str, dict[str, Any]] = {}
    for name, scope in SCOPES.items():
        for entry in ENTRY.findall((ROOT / f"envs/locks/{name}.txt").read_text(encoding="utf-8")):
            described = locked_package(*entry, scope)
            packages.setdefault(described["bom-ref"], described)
    licence = [{"license": {"id": CITATION["license"]}}]
    subject = {"type": "application", "bom-ref": "acceptability", "name": "acceptability"}
    subject |= {"version": CITATION["version"], "licenses": licence}
    content = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "metadata": {"component": subject}}
    components = [*(described for _, described in sorted(packages.items())), kenlm()]
    lines = ",\n".join(json.dumps(component) for component in components)  # one for each: its files have many checksums
    head, end = as_json(content | {"components": []}).split("[]\n")
    return f"{head}[\n{lines}\n ]\n{end}"


def package(name: str, version: str, scope: str) -> dict[str, Any]:
    """Return a package of the Python package index."""
    purl = f"pkg:pypi/{re.sub('[-_.]+', '-', name).lower()}@{version}"
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "scope": scope, "purl": purl}


def locked_package(name: str, version: str, marker: str, checksums: str, scope: str) -> dict[str, Any]:
    """Return a package of a lock: with the checksums of its files for all systems, and where it is needed."""
    described = package(name, version, scope)
    hashes = [{"alg": "SHA-256", "content": checksum} for checksum in re.findall(r"sha256:(\w+)", checksums)]
    files = {"type": "distribution", "url": described["purl"], "hashes": hashes}
    properties = {"properties": [{"name": "python:marker", "value": marker}]} if marker else {}
    return described | {"externalReferences": [files]} | properties


def kenlm() -> dict[str, Any]:
    """Return KenLM, whose programs are compiled from a release of its Python package's sources."""
    text = KENLM.read_text(encoding="utf-8")
    ((name, version),) = PIN.findall(text)
    (checksum,) = re.findall(r"sha256:([0-9a-f]{64})", text)
    hashes = [{"alg": "SHA-256", "content": checksum}]
    return package(name, version, "required") | {"bom-ref": "kenlm-sources", "hashes": hashes}


def as_json(content: dict[str, Any]) -> str:
    """Return the text of a JSON file."""
    return f"{json.dumps(content, ensure_ascii=False, indent=1)}\n"


FILES: dict[str, Callable[[], str]] = {
    "codemeta.json": codemeta,
    ".zenodo.json": zenodo,
    "codecheck.yml": codecheck,
    "sbom.json": sbom,
}

if __name__ == "__main__":
    for name, content in FILES.items():
        (ROOT / name).write_text(content(), encoding="utf-8")
