"""Declare keys that entries of several kinds of models have, as JSON Schema."""

from collections.abc import Mapping, Sequence

from acceptability.scoring.measures import MEASURES


def whole(description: str, minimum: int, maximum: int | None = None, **more: int) -> dict:
    """Return the schema of a whole number between two others."""
    limits = {"minimum": minimum} | ({} if maximum is None else {"maximum": maximum})
    return {"description": description, "type": "integer"} | limits | more


def number(description: str, **more: float) -> dict:
    """Return the schema of a number."""
    return {"description": description, "type": "number"} | more


def boolean(description: str, **more: bool) -> dict:
    """Return the schema of true or false."""
    return {"description": description, "type": "boolean"} | more


def text(description: str, **more: str | int) -> dict:
    """Return the schema of text."""
    return {"description": description, "type": "string"} | more


def section(description: str, properties: Mapping[str, dict], **more: list[str]) -> dict:
    """Return the schema of a section with these keys, and no others."""
    closed = {"type": "object", "additionalProperties": False}
    return {"description": description} | closed | more | {"properties": properties}


OF_STUDIES = {"of_studies": True}  # marks a key that entries of studies have, and those of users have not
LEARNING_RATE = number(
    "The greatest learning rate, after the warm-up. Write 0.0005, not 5e-4.", exclusiveMinimum=0, maximum=1
)
SEED = {"type": "integer", "minimum": 0}
THREADS = whole(
    "Number of processor threads. It changes the order of sums, and so the last digits of the weights.", 1, 64
)
CORPUS = text("The name of a corpus under `corpora`.")
TRAINED = {  # of models that are trained here on a corpus, with their own key `training`
    "corpus": text("The name of a corpus under `corpora`; the model is trained on it here.")
}
TRAINED_WITH = {"corpus": ["training"], "training": ["corpus"]}  # as dependentRequired
LAYERS = whole("Number of layers.", 1, 48)
HIDDEN = whole("Width of the layers.", 8, 4096)
CORPUS_EPOCHS = whole("Number of times that the corpus is seen.", 1, 1000)

FOLDER = {  # of models in the format of the Hugging Face library
    "hub": text(
        "Its name on the Hugging Face hub, such as owner/name.", pattern="^[A-Za-z0-9][\\w.-]*(/[A-Za-z0-9][\\w.-]*)?$"
    ),
    "revision": text(
        "Its commit on the hub: 40 digits and letters from a to f, found in the model's history there. "
        "Without this key, the newest commit is looked up once and recorded in resources/models/commits.json.",
        pattern="^[0-9a-f]{40}$",
    ),
    "keep_weights": boolean(
        "true or false: whether the weights that were fetched from the hub stay. If not, they are "
        "deleted once they have scored all sentences, and at most two such models are on the disk at once.",
        default=True,
    ),
    "path": text(
        "The folder with its files (config.json, safetensors weights, tokenizer). The path must not contain braces.",
        pattern="^[^{}]+$",
    ),
}
REGISTERED = {  # of models whose weights are one file
    "source": text(
        "The name of a GGUF file in resources/sources.tsv, or in sources.tsv of another folder of publications: it is "
        "fetched from there, and checked.",
        pattern="^[a-z0-9][a-z0-9._-]*[.]gguf$",
    )
}
ADAPTER = {
    "adapter": text(
        "A folder with an adapter (adapter_config.json, adapter_model.safetensors), such as LoRA, which is merged into "
        "the model in memory.",
        pattern="^[^{}]+$",
    )
}
ENDING = {
    "ending": boolean(
        "true puts the tokenizer's end-of-text token after the sentence, and scores it too.", default=False
    )
}
PRETRAINED = {  # of transformers
    "unigrams": text(
        "The name of a corpus under `corpora`, in which the model's tokens are counted. Measures such "
        "as slor need this key."
    ),
    "precision": {
        "description": "Precision of the weights and matrix products. `float32` and `bfloat16` anywhere; "
        "`tf32` and `float16` on a GPU only. If it is not "
        "`float32`, a sample is compared with `float32`.",
        "enum": ["float32", "tf32", "bfloat16", "float16"],
        "default": "float32",
    },
    "devices": {
        "description": "`one` puts the model on one GPU, and `all` spreads its layers over all GPUs of the computer, "
        "for a model too large for one GPU. `all` needs `shards: 1`, since shards would compete for the GPUs, and "
        "the package accelerate.",
        "enum": ["one", "all"],
        "default": "one",
    },
}


def one_of(*keys: str) -> dict:
    """Return the condition that an entry has one of these keys, and no two of them."""
    return {"oneOf": [{"required": [key]} for key in keys]}


def of_pretrained(*origins: str) -> dict:
    """Return the conditions of a transformer that comes from one of these keys.

    Its unigrams must be counted where a measure needs them, and what is spread over all GPUs is scored in one job.
    """
    by_unigrams = [name for name, measure in MEASURES.items() if "unigram_log_prob" in measure.needs]
    counted = {"required": ["unigrams"], "properties": {"unigrams": PRETRAINED["unigrams"]}}
    alone = {
        "description": "with `devices: all`, this must be 1, since shards would compete for the GPUs",
        "const": 1,
    }
    conditions: Sequence[dict] = [
        {
            "if": {"properties": {"measures": {"contains": {"enum": by_unigrams}}}, "required": ["measures"]},
            "then": counted,
        },
        {
            "if": {"properties": {"devices": {"const": "all"}}, "required": ["devices"]},
            "then": {"properties": {"shards": alone}},
        },
    ]
    return one_of(*origins) | {"allOf": conditions}
