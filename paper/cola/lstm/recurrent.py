"""Recurrent networks over words, in the form in which the Hugging Face library saves and loads models.

All rows of a batch have one length (see batches.run): nothing is ever padded.
"""

import torch
from torch import nn
from transformers import (
    AutoConfig,
    AutoModelForCausalLM,
    AutoModelForSequenceClassification,
    PretrainedConfig,
    PreTrainedModel,
)
from transformers.modeling_outputs import CausalLMOutput, SequenceClassifierOutput

UNKNOWN, START, END = "<unk>", "<s>", "</s>"
SPECIAL = [UNKNOWN, START, END]  # the first ids, in this order; then words, the most frequent first
CUTOFFS = (2_000, 10_000)  # ids at which the adaptive softmax begins a new cluster
SPREAD = 0.1  # new word vectors are uniform between −SPREAD and SPREAD


class WordLstmConfig(PretrainedConfig):
    """Sizes of a language model."""

    model_type = "word-lstm"

    def __init__(
        self,
        vocab_size: int = len(SPECIAL) + 1,
        embedding: int = 1,
        hidden: int = 1,
        layers: int = 1,
        dropout: float = 0.0,
        **others,
    ) -> None:
        self.vocab_size, self.embedding, self.hidden, self.layers = vocab_size, embedding, hidden, layers
        self.dropout = dropout
        super().__init__(**others)


class Body(nn.Module):
    """Word vectors, and layers of an LSTM above them, with dropout before each."""

    def __init__(self, vocabulary: int, embedding: int, hidden: int, layers: int, dropout: float) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, embedding)
        nn.init.uniform_(self.embedding.weight, -SPREAD, SPREAD)
        sizes = [embedding] + [hidden] * layers
        self.layers = nn.ModuleList(nn.LSTM(sizes[n], hidden, batch_first=True) for n in range(layers))
        self.dropout = nn.Dropout(dropout)

    def forward(self, ids: torch.Tensor, carried: list | None = None) -> tuple[list[torch.Tensor], list]:
        """[vectors, states of the first layer, …], each rows × tokens × width; and what each layer hands on.

        ``carried`` is what an earlier call handed on; without it, every layer begins at 0.
        """
        outputs, handed_on = [self.embedding(ids)], []
        for number, layer in enumerate(self.layers):
            states, last = layer(self.dropout(outputs[-1]), carried[number] if carried else None)
            outputs.append(states)
            handed_on.append(last)
        return outputs, handed_on


class WordLstm(PreTrainedModel):
    """A language model: word vectors → dropout → LSTM → dropout → adaptive softmax (Grave et al. 2017) over the words.

    ``counts`` says how often each id was to be predicted in the training corpus; ``<s>`` never is, ``</s>`` once a
    sentence. All logarithms are natural.
    """

    config_class = WordLstmConfig

    def __init__(self, config: WordLstmConfig) -> None:
        super().__init__(config)
        self.body = Body(config.vocab_size, config.embedding, config.hidden, config.layers, config.dropout)
        cutoffs = [cutoff for cutoff in CUTOFFS if cutoff < config.vocab_size] or [config.vocab_size - 1]
        self.softmax = nn.AdaptiveLogSoftmaxWithLoss(config.hidden, config.vocab_size, cutoffs)
        self.register_buffer("counts", torch.zeros(config.vocab_size, dtype=torch.int64))
        self.post_init()

    def _init_weights(self, module: nn.Module) -> None:
        """New weights are PyTorch's own; weights that a folder lacks are refused when it is read."""

    def get_input_embeddings(self) -> nn.Embedding:
        return self.body.embedding

    def log_probs(self, ids: torch.Tensor, carried: list | None = None) -> tuple[torch.Tensor, list]:
        """log p(token | tokens before) of each token but the first, by row; and what the layers hand on."""
        outputs, handed_on = self.body(ids[:, :-1], carried)
        states = self.body.dropout(outputs[-1])
        targets = ids[:, 1:]
        return self.softmax(states.flatten(0, 1), targets.flatten()).output.view(targets.shape), handed_on

    def forward(self, input_ids: torch.Tensor, **_) -> CausalLMOutput:
        """Return the log-probability of every id after each token, as the library's causal models give their logits."""
        states = self.body.dropout(self.body(input_ids)[0][-1])
        return CausalLMOutput(logits=self.softmax.log_prob(states.flatten(0, 1)).view(*input_ids.shape, -1))

    def unigram_log_probs(self, end_of_sentence: bool) -> torch.Tensor:
        """log p_u of each id: add-one, (count + 1) / (tokens + types), as ngram.Unigrams has it.

        ``<unk>`` is one of the types. Where the end of a sentence is not scored, ``</s>`` is no token.
        """
        counts = self.counts.double()
        excluded = [SPECIAL.index(START)] + ([] if end_of_sentence else [SPECIAL.index(END)])
        counts[excluded] = 0
        return torch.log((counts + 1) / (counts.sum() + len(counts) - len(excluded)))


ENCODERS = ("cbow", "lm-states", "real-fake", "real-fake-elmo")


class SentenceClassifierConfig(PretrainedConfig):
    """Sizes of a SentenceClassifier.

    ``encoder`` is one of ENCODERS; vocab_size, embedding, states and state_layers are those of the language model that
    it is built on; ``hidden`` and ``layers`` are the two-way LSTM's. ``head`` is the width of the layer between
    sentence vector and answer, 0 where there is none. Every row is padded with ``</s>``, or cut, to ``width`` ids;
    0 leaves it unchanged.
    """

    model_type = "word-lstm-classifier"

    def __init__(
        self,
        encoder: str = "cbow",
        vocab_size: int = len(SPECIAL) + 1,
        embedding: int = 1,
        states: int = 1,
        state_layers: int = 1,
        hidden: int = 1,
        layers: int = 1,
        head: int = 0,
        dropout: float = 0.0,
        width: int = 0,
        **others,
    ) -> None:
        self.encoder, self.vocab_size, self.embedding = encoder, vocab_size, embedding
        self.states, self.state_layers, self.hidden, self.layers = states, state_layers, hidden, layers
        self.head, self.dropout, self.width = head, dropout, width
        super().__init__(**others)


class Encoder(nn.Module):
    """Rows of ids → one vector each (Warstadt et al. 2019, section 4).

    ``cbow`` sums word vectors. ``lm-states`` takes the greatest value over time of the language model's last states.
    ``real-fake`` runs an LSTM both ways over word vectors, ``real-fake-elmo`` over a weighted sum, with a bias, of the
    states of the language model's layers, and takes the greatest value over time. Word vectors and
    language model stay unchanged.
    """

    def __init__(self, config: SentenceClassifierConfig) -> None:
        super().__init__()
        self.kind = config.encoder
        reads_states = self.kind in ("lm-states", "real-fake-elmo")
        layers = config.state_layers if reads_states else 0
        self.body = Body(config.vocab_size, config.embedding, config.states, layers, dropout=0.0).requires_grad_(False)
        self.width = config.states if reads_states else config.embedding
        if self.kind == "real-fake-elmo":
            self.mix = nn.Linear(layers, 1)
        if self.kind.startswith("real-fake"):
            self.lstm = nn.LSTM(self.width, config.hidden, config.layers, batch_first=True, bidirectional=True)
            self.width = 2 * config.hidden

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        with torch.no_grad():
            outputs, _ = self.body(ids)
        if self.kind == "cbow":
            return outputs[0].sum(1)
        if self.kind == "lm-states":
            return outputs[-1].amax(1)
        inputs = outputs[0] if self.kind == "real-fake" else self.mix(torch.stack(outputs[1:], -1)).squeeze(-1)
        return self.lstm(inputs)[0].amax(1)


class SentenceClassifier(PreTrainedModel):
    """An encoder and its answer: how acceptable (or real) a sentence is, as the second of two logits; the first is 0.

    Without ``head``: dropout → linear. With it: linear → dropout → tanh → linear, and dropout before it for ``cbow``.
    """

    config_class = SentenceClassifierConfig

    def __init__(self, config: SentenceClassifierConfig) -> None:
        super().__init__(config)
        self.encoder = Encoder(config)
        width, dropout = self.encoder.width, nn.Dropout(config.dropout)
        if config.head:
            first = [dropout] if config.encoder == "cbow" else []
            between = [nn.Linear(width, config.head), dropout, nn.Tanh(), nn.Linear(config.head, 1)]
            self.head = nn.Sequential(*first, *between)
        else:
            self.head = nn.Sequential(dropout, nn.Linear(width, 1))
        self.post_init()

    def _init_weights(self, module: nn.Module) -> None:
        """Initialise weights as WordLstm does."""

    def get_input_embeddings(self) -> nn.Embedding:
        return self.encoder.body.embedding

    def vectors(self, ids: torch.Tensor) -> torch.Tensor:
        """Return what the encoder makes of rows of ids, which all have one length."""
        if width := self.config.width:
            ids = nn.functional.pad(ids[:, :width], (0, max(0, width - ids.shape[1])), value=SPECIAL.index(END))
        return self.encoder(ids)

    def forward(self, input_ids: torch.Tensor, **_) -> SequenceClassifierOutput:
        logit = self.head(self.vectors(input_ids))
        return SequenceClassifierOutput(logits=torch.cat([torch.zeros_like(logit), logit], dim=1))


# These networks are known to the library from now on, which then loads them like any other.
AutoConfig.register(WordLstmConfig.model_type, WordLstmConfig)
AutoModelForCausalLM.register(WordLstmConfig, WordLstm)
AutoConfig.register(SentenceClassifierConfig.model_type, SentenceClassifierConfig)
AutoModelForSequenceClassification.register(SentenceClassifierConfig, SentenceClassifier)
