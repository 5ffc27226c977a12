"""Models from the Hugging Face hub, at a pinned commit: weights as safetensors, configuration, tokenizer."""

from pathlib import Path

from huggingface_hub import snapshot_download
from huggingface_hub.errors import (
    GatedRepoError,
    HfHubHTTPError,
    LocalEntryNotFoundError,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)

from acceptability.errors import InputError
from acceptability.model_files import CONFIG, EXTRAS, TOKENIZER, WEIGHTS, missing


def fetch(name: str, revision: str, folder: Path) -> None:
    """Put the model's files of this commit into a folder. What is already there is kept, half files are gone on with.

    Raises InputError where the hub cannot be reached, does not have or does not give the model or the commit, and
    where the commit has no safetensors weights.
    """
    place = f"{name} at {revision}"
    try:
        snapshot_download(
            name,
            revision=revision,
            local_dir=folder,
            allow_patterns=[*CONFIG, *WEIGHTS, *TOKENIZER, *EXTRAS],
            ignore_patterns=["*/*"],
        )
    except RevisionNotFoundError as error:
        raise InputError(f"{place}: the hub has no such revision; copy the commit from the model's history") from error
    except GatedRepoError as error:
        raise InputError(
            f"{place}: is given only to those who accept its terms; accept them on its page, then run `hf auth login`"
        ) from error
    except RepositoryNotFoundError as error:
        raise InputError(f"{place}: the hub has no such model; correct the key hub") from error
    except (LocalEntryNotFoundError, HfHubHTTPError) as error:
        raise InputError(
            f"{place}: cannot be fetched ({' '.join(str(error).split())[:160]}); try again where there is a network, "
            "it goes on where it stopped; or put the files into a folder and name it with the key path"
        ) from error
    if what := missing(folder):
        raise InputError(f"{place}: has no {what}; only safetensors weights are loaded: choose a revision with them")
