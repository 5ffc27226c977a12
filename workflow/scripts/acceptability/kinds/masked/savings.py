"""Masked language models: logits at the masked place of each copy, without work that cannot change them.

- The last layer is computed for the masked place only. Its keys and values are not computed at all: with query q, the
  key of a state h is W h + b, and q · (W h + b) = (Wᵀ q) · h + q · b, whose last term is the same for all places, so
  that the softmax drops it. The attention's weights a sum to 1, so Σ a (W h + b) = W (Σ a h) + b.
- The projections of the first layer (queries, keys, values) depend on a token and its place alone: they are computed
  once for all copies of a batch that have the same token at the same place.
- The vocabulary projection is computed for the masked place only, for all architectures.

The first two are for the architectures of ``ARCHITECTURES``, whose layers are computed here as the library does. All
others, and models that somebody has changed, are computed in the library's way.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, repeat

import numpy as np
import torch
from torch import Tensor, nn
from transformers import PreTrainedModel
from transformers.models.albert import modeling_albert as albert
from transformers.models.bert import modeling_bert as bert
from transformers.models.camembert import modeling_camembert as camembert
from transformers.models.distilbert import modeling_distilbert as distilbert
from transformers.models.electra import modeling_electra as electra
from transformers.models.roberta import modeling_roberta as roberta
from transformers.models.xlm_roberta import modeling_xlm_roberta as xlm_roberta

from acceptability.scoring import forwards


@dataclass(frozen=True)
class Parts:
    """A layer's parts. ``rest`` gives its output from what the heads return and from its input."""

    query: nn.Linear
    key: nn.Linear
    value: nn.Linear
    heads: int
    inner: int  # width of the feed-forward network
    rest: Callable[[Tensor, Tensor], Tensor]


def _bert_layers(model: PreTrainedModel) -> list[nn.Module]:
    return list(model.base_model.encoder.layer)


def _bert_parts(layer: nn.Module) -> Parts:
    heads = layer.attention.self

    def rest(mixed: Tensor, states: Tensor) -> Tensor:
        return layer.feed_forward_chunk(layer.attention.output(mixed, states))

    inner = layer.intermediate.dense.out_features
    return Parts(heads.query, heads.key, heads.value, heads.num_attention_heads, inner, rest)


def _distilbert_layers(model: PreTrainedModel) -> list[nn.Module]:
    return list(model.base_model.transformer.layer)


def _distilbert_parts(layer: nn.Module) -> Parts:
    heads = layer.attention

    def rest(mixed: Tensor, states: Tensor) -> Tensor:
        attended = layer.sa_layer_norm(heads.out_lin(mixed) + states)
        return layer.output_layer_norm(layer.ffn(attended) + attended)

    return Parts(heads.q_lin, heads.k_lin, heads.v_lin, heads.n_heads, layer.ffn.lin1.out_features, rest)


def _albert_layers(model: PreTrainedModel) -> list[nn.Module]:
    """Return the layers in the order in which they are computed: each of them several times."""
    count, groups = model.config.num_hidden_layers, model.base_model.encoder.albert_layer_groups
    return [layer for number in range(count) for layer in groups[int(number / (count / len(groups)))].albert_layers]


def _albert_parts(layer: nn.Module) -> Parts:
    heads = layer.attention

    def rest(mixed: Tensor, states: Tensor) -> Tensor:
        attended = heads.LayerNorm(states + heads.dense(mixed))
        return layer.full_layer_layer_norm(layer.ff_chunk(attended) + attended)

    return Parts(heads.query, heads.key, heads.value, heads.num_attention_heads, layer.ffn.out_features, rest)


# The class of a model; its layers in order, the class of each, and its parts.
ARCHITECTURES = {
    bert.BertForMaskedLM: (_bert_layers, bert.BertLayer, _bert_parts),
    roberta.RobertaForMaskedLM: (_bert_layers, roberta.RobertaLayer, _bert_parts),
    xlm_roberta.XLMRobertaForMaskedLM: (_bert_layers, xlm_roberta.XLMRobertaLayer, _bert_parts),
    camembert.CamembertForMaskedLM: (_bert_layers, camembert.CamembertLayer, _bert_parts),
    electra.ElectraForMaskedLM: (_bert_layers, electra.ElectraLayer, _bert_parts),
    distilbert.DistilBertForMaskedLM: (_distilbert_layers, distilbert.TransformerBlock, _distilbert_parts),
    albert.AlbertForMaskedLM: (_albert_layers, albert.AlbertLayer, _albert_parts),
}


def known_layers(model: PreTrainedModel) -> tuple[list[nn.Module], Callable[[nn.Module], Parts]] | None:
    """The model's layers in order, and what tells their parts. None where they have to be computed by the library.

    That is so for other architectures, decoders, models in training, layers of another class or with other
    projections (adapters), and layers with hooks or a forward function of their own (several devices).
    """
    if type(model) not in ARCHITECTURES or model.training or getattr(model.config, "is_decoder", False):
        return None
    layers_of, layer_class, parts_of = ARCHITECTURES[type(model)]
    layers = layers_of(model)
    for layer in layers:
        if type(layer) is not layer_class or any(map(_changed, layer.modules())):
            return None
        parts = parts_of(layer)
        if any(type(projection) is not nn.Linear for projection in (parts.query, parts.key, parts.value)):
            return None
    return layers, parts_of


def _changed(module: nn.Module) -> bool:
    return bool("forward" in vars(module) or module._forward_hooks or module._forward_pre_hooks)


class Predictor:
    """Logits at one place of each copy, with exact savings where ``savings`` and the model allow them.

    ``done`` and ``plain`` count multiply-adds of matrix products: those of all calls so far, and what these would have
    been without the savings in layers. Both stay 0 where no layers are saved.
    """

    def __init__(self, model: PreTrainedModel, savings: bool = True) -> None:
        self.model, self.done, self.plain = model, 0, 0
        self.known = known_layers(model) if savings else None

    def __call__(self, ids: np.ndarray, places: np.ndarray) -> Tensor:
        """Logits (rows × vocabulary) in float32; ``ids`` is rows × length, without padding, ``places`` one a row."""
        # Padding would move the places of RoBERTa's tokens.
        plainly = self.known is None or (ids == self.model.config.pad_token_id).any()
        rows, at = (torch.from_numpy(x).to(self.model.device) for x in (ids, places))
        with _kept(self.model.base_model, at) if plainly else self._saved(rows, at):
            return self.model(input_ids=rows, return_dict=True).logits[:, 0].float()

    def report(self, *others: "Predictor") -> str:
        """Return one line for the log: of this predictor, and of others for the same model that shared its work."""
        if self.known is None:
            return f"no exact savings: exact_savings is false, or {type(self.model).__name__} allows none"
        done, plain = (sum(getattr(one, name) for one in (self, *others)) for name in ("done", "plain"))
        if not plain:
            return "no exact savings: all sentences have padding tokens in them"
        return f"{done:.4g} multiply-adds instead of {plain:.4g}: {1 - done / plain:.1%} saved"

    @contextmanager
    def _saved(self, ids: Tensor, at: Tensor) -> Iterator[None]:
        layers, parts_of = self.known
        first, last = parts_of(layers[0]), parts_of(layers[-1])
        examples, same = _distinct(ids)

        def once(projection: nn.Linear) -> Callable[[Tensor], Tensor]:
            return lambda states: nn.functional.linear(
                states.flatten(0, 1)[examples], projection.weight, projection.bias
            )[same]

        # ALBERT's first and last layer are one module, which is called for each of its layers.
        changes = {layers[-1]: [*repeat(layers[-1].forward, layers[:-1].count(layers[-1])), _last_layer(last, at)]}
        if len(layers) > 1:
            for projection in (first.query, first.key, first.value):
                changes[projection] = chain([once(projection)], repeat(projection.forward))
        with forwards.in_turn(changes):
            yield
        sizes = self._sizes(last)
        self.plain += operations(*ids.shape, len(layers), **sizes)
        self.done += operations(*ids.shape, len(layers), **sizes, heads=last.heads, distinct=len(examples))

    def _sizes(self, parts: Parts) -> dict[str, int]:
        vocabulary, embedding = self.model.get_output_embeddings().weight.shape
        hidden, inner = parts.query.in_features, parts.inner
        return {"hidden": hidden, "inner": inner, "embedding": embedding, "vocabulary": vocabulary}


def _distinct(ids: Tensor) -> tuple[Tensor, Tensor]:
    """The first cell, counted by rows, of each pair of a token and a place; and for each cell which pair it holds."""
    pairs, same = torch.unique(
        ids.long() * ids.shape[1] + torch.arange(ids.shape[1], device=ids.device), return_inverse=True
    )
    cells = torch.arange(ids.numel(), device=ids.device)
    first = cells.new_full((len(pairs),), ids.numel()).scatter_reduce_(0, same.flatten(), cells, "amin")
    return first, same


def _last_layer(parts: Parts, at: Tensor) -> Callable[..., Tensor]:
    def forward(states: Tensor, *_rest, **_named) -> Tensor:
        """States (rows × length × hidden) before the last layer → its output at the places, rows × 1 × hidden."""
        own = states[torch.arange(len(states), device=states.device), at]
        to_key, to_value = (x.weight.unflatten(0, (parts.heads, -1)) for x in (parts.key, parts.value))
        query = parts.query(own).unflatten(1, (parts.heads, -1))
        query = torch.einsum("rns,nsh->rnh", query * query.shape[2] ** -0.5, to_key)
        at_least_single = torch.promote_types(states.dtype, torch.float32)  # as in the library's attention
        weights = (query @ states.transpose(1, 2)).softmax(dim=2, dtype=at_least_single).to(states.dtype)
        mixed = torch.einsum("rnh,nsh->rns", weights @ states, to_value).flatten(1) + parts.value.bias
        return parts.rest(mixed.unsqueeze(1), own.unsqueeze(1))

    return forward


@contextmanager
def _kept(base_model: nn.Module, at: Tensor) -> Iterator[None]:
    """Meanwhile, only these places of what the base model returns go on to the vocabulary projection."""

    def keep(_module, _inputs, output):
        hidden = output["last_hidden_state"]
        rows = torch.arange(len(at), device=hidden.device)  # not that of the first layer, if there are several
        output["last_hidden_state"] = hidden[rows, at.to(hidden.device)].unsqueeze(1)
        return output

    hook = base_model.register_forward_hook(keep)
    try:
        yield
    finally:
        hook.remove()


def operations(
    rows: int,
    length: int,
    layers: int,
    hidden: int,
    inner: int,
    embedding: int,
    vocabulary: int,
    heads: int = 0,
    distinct: int | None = None,
) -> int:
    """Multiply-adds of the matrix products for a batch, with vocabulary projections for one place of each row.

    ``distinct`` pairs of a token and a place are in the batch, where the layers are computed with the savings, and
    None where without.
    """
    feed_forward = 2 * hidden * inner
    layer = rows * length * (4 * hidden**2 + feed_forward + 2 * length * hidden)
    head = rows * embedding * (hidden + vocabulary)
    widening = rows * length * embedding * hidden if embedding != hidden else 0
    if distinct is None:
        return layers * layer + head + widening
    last = rows * (4 * hidden**2 + feed_forward + 2 * heads * length * hidden)
    first = layer - 3 * (rows * length - distinct) * hidden**2
    return (first + (layers - 2) * layer if layers > 1 else 0) + last + head + widening
