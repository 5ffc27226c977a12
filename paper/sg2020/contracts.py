"""Define the tables of the released decisions: of each item, of each suite and run, and the fitted mixed models."""

from acceptability.contracts.columns import INTERVAL, Table, any_text, count, number, share, text, zero_or_one

_RUN = {
    "model": text("the model, as the release calls it"),
    "name": text("the model, as the paper calls it"),
    "corpus": any_text("part of the corpus BLLIP: lg, md, sm, xs; empty: pretrained elsewhere"),
    "seed": count("the run's seed; 0 for the vote of the runs of an n-gram model"),
    "circuit": text("the group of suites"),
    "suite": text("the suite"),
}
ITEMS = Table(
    "sg_items",
    {**_RUN, "item": count("the item, from 1"), "right": zero_or_one("1 where its first formula is true")},
    unique=("model", "corpus", "seed", "suite", "item"),
    path="results/metrics/{study}/sg_items.csv",
)
RUNS = Table(
    "sg_runs",
    {
        **_RUN,
        "items": count("items of the suite"),
        "accuracy": share("share of its items that are right"),
        "delta": number("accuracy minus the suite's mean over the models that were trained on BLLIP"),
    },
    unique=("model", "corpus", "seed", "suite"),
    path="results/metrics/{study}/sg_runs.csv",
)
SCORES = Table(
    "sg_scores",
    {
        **{name: _RUN[name] for name in ("model", "name", "corpus")},
        "runs": count("runs that are averaged"),
        "sg": share("SG score: the mean over suites of the share of items that are right"),
        **INTERVAL,
        "all_items": share("the mean over all items of all suites"),
    },
    unique=("model", "corpus"),
    path="results/metrics/{study}/sg_scores.csv",
)
FITS = Table(
    "sg_fits",
    {
        "fixed": text("fixed effects of the model", unique=True),
        "log_likelihood": number("maximum log-likelihood, natural log"),
        "parameters": count("fixed effects, covariances and standard deviations"),
        "aic": number("Akaike's information criterion"),
        "run_sd": number("standard deviation of the random intercept of runs"),
        "residual_sd": number("standard deviation of the residual"),
        "without": any_text("what the model without it is compared by; empty: the full model of its group"),
        "chi2": number("likelihood-ratio statistic: twice the loss of log-likelihood", nullable=True),
        "df": number("its degrees of freedom", nullable=True),
        "p": share("its p-value", nullable=True),
    },
    path="results/metrics/{study}/sg_fits.csv",
)
EFFECTS = Table(
    "sg_effects",
    {
        "circuit": text("the group of suites; all: one effect for all of them"),
        "effect": text("intercept (GPT-2), size (natural log of millions of tokens), or an architecture"),
        "estimate": number("the fixed effect on accuracy"),
    },
    unique=("circuit", "effect"),
    path="results/metrics/{study}/sg_effects.csv",
)
