"""Released scores and decisions of models, on sentences that people judged: what is shown of them, and from what."""

from acceptability.analyses.agreement.manifest import AGREEMENT
from acceptability.analyses.ceiling.manifest import CEILING
from acceptability.analyses.choices.manifest import CHOICE_AGREEMENT, CHOSEN_PAIRS
from acceptability.analyses.common.manifest import COMMON
from acceptability.analyses.criteria.manifest import CRITERIA
from acceptability.analyses.differences.manifest import DIFFERENCES
from acceptability.analyses.factorial.manifest import FACTORIAL
from acceptability.analyses.series.manifest import SERIES_TRENDS
from acceptability.contracts.artefact import CSV, PATH, Artefact, File, fetched, one
from acceptability.contracts.columns import Table
from acceptability.contracts.data import CHOICES, PAIRS, RATINGS
from acceptability.contracts.deltas import DELTAS
from acceptability.contracts.scoring import MATCHES
from acceptability.papers.released.contracts import RELEASED_MODELS

OLD, NEW = "li-adger", "li-2016"  # samples from Linguistic Inquiry: the paper's, and one that nobody has tuned on
SAMPLE = "blimp-650"  # of BLiMP, of whose paradigms people's answers to other pairs are known
RATED = ("dtfit", "events-rev")  # events of which both sentences are rated
SINGLE = "events-rev"  # … and the single ratings are known
CHOSEN = (OLD, "dgl", "qfrblimp", "golan")  # of which people chose one, or judged one
TASKS = {  # what people were asked
    **dict.fromkeys((OLD, "qfrblimp", "golan", "blimp-650"), "which of two sentences is better"),
    "dgl": "whether one sentence is grammatical",
    **dict.fromkeys(("dtfit", "events-rev"), "how plausible one sentence is"),
}
DATASETS = (OLD, *RATED, "events-adapt", "golan", "dgl", SAMPLE, "qfrblimp")
ISLANDS = ("islands-2016", "islands-dlinking")
SIZES = ("dgl", SAMPLE)  # with models of several sizes, and their prompted answers
GPT2 = "gpt2-published"
WORDS = {OLD: GPT2, "islands-2016": "gpt2-islands-published", "islands-dlinking": "gpt2-dlinking-published"}
TRIGRAM = "brown-trigram"  # what runs here, on both samples
ASKED = {  # systems that were asked in words: how, and the share of pairs that is right by guessing
    "prompted-dgl-published": ("which of two, strict: right in both orders", 0.25),
    "prompted-blimp-650-published": ("which of two, strict: right in both orders", 0.25),
    "gpt-dgl-published": ("yes or no, about one sentence", 0.5),
    "davinci-002-asked-published": ("yes or no, about one sentence", 0.5),
    "davinci-003-asked-published": ("yes or no, about one sentence", 0.5),
}
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
_ADC = (
    _each("criteria", CRITERIA, RATED)
    | _each("agreement", AGREEMENT, RATED)
    | {"common": one(COMMON, dataset=OLD), "ceiling": one(CEILING, dataset=SINGLE)}
)
_FILES = {
    f"{kind}_{number}": fetched(f"demands-{kind}-{model}.csv", PATH)
    for kind in ("dgl", "blimp")
    for number, model in enumerate(DEMANDS)
}
_BOTH_SAMPLES = (
    _each("pairs", PAIRS, (OLD, NEW))
    | {argument("trigram", dataset): one(DELTAS, dataset=dataset, system=TRIGRAM) for dataset in (OLD, NEW)}
    | {argument("reference", dataset): one(DELTAS, dataset=dataset, system="reference") for dataset in (OLD, NEW)}
)
TABLES = {
    "released_models": Artefact(
        reads=_each("criteria", CRITERIA, DATASETS)
        | _each("chosen", CHOSEN_PAIRS, CHOSEN)
        | _each("choices", CHOICES, CHOSEN)
        | _each("agreement", CHOICE_AGREEMENT, CHOSEN)
        | _each("pairs", PAIRS, (SINGLE, SAMPLE))
        | {
            "common": one(COMMON, dataset=OLD),
            "scored": one(DELTAS, dataset=OLD, system=GPT2),
            "ratings": one(RATINGS, dataset=SINGLE),
            "paradigms": fetched("blimp-humans.csv", CSV),
        },
        settings=_LABELS,
        caption="Share of the pairs of each dataset that models, and people, get right: the numbers of other tables.",
    ),
    "datasets": Artefact(
        reads=_MODELS,
        settings=("dataset_labels",),
        caption=(
            "What models and people get right of each dataset, in %, with 95 % intervals over clusters, of people’s "
            "single answers over clusters and people jointly; of DGL, over items of its eight constructions, and for "
            "these alone. Best: the best of the models that were not asked in words; several, where they tie. Its "
            "interval is that of a model that was named beforehand: the best of many is, on average, less good on "
            "other pairs. By its scores, a model always compares two sentences (chance is 50); the task is what people "
            "were asked. Then how often the best model (of several, the first) agrees with people’s single answers, "
            "and what fixed choices can agree with at most (ceiling)."
        ),
    ),
    "models": Artefact(
        reads=_MODELS,
        settings=("dataset_labels",),
        caption=(
            "Share of the pairs that each model gets right by its scores (the BLiMP criterion; a tie is not right), in "
            "%, with 95 % intervals over clusters, of people’s single answers over clusters and people jointly; of "
            "DGL, over items of its eight constructions, and for these alone; chance is 50. Models that were asked in "
            "words have a table of their own. LI-Adger: the pairs that all of its models cover. People, single "
            "answers: how often a participant chooses the acceptable sentence, or judges it correctly; where sentences "
            "are rated, how often one participant’s rating of it is higher than another’s of the unacceptable "
            "sentence; on BLiMP-650, in other pairs of the same paradigms. People, most answers: how often most people "
            "do so; where sentences are rated, how often the mean rating is higher."
        ),
    ),
    "asked": Artefact(
        reads=_MODELS,
        settings=("dataset_labels",),
        caption=(
            "Models that were asked in words: share of the pairs that each gets right, in %, with 95 % intervals over "
            "clusters, beside what guessing gets right. An answer that was neither yes nor no is no answer: the share "
            "is over the others; the last column counts it as half right. Who always gives the same option gets 0 in "
            "both orders."
        ),
    ),
    "coverage": Artefact(
        reads={
            argument("matches", dataset): one(MATCHES, dataset=dataset, system=system)
            for dataset, system in WORDS.items()
        }
        | {"criteria": one(CRITERIA, dataset=OLD)},
        settings=_LABELS,
        caption=(
            "How GPT-2’s file of words belongs to each dataset: sentences of the file that match one of the dataset by "
            "their exact text, by letters and digits alone, and not at all; and, for LI-Adger, the share of its pairs "
            "of which not both sentences have a score (unanswered), the share right of the others, and of all, if the "
            "unanswered ones and ties were right half of the time; in %."
        ),
    ),
    "adc": Artefact(
        reads=_ADC,
        settings=_LABELS,
        caption=(
            "The Acceptability Delta Criterion where people rated both sentences: share of the pairs that meet it; a "
            "tie does not. The rows of LI-Adger are about the pairs that all of them cover. Chance, and above chance: "
            "at δ = 0.5, ties half. r: Pearson’s r of scores and ratings, over the sentences in pairs. People, half "
            "against half: the mean ratings of a random half of the raters, at a standard deviation of 1, beside those "
            "of the other half, with 95 % of the halves. The last rows of each dataset are baselines."
        ),
    ),
    "linking": Artefact(
        reads={"common": one(COMMON, dataset=OLD), "differences": one(DIFFERENCES, dataset=OLD)},
        settings=_LABELS,
        caption=(
            "GPT-2’s surprisals of words, summed, or as a mean per word, with the final mark or without it, beside "
            "BERT base, on the pairs that all rows cover. Then the share at δ = 0.5 minus that of GPT-2’s mean per "
            "word (with the final mark), and minus that of BERT base uncased PLL, with its 95 % interval over clusters "
            "and p of a paired test, corrected by Holm’s method for the comparisons of this table. The dataset’s own "
            "table of differences corrects for all comparisons of rows that cover a part."
        ),
    ),
    "prompted": Artefact(
        reads=_FILES | _each("pairs", PAIRS, SIZES),
        settings=("dataset_labels",),
        caption=(
            "Direct and prompted: share of the pairs that a model gets right by the log-probabilities of the two "
            "sentences; and by its answer (1 or 2) to the question which of them is more grammatically correct, asked "
            "in both orders. Averaged: by the log-odds of the acceptable sentence’s number, the mean of both orders. "
            "Strict: right in both orders. A tie is half right, but wrong where the heading says so or says strict or "
            "names one order. Averaged minus direct: with the 95 % interval over clusters and p of a paired test, "
            "corrected by Holm’s method for all models that are tested; no test: clusters are too few for any test to "
            "find something if corrected. Then how often a model answers 1, how often it chooses the same sentence in "
            "both orders, and the mean probability that 1 or 2 comes next."
        ),
    ),
    "sizes": Artefact(
        reads=_MODELS | _each("trends", SERIES_TRENDS, SIZES),
        settings=("dataset_labels", "series_by_dataset"),
        caption=(
            "The share of right pairs of the smallest and the largest model of each series (a tie is not right), and "
            "the slope over all of its models: how much the share, ties half, rises where parameters are ten times as "
            "many, with its 95 % interval over clusters. Each p is of a slope of 0, by flips of the signs of whole "
            "clusters, corrected by Holm’s method for all series of a dataset that are tested. Differ: clusters in "
            "which the slope is not 0; where they are too few for any p below 0.05, there is no test (–)."
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
            "Findings on the Acceptability Delta Criterion without the paper’s systems, on its own pairs (A: "
            "LI-Adger, from Linguistic Inquiry and a textbook) and on 1,179 pairs on which nothing was tuned "
            "(B: Linguistic Inquiry, 2016): share of the pairs that each baseline, and each system that runs here, "
            "meets, with 95 % intervals; a tie does not. Chance at δ = 0.5, ties half."
        ),
    ),
    "findings": Artefact(
        reads=_BOTH_SAMPLES,
        settings=_LABELS,
        caption=(
            "Which findings on LI-Adger carry over to the pairs of Linguistic Inquiry, 2016. “Every system” is all "
            "measures of one trigram, which is trained here. A finding holds (yes) where the number beside it, with "
            "its whole 95 % interval over clusters, lies above 0, and fails (no) where it lies below. The number is "
            "the difference of two shares, or of a share and the bound that the finding names. Where a finding has a "
            "number for each system, all must lie above 0; the smallest of each sample is shown, with its system in "
            "brackets. Second minus first: the difference of the samples, taken as independent; of several numbers, "
            "that of the system whose number is smallest on LI-Adger. Its p is corrected by Holm’s method for all "
            "findings. What holds on LI-Adger carries over where it holds on the second sample, too (yes), and does "
            "not where it fails there (no). Otherwise, it is clearly weaker where the difference is below 0 and p "
            "below 0.05. Ties half. Intervals are not corrected for their number."
        ),
    ),
}
FIGURES = {
    "models": Artefact(
        reads=_MODELS,
        settings=("dataset_labels",),
        caption=(
            "Share of the pairs that each model gets right by its scores, with 95 % intervals over clusters. Open: "
            "models that were asked yes or no."
        ),
    ),
    "prompted": Artefact(
        reads=_FILES,
        settings=("dataset_labels",),
        caption=(
            "Share of pairs that each model gets right by probability, and by prompt: by the log-odds of the "
            "acceptable sentence’s number averaged over both orders of the two sentences, and strictly, that is, in "
            "both orders. Ties are half right, but strictly wrong. Dotted: chance of the first two; dashed: chance of "
            "the strict share, which does not compare with theirs."
        ),
    ),
    "sizes": Artefact(
        reads=_MODELS,
        settings=("dataset_labels", "series_by_dataset"),
        caption=(
            "Share of pairs right by the number of parameters, within series of models, with 95 % intervals over "
            "clusters. Band: people’s single answers, with their 95 % interval; on BLiMP-650, to other pairs of the "
            "same paradigms."
        ),
    ),
    "islands": Artefact(
        reads=_each("factorial", FACTORIAL, ISLANDS),
        settings=_LABELS,
        caption=("Island effects of people and of GPT-2, in z-scores, with 95 % intervals; see the table of islands."),
    ),
}
