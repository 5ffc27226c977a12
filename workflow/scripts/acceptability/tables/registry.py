"""Every table: what it is made from, what it is told, whose it is, and its caption in the HTML report (light)."""

from acceptability.contracts.artefact import METRICS, Artefact
from acceptability.tables.registry_classifiers import OF_CLASSIFIERS

TABLES = {
    "criteria": Artefact(
        reads={"criteria": f"{METRICS}/criteria.csv"},
        optional={"restarts": ("unstable", f"{METRICS}/restart_shares.csv")},
        told=("labels", "references", "restarted", "title"),
        when=("pairs",),
        caption="Share of minimal pairs that meet the BLiMP criterion and the Acceptability Delta Criterion (ADC) at "
        "each δ. In brackets: 95 % intervals by the jackknife over clusters of pairs, such as phenomena. "
        "Chance: the share that the row's own deltas are expected to reach when they are assigned to the "
        "pairs at random, by the ADC at the smallest δ. After ±, for random references: the standard "
        "deviation of one random draw. Ties: pairs with two equal scores, which meet no criterion; where they "
        "change a share, further columns count each as half, or as met. Further columns: variants that a paper "
        "declares; how much the restarts of a classifier differ (standard deviation of the share by the BLiMP "
        "criterion and by the ADC at the smallest δ, and the number of restarts; where only labels were released, of "
        "labels as scores).",
    ),
    "ratings": Artefact(
        reads={"correlations": f"{METRICS}/sentences_correlations.csv"},
        told=("labels", "title"),
        when=("sentences_only", "rated"),
        caption="Pearson's r between each system's scores and the human ratings of sentences, over the sentences that "
        "have both, with a 95 % interval where there are at least 10. The interval treats sentences as "
        "independent.",
    ),
    "agreement": Artefact(
        reads={"agreement": f"{METRICS}/agreement.csv"},
        told=("labels", "references", "title"),
        when=("pairs",),
        caption="How well each system agrees with people and experts: on all pairs, on the pairs of each source, and "
        "on pairs whose two sentences have the same number of words, or different numbers. BLiMP and ADC: share of the "
        "N pairs that meet the criterion. Pearson, Spearman and Kendall: correlation of system deltas and human "
        'deltas; "Pearson, sentences": of the z-scores and ratings of the sentences in these pairs. '
        "Point-biserial: correlation of these z-scores with the expert labels.",
    ),
    "separation": Artefact(
        reads={"separation": f"{METRICS}/separation.csv"},
        told=("labels", "title"),
        when=("labelled",),
        caption="How well scores separate acceptable sentences from others, by the expert labels. PBC: point-biserial "
        "correlation (Niu & Penn 2020); the most possible PBC is that of the same scores in the order of the labels. "
        "PBC, exp: of the exponentiated scores, where these are logarithms; heaviest: the share of their variance that "
        "one sentence holds. AUC: how often an acceptable sentence scores higher than another one; 0.5 is chance. d′: "
        "the distance of two normal distributions with this AUC. MCC: Matthews correlation coefficient at the "
        "threshold that is best for these sentences, and at one that is best for all other clusters. Sets are "
        "paradigms of pairs, or those that sentences were given: PBC of scores minus the mean of their set; the share "
        "of the variance that lies within sets; the mean of the sets' own PBCs. In brackets: 95 % intervals by the "
        "jackknife over clusters.",
    ),
    "factorial": Artefact(
        reads={"factorial": f"{METRICS}/factorial.csv"},
        told=("labels", "title"),
        when=("factorial",),
        caption="Effects in 2 × 2 designs, of people and of each system, in z-scores: the difference that each factor "
        "makes at the first level of the other, and the interaction: the difference that factor 1 makes at the second "
        "level of factor 2, minus the one that it makes at the first. The level that is named first in the data comes "
        "first; the other way round, the interaction changes its sign. One interaction is the island effect, "
        "(non-island long − island long) − (non-island short − island short). In square brackets: 95 % intervals by "
        "the jackknife over items; where single ratings are known, people's are over items and people jointly. Raters: "
        "the people who rated sentences of the design.",
    ),
    "phenomenon_ranking": Artefact(
        reads={
            "phenomena": f"{METRICS}/phenomena.csv",
            "sentences": "results/sentences/{owner}.csv",
            "pairs": "results/pairs/{owner}.csv",
        },
        told=("labels", "title"),
        when=("pairs",),
        caption="Phenomena; those that most systems get right come first. A system gets a phenomenon right if its mean "
        "delta over all pairs of the phenomenon meets the criterion; human deltas are averaged in the same way. "
        "The columns of the criteria count the systems that get the phenomenon right with at least one measure. "
        "Difference: mean distance of the systems' mean deltas from the human one. The sentences are those of "
        "the first pair.",
    ),
    "phenomenon_shares": Artefact(
        reads={"phenomena": f"{METRICS}/phenomena.csv"},
        told=("labels", "references", "title"),
        when=("pairs",),
        caption="Share of the phenomena that each system gets right: its mean delta over the pairs of the phenomenon "
        "meets the criterion.",
    ),
    "phenomenon_systems": Artefact(
        reads={"phenomena": f"{METRICS}/phenomena.csv", "pairs": "results/pairs/{owner}.csv"},
        told=("labels", "title"),
        when=("pairs",),
        caption='Which system gets which phenomenon right: "yes" if its mean delta over the pairs of the '
        "phenomenon meets the strictest criterion (the ADC at the smallest δ; without ratings, the BLiMP "
        "criterion). Phenomena that most systems get right come first.",
    ),
    "by_phenomenon": Artefact(
        module="levels",
        reads={"levels": f"{METRICS}/by_level.csv"},
        told=("labels", "others", "title"),
        fixed={"level": "phenomenon"},
        when=("paradigms",),
        caption="Share of pairs that meet the BLiMP criterion, by phenomenon; in brackets, 95 % intervals over the "
        "phenomenon's paradigms (of all pairs, and where a paradigm has pairs of several clusters: over clusters). "
        "Ties meet no criterion; where a system has any, further columns count each as half, and as met. Beside the "
        "systems: people's single answers, and systems of which only shares of paradigms were released.",
    ),
    "level_means": Artefact(
        reads={"levels": f"{METRICS}/by_level.csv", "means": f"{METRICS}/level_means.csv"},
        told=("labels", "others", "title"),
        when=("paradigms",),
        caption="Share of pairs that meet the BLiMP criterion, a tie counting as half: of all pairs, as the mean over "
        "paradigms, and as the mean over phenomena; in brackets, 95 % intervals over clusters, paradigms and "
        "phenomena.",
    ),
    "by_paradigm": Artefact(
        module="levels",
        reads={"levels": f"{METRICS}/by_level.csv"},
        told=("labels", "others", "title"),
        fixed={"level": "paradigm"},
        when=("paradigms",),
        caption="Share of pairs that meet the BLiMP criterion, by paradigm; in brackets, 95 % intervals over its "
        "pairs (where a paradigm has pairs of several clusters: over clusters). Ties meet no criterion; where a system "
        "has any, further columns count each as half, and as met. Beside the systems: people's single answers, and "
        "systems of which only these shares were released.",
    ),
    "choices": Artefact(
        reads={"agreement": f"{METRICS}/choices_agreement.csv", "overall": f"{METRICS}/choices_summary.csv"},
        told=("labels", "references", "others", "title"),
        when=("choices",),
        caption="Systems beside people who chose the better sentence of a pair: the share of their single answers, and "
        "of the pairs on which most of them agree, that a system agrees with; Pearson's r of its deltas with the "
        "share of people who chose the acceptable sentence, and of its shares by paradigm with theirs. In brackets: "
        "95 % intervals over clusters. Ceiling: what people's own disagreement leaves to reach.",
    ),
    "choice_pairs": Artefact(
        reads={
            "chosen": f"{METRICS}/choices_pairs.csv",
            "pairs": "results/pairs/{owner}.csv",
            "sentences": "results/sentences/{owner}.csv",
        },
        told=("title",),
        when=("choices",),
        caption="Pairs of which people did not choose the acceptable sentence more often than the other one.",
    ),
    "disagreements": Artefact(
        reads={"disagreements": f"{METRICS}/disagreements.csv"},
        told=("labels", "title"),
        when=("pairs",),
        parts="disagreements",
        caption="humans_against_experts: pairs whose acceptable sentence people rate below the unacceptable one. "
        "missed_by_all: pairs that no system gets right with any of its measures. met_by_one: pairs that only one "
        "system gets right, with at least one of its measures. Under the BLiMP criterion, and under the "
        "Acceptability Delta Criterion at the smallest δ. Δ models: from the lowest to the highest delta of a "
        "system.",
    ),
    "examples": Artefact(
        reads={"examples": "results/examples/{owner}/{part}.csv"},
        told=("example_labels", "caption_text", "first_pairs", "title"),
        fixed={"rows": 4},
        parts="examples",
        caption="The first pairs that the rule selects. Δ: the acceptable sentence's value minus that of the other, "
        "for human ratings and for each system's z-scores.",
    ),
    "ranks": Artefact(
        reads={"specifications": f"{METRICS}/specifications.csv"},
        told=("labels", "title"),
        when=("pairs", "rated"),
        caption="The best and the worst rank of each row among all rows (1: the largest share of pairs that meet the "
        "ADC), by δ and by the scale of the human ratings, over all other choices of a specification. Where "
        "two ranges do not overlap, the rank depends on the scale of the ratings. Neighbouring ranks are "
        "often within sampling error: see the figure of differences.",
    ),
    "noise_floor": Artefact(
        reads={"noise_floor": f"{METRICS}/noise_floor.csv"},
        told=("title",),
        when=("pairs", "rated"),
        caption="Sentences that are in the dataset under two ids, each rated separately: how far apart the two "
        'ratings of one string are. No system can know which is higher. "Raters known": differences whose '
        'individual ratings are known, with "their SD" and the "expected SD" by sampling error alone; p: the '
        "probability of an SD at least as large.",
    ),
    "ceiling": Artefact(
        reads={"ceiling": f"{METRICS}/ceiling.csv"},
        told=("title",),
        when=("pairs", "single_ratings"),
        caption="How well panels of a given number of raters per sentence agree with others: share of pairs that meet "
        "the ADC, and Pearson's r of sentences' ratings and of pairs' deltas. \"observed\": mean over splits of the "
        'participants. "predicted": by Spearman and Brown\'s formula for r, by a model of sampling error for '
        'the shares. "expected ratings": a judge who knows the mean rating that each sentence would get from '
        'very many participants, against that number of raters. "SD 1": the first panel scaled to a standard '
        'deviation of 1, as systems are. "whole set": all rated pairs, under an assumption about the number of '
        "raters of sentences without individual ratings. The BLiMP criterion only asks whether those in the first "
        "column agree with the experts.",
    ),
    "people": Artefact(
        reads={"people": f"{METRICS}/people.csv"},
        told=("panels", "labels", "references", "title"),
        when=("pairs", "single_ratings"),
        caption="Other people, who rated the same sentences in another experiment, scored as a system is: on their "
        "own scale, and scaled to a standard deviation of 1, as the scores of systems are. Beside them: what "
        "a model of sampling error predicts for them, and for a judge who knows the mean rating of each "
        "sentence over very many participants. Above the best constant: the share minus that of the constant delta "
        "that is best for the clusters of other folds (cross-validated), as a mean over random divisions into folds; "
        "their SD stands after ±. In brackets: 95 % intervals over clusters and raters.",
    ),
    "rating_noise": Artefact(
        reads={"people": f"{METRICS}/people.csv"},
        told=("panels", "labels", "title"),
        when=("pairs", "single_ratings"),
        caption="What the sampling error of the human ratings leaves open, on the pairs whose individual ratings are "
        "known. Certain: the share of pairs for which the ADC gives the same decision wherever in its 95 % interval "
        "the human delta lies; met for certain: those that meet it, of which no system has more than the human "
        "deltas themselves. SE: δ in standard errors of each human delta. "
        "Expected ratings: what a judge would reach who knows the mean rating of each sentence over very many people.",
    ),
    "swapped": Artefact(
        reads={"people": f"{METRICS}/people.csv", "swapped": f"{METRICS}/people_swapped.csv"},
        optional={"choices": ("choices", f"{METRICS}/choices_agreement.csv")},
        told=("labels", "title"),
        when=("pairs", "other_ratings"),
        caption="Does it matter which people systems are compared with? The ADC at the smallest δ and Pearson's r of "
        "deltas: with the dataset's ratings, and with those of other people, who were asked in another experiment; and "
        "r with the share of people who chose the acceptable sentence, where they were asked to choose one.",
    ),
    "chance_steps": Artefact(
        reads={"steps": f"{METRICS}/chance_steps.csv"},
        told=("labels", "references", "title"),
        when=("pairs", "rated"),
        caption="What the share of pairs that meet the ADC at the smallest δ is made of. Each row uses its own deltas "
        "only. No knowledge: each pair has a sign by a coin, and the size of any pair's delta. Size only: a sign by a "
        "coin, and its own size. Sign only: its own sign, and any pair's size. Any pair's: sign and size of any pair's "
        "delta, which is chance. Another pair's of the phenomenon: the delta of another pair of its phenomenon. Own: "
        "its own delta. A tie counts as half. All are exact expectations.",
    ),
    "companions": Artefact(
        reads={"companions": f"{METRICS}/companions.csv"},
        told=("labels", "references", "title"),
        when=("pairs", "rated"),
        caption="The ADC asks for deltas of the right size. Pearson's r of deltas does not, nor the order of pairs "
        "(same order: how often the system puts two pairs in the same order as people do; 0.5 is chance), nor the "
        "best scale: the ADC if a system's deltas are multiplied by the factor that is best for the clusters "
        "of other folds, mean and SD (after ±) over random divisions of the clusters into folds. "
        "Lin's concordance does: it is r where means and SDs of the deltas are people's, and less where they differ. "
        "The last columns are over the pairs whose individual ratings are known: r as it is, and with the raters' "
        "sampling error removed. In square "
        "brackets: 95 % intervals; in round brackets: the rank.",
    ),
    "predictions": Artefact(
        reads={"predictions": f"{METRICS}/predictions.csv"},
        told=("labels", "title"),
        when=("pairs",),
        caption="Three predictions about log-probabilities (Hu et al. 2026), which mix what a sentence says with how "
        "grammatical it is. (1) The scores of the two sentences of a pair, which say about the same, are highly "
        "correlated. (2) Their difference goes with people's: of ratings; where nobody rated, with the share of people "
        "who chose the good sentence, or with how much people prefer one kind of sentence (then of all pairs in the "
        "same order). (3) Outside of pairs, scores separate good and bad sentences poorly (AUC, 0.5 is chance), while "
        "within pairs the good one mostly scores higher. AUC: how often the good sentence of any pair scores higher "
        "than the bad one of any. Ties count as half. Other measures than log-probabilities, for which the predictions "
        "are not made, stand beside them. In brackets: 95 % intervals by the jackknife over clusters.",
    ),
    "linking": Artefact(
        reads={"linking": f"{METRICS}/linking.csv"},
        told=("system_labels", "title"),
        when=("fitted",),
        caption="Coefficients of MORCELA, a linking function that is fitted to the ratings: (log-probability − β · "
        "unigram log-probability + γ) / length, times α, plus an intercept. SLOR is β = 1, γ = 0. Logarithms are "
        "natural. In brackets: 95 % intervals by a bootstrap over families of sentences (clusters of pairs, sets, or "
        "examples of one construction); β and γ are ratios to α and have none where that of α holds 0. They are fitted "
        "to all rated sentences; the scores in other tables are predictions of other families.",
    ),
    "human_error": Artefact(
        reads={"human_error": f"{METRICS}/human_error.csv"},
        told=("title",),
        when=("pairs", "single_ratings"),
        caption="How precisely the human deltas are known, in z-scores of ratings. Compare the standard errors with "
        "δ: a delta is uncertain by that much because a limited number of participants rated each sentence.",
    ),
    "mixed_model": Artefact(
        reads={"mixed_model": f"{METRICS}/mixed_model.csv"},
        told=("labels", "title"),
        when=("pairs", "single_ratings"),
        caption="How well each system's z-scores predict the ratings of individual participants, in a mixed model with "
        "random intercepts of sentences, phenomena and (where known) articles, and random slopes of "
        "participants. Slope: how much higher, in SDs, a sentence is rated if its score is one SD higher; in "
        "brackets, a 95 % interval over articles (or phenomena) and participants. Explained: share of the variance "
        "between sentences that the scores explain. ΔAIC: how much worse a model is than the best; more than 10 is "
        'clearly worse. Slopes may differ between participants; with "one slope", they may not. "With length": each '
        "model also knows how many words a sentence has, to which participants may respond differently, too.",
    ),
    "contamination": Artefact(
        reads={"criteria": f"{METRICS}/contamination/{{part}}_criteria.csv"},
        told=("labels", "references", "title"),
        when=("pairs",),
        parts="contaminating",
        caption="Share of pairs that meet each criterion: of all pairs, and of those without a sentence from the "
        "classifiers' training set (unknown).",
    ),
    **OF_CLASSIFIERS,
    "claims": Artefact(
        reads={"claims": f"{METRICS}/claims.csv"},
        when=("claims",),
        of="study",
        caption="What the paper claims, in other words (in brackets: how it was read). Supported and refuted: in how "
        "many combinations of the choices that it leaves open the claim holds in at least 97.5 % of 10,000 "
        "bootstrap samples of clusters of pairs, such as publications, or in at most 2.5 %. "
        "Bootstraps: how often it holds under the paper's own choices. Robust: supported in all combinations; "
        "holds: in the paper's own, and refuted in none; depends: supported in some and refuted in others, by the "
        "choices named; fails and never holds: the same, refuted; otherwise undecided. Where a claim needs a number "
        "to compare with, the verdict stands for all bounds in the range. Equivalence: p of two one-sided tests that "
        "a difference is smaller than the bound. The last column has the verdict where phenomena are drawn, not "
        "whole clusters, if it is another.",
    ),
    "reproduction": Artefact(
        reads={"reproduction": f"{METRICS}/reproduction.csv"},
        when=("printed",),
        of="study",
        caption="Every number that the paper prints, beside the recomputed one with the published computation and as "
        "corrected.",
    ),
    "reproduction_summary": Artefact(
        reads={"reproduction": f"{METRICS}/reproduction.csv"},
        when=("printed",),
        of="study",
        caption='How many of the paper\'s printed numbers come out as printed. "as published only": with the published '
        'computation but not with the corrected one. "differs by our reading": of a statement that no number of the '
        'paper decides. "not recomputable": needs data that were never released, or models that are not run here. '
        '"definition": a definition, a choice of the authors, or a property of a model or a corpus.',
    ),
}
