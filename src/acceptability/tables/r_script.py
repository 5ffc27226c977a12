"""A script for R that fits mixed models to the answers of the participants of an experiment."""

from collections.abc import Collection

HEAD = """\
# Mixed models of the answers of single participants. Start it in the folder in which it stands: Rscript {dataset}.R
# It needs the packages ordinal (for ratings) and lme4 (for choices). Those who were left out do not count.
"""
OF_RATINGS = """
# Ratings, as participants gave them: an ordinal model, since the steps of a scale need not be equally far apart, as a
# linear model takes them to be. It is not about z-scores: these have the mean 0 and the standard deviation 1 over all
# sentences that a participant rated, fillers too, so that few differences between participants are left to estimate.
d <- read.csv("{dataset}.csv")
d$rating <- factor(d$rating, ordered = TRUE)
d$condition <- factor(d$condition, levels = c("bad", "good"))
m <- ordinal::clmm(rating ~ condition + (1 + condition | participant) + (1 + condition | item), data = d)
print(summary(m))

# The same as a Bayesian model, which also fits where there are few answers:
# brms::brm(rating ~ condition + (1 + condition | participant) + (1 + condition | item), data = d,
#           family = brms::cumulative("probit"))
# Two models for d as read.csv returns it. A slider has too many values for an ordinal model, so this one is linear:
# lme4::lmer(rating ~ condition + (1 + condition | participant) + (1 + condition | item), data = d)
# Of yes (1) and no (0):
# lme4::glmer(rating ~ condition + (1 + condition | participant) + (1 + condition | item), family = binomial, data = d)
"""
OF_CHOICES = """
# Choices: the intercept is the log-odds of the acceptable sentence{side}.
choices <- subset(read.csv("../choices/{dataset}.csv"), excluded == 0)
"""
SIDE = "choices$first <- choices$good_first - 0.5\n"
SIDE_NOTE = """, midway between its two places. The coefficient
# of first is how much higher they are where it stands first"""
MODEL = """\
chosen <- lme4::glmer(chose_good ~ 1 + {more}(1 | participant) + (1 | pair_id), family = binomial, data = choices)
print(summary(chosen))
"""


def r_script(dataset: str, *, has_ratings: bool, choices: Collection[str]) -> str:
    """Return the text of the script, which names tables as seen from ``results/ratings``.

    Parameters:
        dataset: the name of the tables of ratings and choices.
        has_ratings: whether anybody rated sentences.
        choices: the columns of the table of choices; empty where nobody chose between sentences.
    """
    text = HEAD + OF_RATINGS * has_ratings
    if choices:
        side = SIDE_NOTE if "good_first" in choices else ""
        text += OF_CHOICES.replace("{side}", side) + (SIDE if side else "")
        text += MODEL.replace("{more}", "first + " if side else "")
    return text.replace("{dataset}", dataset)
