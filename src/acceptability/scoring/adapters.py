"""Merge adapters, such as LoRA, into their base in memory, so that a plain model is scored."""

import sys
import warnings
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer as PlainTokenizer
from torch.nn import Parameter
from transformers import PreTrainedModel
from transformers import PreTrainedTokenizerBase as Tokenizer

from acceptability.errors import InputError
from acceptability.messages import Message, setting
from acceptability.sources import adapters, model_folder

VOCABULARIES = ("vocab.json", "added_tokens.json")  # of tokenizers that have no tokenizer.json
NAME = "default"  # of the adapter in the model, while there is one
PUT = Message("name the base with which it was trained (", setting("base"), ")")


def check(folder: Path) -> None:
    """Raise InputError where an adapter cannot be merged into any model, or the package that merges it is missing."""
    adapters.check(folder)
    if find_spec(adapters.PACKAGE) is None:
        raise InputError(
            f"{folder}: an adapter needs the package {adapters.PACKAGE}; install it (`make formats` in the project's "
            f"folder, or elsewhere {sys.executable} -m pip install {adapters.PACKAGE})"
        )


def merge(model: PreTrainedModel, tokenizer: Tokenizer, folder: Path) -> PreTrainedModel:
    """Return the model with an adapter merged into its weights; ``tokenizer`` is the base's.

    Raises InputError where the adapter was trained with another base or tokenizer, as far as layers, shapes and tokens
    tell it. The library leaves out or makes up what does not fit, without an error.
    """
    _check_tokens(tokenizer, folder)
    from peft import PeftConfig, PeftModel

    embeddings, head = model.get_input_embeddings(), model.get_output_embeddings()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about missing weights and tied ones, to which the next lines see
        config = PeftConfig.from_pretrained(str(folder))
        config.inference_mode = True
        try:
            with_adapter = PeftModel(model, config, NAME)
            loaded = with_adapter.load_adapter(str(folder), NAME)
            _check_whole(loaded, model, folder)
            is_changed = (model.get_input_embeddings(), model.get_output_embeddings()) != (embeddings, head)
            if is_changed and head.weight is embeddings.weight:  # then each is changed only as its adapter says
                head.weight = Parameter(head.weight.detach().clone(), requires_grad=False)
                model.config.tie_word_embeddings = False
            return with_adapter.merge_and_unload(safe_merge=True).eval()
        except (RuntimeError, ValueError, KeyError, TypeError, AttributeError, AssertionError) as error:
            message = " ".join(str(error).split())[:300]
            raise InputError(
                f"{folder}: does not fit the model that is given as its base ({message}); ", PUT
            ) from error


def _check_whole(loaded: Any, model: PreTrainedModel, folder: Path) -> None:
    """Raise InputError where the base has parts that the adapter has no weights for, or lacks some that it has."""
    layers = getattr(model.config.get_text_config(), "num_hidden_layers", "an unknown number of")
    for keys, fault in (
        (loaded.missing_keys, "no weights for {} parts that it is to change there"),
        (loaded.unexpected_keys, "weights for {} parts that are not there"),
    ):
        if keys:
            raise InputError(
                f"{folder}: was trained with another model than the one that is given as its base, of {layers} "
                f"layers: the adapter has {fault.format(len(keys))}, the first {keys[0]}; ",
                PUT,
            )


def _check_tokens(tokenizer: Tokenizer, folder: Path) -> None:
    """Raise InputError where the adapter's folder has a tokenizer with tokens that its base has not."""
    base, files = tokenizer.get_vocab(), ["tokenizer.json"]
    if (folder / files[0]).is_file():
        vocabulary = PlainTokenizer.from_file(str(folder / files[0])).get_vocab(with_added_tokens=True)
    else:
        files = [name for name in VOCABULARIES if (folder / name).is_file()]
        vocabulary = {token: number for name in files for token, number in model_folder.read(folder, name).items()}
    if more := [token for token, number in vocabulary.items() if base.get(token) != number]:
        raise InputError(
            f"{folder}: its tokenizer has {len(more)} tokens that its base has not, or has under other numbers, "
            f"the first {more[0]!r}. If the base was resized for them, merge the adapter in Python, and name the new "
            "folder: from peft import PeftModel; from transformers import AutoModelForCausalLM, AutoTokenizer; "
            "tokenizer = AutoTokenizer.from_pretrained(FOLDER); base = AutoModelForCausalLM.from_pretrained(BASE); "
            "base.resize_token_embeddings(len(tokenizer)); PeftModel.from_pretrained(base, FOLDER).merge_and_unload("
            "safe_merge=True).save_pretrained('merged'); tokenizer.save_pretrained('merged'). If they play no part, "
            f"remove {' and '.join(files)} from the adapter's folder"
        )
