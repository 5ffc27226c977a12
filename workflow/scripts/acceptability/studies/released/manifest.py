"""Released scores and decisions of models, on sentences that people judged: what is shown of them, and from what."""

from acceptability.analyses.agreement.manifest import AGREEMENT
from acceptability.analyses.choices.manifest import CHOICE_SUMMARY
from acceptability.analyses.common.manifest import COMMON
from acceptability.analyses.criteria.manifest import CRITERIA
from acceptability.analyses.differences.manifest import DIFFERENCES
from acceptability.analyses.factorial.manifest import FACTORIAL
from acceptability.contracts.artefact import PATH, Artefact, File, fetched, one
from acceptability.contracts.columns import Table
from acceptability.contracts.data import PAIRS, RATINGS
from acceptability.contracts.studies import RELEASED_MODELS

OLD, NEW = "li-adger", "li-2016"  # samples from Linguistic Inquiry: the paper's, and one that nobody has tuned on
RATED = ("dtfit", "events-rev")  # events of which both sentences are rated
SINGLE = ("events-rev",)  # … and the single ratings are known
CHOSEN = (OLD, "dgl", "qfrblimp", "golan")  # of which people chose one, or judged one
DATASETS = (OLD, *RATED, "events-adapt", "golan", "dgl", "blimp-650", "qfrblimp")
ISLANDS = ("islands-2016", "islands-dlinking")
SIZES = ("dgl", "blimp-650")  # with models of several sizes, and their prompted answers
GPT2 = "gpt2-published"
DEMANDS = {  # models that were also asked, by the names of their files
    "llama-2-7b-hf": "Llama-2 7B",
    "llama-2-13b-hf": "Llama-2 13B",
    "llama-2-70b-hf": "Llama-2 70B",
    "mistral-7b-v0.1": "Mistral 7B",
    "gemma-2b": "Gemma 2B",
    "gemma-7b": "Gemma 7B",
    "olmo-1b": "OLMo 1B",
    "olmo-7b": "OLMo 7B",
    "pythia-1b-deduped": "Pythia 1B",
    "pythia-1.4b-deduped": "Pythia 1.4B",
    "pythia-2.8b-deduped": "Pythia 2.8B",
    "pythia-6.9b-deduped": "Pythia 6.9B",
    "pythia-12b-deduped": "Pythia 12B",
}


def argument(name: str, dataset: str) -> str:
    """Return the name of the argument that gets a table of a dataset."""
    return f"{name}_{dataset.replace('-', '_')}"


def _each(name: str, table: Table, datasets: tuple[str, ...]) -> dict[str, File]:
    return {argument(name, dataset): one(table, dataset=dataset) for dataset in datasets}


_LABELS = ("labels_by_dataset", "dataset_labels", "references_by_dataset")
_MODELS = {"released": one(RELEASED_MODELS, study="released")}
_ADC = _each("criteria", CRITERIA, RATED) | _each("agreement", AGREEMENT, RATED) | {"common": one(COMMON, dataset=OLD)}
_FILES = {
    f"{kind}_{number}": fetched(f"demands-{kind}-{model}.csv", PATH)
    for kind in ("dgl", "blimp")
    for number, model in enumerate(DEMANDS)
}
TABLES = {
    "released_models": Artefact(
        reads=_each("criteria", CRITERIA, DATASETS)
        | _each("choices", CHOICE_SUMMARY, CHOSEN)
        | _each("pairs", PAIRS, SINGLE)
        | _each("ratings", RATINGS, SINGLE),
        settings=_LABELS,
        caption="Share of the pairs of each dataset that models, and people, get right: the numbers of the next table.",
    ),
    "datasets": Artefact(
        reads=_MODELS,
        settings=("dataset_labels",),
        caption=(
            "What models and people get right of each dataset, in %, with 95 % intervals over clusters; the table of "
            "models says what people’s answers are. No dataset compares with another."
        ),
    ),
    "models": Artefact(
        reads=_MODELS,
        settings=("dataset_labels",),
        caption=(
            "Share of the pairs that each model gets right (the BLiMP criterion; a tie counts as half), in %, with 95 "
            "% intervals over clusters. People, single answers: how often one person chooses the acceptable sentence, "
            "or judges it rightly; where sentences are rated, how often one person’s rating of the acceptable sentence "
            "is higher than another person’s of the other one. People, most answers: how often most people do so; "
            "where sentences are rated, how often the mean rating is higher. Ceiling: what fixed choices can agree "
            "with at most. Rows that cover a part of a dataset’s pairs say how many."
        ),
    ),
    "adc": Artefact(
        reads=_ADC,
        settings=_LABELS,
        caption=(
            "The Acceptability Delta Criterion where people rated both sentences. The rows of LI-Adger are about the "
            "pairs that all of them cover. Chance, and above chance: at δ = 0.5, as in other tables. r: Pearson’s r of "
            "scores and ratings, over the sentences in pairs. The last rows of each dataset are references, not "
            "systems."
        ),
    ),
    "linking": Artefact(
        reads={"common": one(COMMON, dataset=OLD), "differences": one(DIFFERENCES, dataset=OLD)},
        settings=_LABELS,
        caption=(
            "The linking function decides: GPT-2’s surprisals of words, summed, or as a mean per word, with the final "
            "mark or without it, beside BERT base, on the pairs that all rows cover. Then the share at δ = 0.5 minus "
            "that of GPT-2’s mean per word (with the final mark), and minus that of BERT base uncased PLL, with its 95 "
            "% interval over clusters and p by Holm’s correction for all comparisons of rows that cover a part of the "
            "pairs."
        ),
    ),
    "prompted": Artefact(
        reads=_FILES,
        caption=(
            "Direct and prompted: share of the pairs that a model gets right by the log-probabilities of the two "
            "sentences; and by its answer (1 or 2) to the question which of them is more grammatically correct, when "
            "the acceptable one is the first, the second, and in both orders (chance: 0.25). Then how often it answers "
            "1, and how often it chooses the same sentence in both orders."
        ),
    ),
    "islands": Artefact(
        reads=_each("factorial", FACTORIAL, ISLANDS),
        settings=_LABELS,
        caption=(
            "Island effects (what an island and length cost together beyond what each costs alone) of people and of "
            "GPT-2, in z-scores, with 95 % intervals over items, of people over items and people jointly. GPT-2’s "
            "z-scores are over the sentences that it scores."
        ),
    ),
    "holdout": Artefact(
        reads=_each("criteria", CRITERIA, (OLD, NEW)),
        settings=_LABELS,
        caption=(
            "What can be said of the Acceptability Delta Criterion without the paper’s systems, on its own pairs (A: "
            "LI-Adger, from Linguistic Inquiry and a textbook) and on 1,179 pairs that nobody has tuned anything on "
            "(B: Linguistic Inquiry, 2016): share of the pairs that each reference, and each system that runs here, "
            "meets, with 95 % intervals; chance at δ = 0.5."
        ),
    ),
    "findings": Artefact(
        reads=_each("criteria", CRITERIA, (OLD, NEW)),
        settings=_LABELS,
        caption=(
            "Which findings on LI-Adger carry over to the pairs of Linguistic Inquiry, 2016, by the shares of the next "
            "table. A finding holds where the numbers have the order that it says; they stand in brackets."
        ),
    ),
}
FIGURES = {
    "models": Artefact(
        reads=_MODELS,
        settings=("dataset_labels",),
        caption=(
            "Share of the pairs that each model gets right, with 95 % intervals over clusters. Lines: people, by "
            "single answers (solid), by most answers (dashed), and 0.5, which is chance (dotted)."
        ),
    ),
    "prompted": Artefact(
        reads=_FILES,
        caption=(
            "Share of pairs that each model gets right by probability (filled) and by prompt, in both orders of the "
            "two sentences (open). Grey strokes: the two orders by themselves."
        ),
    ),
    "sizes": Artefact(
        reads=_MODELS,
        settings=("dataset_labels",),
        caption=(
            "Share of pairs right by the number of parameters, within series of models, with 95 % intervals over "
            "clusters. Band: people’s single answers, with their 95 % interval."
        ),
    ),
    "islands": Artefact(
        reads=_each("factorial", FACTORIAL, ISLANDS),
        settings=_LABELS,
        caption=("Island effects of people and of GPT-2, in z-scores, with 95 % intervals; see the table of islands."),
    ),
}
