"""Fetch models from the Hugging Face hub, at a pinned commit: weights as safetensors, configuration, tokenizer."""

from fnmatch import fnmatch
from pathlib import Path

from httpx2 import HTTPError
from huggingface_hub import HfApi, snapshot_download
from huggingface_hub.errors import (
    GatedRepoError,
    HfHubHTTPError,
    LocalEntryNotFoundError,
    OfflineModeIsEnabled,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)

from acceptability.errors import InputError
from acceptability.messages import Setting
from acceptability.sources.commits import SECONDS, reason, within
from acceptability.sources.model_files import PATTERNS, missing


def fetch(name: str, revision: str, folder: Path) -> None:
    """Put the model's files of this commit into a folder. Whole ones are kept, half-fetched ones resumed.

    Raises InputError if the hub cannot be reached, lacks or refuses the model or the commit, or if the commit has no
    safetensors weights. The last is known before anything is downloaded.
    """
    _download(name, revision, local_dir=folder)


def cached(name: str, revision: str) -> Path:
    """Return the model's folder in the cache of the hub's library, downloaded if needed. Raises what fetch does."""
    return _download(name, revision)


def _download(name: str, revision: str, **target: Path) -> Path:
    place = f"{name} at {revision}"
    try:
        listed = within(SECONDS, lambda: _files(name, revision))
        files = [file for file in listed if any(fnmatch(file, pattern) for pattern in PATTERNS) and "/" not in file]
        if what := missing(files):
            raise InputError(
                f"{place}: has no {what}; only safetensors weights are loaded: choose a revision with them"
            )
        folder = Path(snapshot_download(name, revision=revision, allow_patterns=files, **target))
    except RevisionNotFoundError as error:
        raise InputError(f"{place}: the hub has no such revision; copy the commit from the model's history") from error
    except GatedRepoError as error:
        raise InputError(
            f"{place}: is available only after you accept its terms: do so on its page, then run `hf auth login`"
        ) from error
    except RepositoryNotFoundError as error:
        raise InputError(f"{place}: the hub has no such model; correct its name") from error
    except (
        LocalEntryNotFoundError,
        OfflineModeIsEnabled,
        HfHubHTTPError,
        HTTPError,
        ConnectionError,
        TimeoutError,
    ) as error:
        raise _interrupted(place, reason(error)) from error
    if absent := [file for file in files if not (folder / file).is_file()]:  # the library may return without a word
        raise _interrupted(place, f"{absent[0]} is missing")
    return folder


def _files(name: str, revision: str) -> list[str]:
    """List the files of a model, without the many tries of the library where the hub does not answer."""
    files = HfApi().model_info(name, revision=revision, timeout=SECONDS).siblings or []
    return [file.rfilename for file in files]


def _interrupted(place: str, why: str) -> InputError:
    return InputError(
        f"{place}: cannot be fetched from the Hugging Face hub ({why}); run the same command again with a network "
        "connection (the download resumes), or put the model's files into a folder and name that folder: ",
        Setting("MODEL=folder", "path: folder", "model='folder'", "MODEL=folder (in a configuration, path: folder)"),
    )
