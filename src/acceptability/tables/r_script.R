#: head
# Mixed models of the answers of single participants. In the folder of this file, type: Rscript {dataset}.R
# Answers that were left out, and answers to fillers, do not count.
{simulated}
# Packages. To install them, type this in R: install.packages(c({packages}))
# On Debian and Ubuntu, this is faster: sudo apt install {debian}
needed <- c({packages})
missing <- needed[!vapply(needed, requireNamespace, TRUE, quietly = TRUE)]
if (length(missing)) stop("packages are missing; in R, type: install.packages(c(\"", paste(missing, collapse = "\", \""), "\"))")

# A rule for random effects, which can be written down before anybody sees the answers: fit models from the richest to
# the simplest, and report the first that converges without a degenerate part. A part is degenerate if a variance is 0,
# or a correlation is 1 or -1: the answers are too few to estimate it. Without random slopes, p-values can be far too
# small, so they are given up last. If each model has a fault, the first that converges is reported: a variance of 0
# changes little in the estimate of the effect.
faults <- function(model) {
  if (is.null(model)) return("it cannot be fitted")
  if (inherits(model, "merMod")) {
    notes <- grep("singular", model@optinfo$conv$lme4$messages, invert = TRUE, value = TRUE)
    return(c(if (length(notes)) "it does not converge", if (lme4::isSingular(model)) "a part is degenerate"))
  }
  parts <- ordinal::VarCorr(model)
  sizes <- unlist(lapply(parts, attr, "stddev"))
  together <- unlist(lapply(parts, function(part) if (length(part) > 1) abs(attr(part, "correlation")[2])))
  variances <- tryCatch(diag(vcov(model)), error = function(problem) NA)
  converges <- model$optRes$convergence == 0 && all(is.finite(variances)) && all(variances > 0)
  c(if (!converges) "it does not converge", if (any(sizes < 1e-3) || any(together > 0.999)) "a part is degenerate")
}
separation <- "answers are separated (one kind of sentence is never rated or chosen below the other): no estimate is finite"
fit_by_rule <- function(fit, fixed, random, without, term, separated = FALSE) {
  attempt <- function(fixed, random) {
    written <- as.formula(paste(fixed, "+", random))
    tryCatch(suppressMessages(suppressWarnings(fit(written))), error = function(problem) NULL)
  }
  fitted <- list()
  for (step in seq_along(random)) {
    fitted[step] <- list(attempt(fixed, random[step]))
    found <- faults(fitted[[step]])
    cat("Model", step, "of", length(random), ":", random[step], "-", if (length(found)) found else "no fault", "\n")
    if (!length(found)) break
  }
  converges <- vapply(fitted, function(model) !any(grepl("fit|converge", faults(model))), TRUE)
  if (length(found)) step <- which(converges)[1]
  why <- if (separated) separation else "there are too few answers"
  if (is.na(step)) stop("no model converges; ", why, call. = FALSE)
  model <- fitted[[step]]
  print(summary(model))
  simpler <- attempt(without, random[step])
  row <- coef(summary(model))[term, ]
  limits <- row[["Estimate"]] + c(-1, 1) * qnorm(0.975) * row[["Std. Error"]]
  cat(sprintf("\nReported: model %d. %s: %.3f, 95 %% interval %.3f to %.3f", step, term, row[["Estimate"]], limits[1], limits[2]))
  if (is.null(simpler)) {
    cat("; the model without it cannot be fitted, so there is no test.\n")
  } else {
    ratio <- max(0, 2 * as.numeric(logLik(model) - logLik(simpler)))
    cat(sprintf("; likelihood-ratio test: chi2(1) = %.2f, p = %.3g.\n", ratio, pchisq(ratio, 1, lower.tail = FALSE)))
  }
  if (separated) cat("Do not report this estimate:", separation, "\n")
  if (is_simulated) cat("SIMULATED DATA: nobody gave these answers. Never report them.\n")
  invisible(model)
}
#: ratings

# Ratings, as participants gave them. Do not fit these models to z-scores: most differences between participants are
# removed from these. For one phenomenon, add: d <- subset(d, phenomenon == "its name")
d <- read.csv("{dataset}.csv")
d$good <- ifelse(d$condition == "good", 0.5, -0.5)  # the effect is the difference between good and bad sentences
ends <- tapply(d$rating, d$good, range, na.rm = TRUE)
separated <- length(ends) == 2 && (ends[[1]][2] <= ends[[2]][1] || ends[[2]][2] <= ends[[1]][1])
random <- c(
  "(1 + good | participant) + (1 + good | item)",
  "(1 | participant) + (0 + good | participant) + (1 | item) + (0 + good | item)",  # without correlations
  "(1 | participant) + (0 + good | participant) + (1 | item)",  # items differ in no effect
  "(1 | participant) + (1 | item) + (0 + good | item)",  # participants differ in no effect
  "(1 | participant) + (1 | item)"
)
#: likert
# An ordinal model, since the steps of a scale need not be equally far apart. The effect is in log-odds.
d$rating <- factor(d$rating, ordered = TRUE)
fit <- function(written) ordinal::clmm(written, data = d)
m <- fit_by_rule(fit, "rating ~ good", random, "rating ~ 1", "good", separated)
#: slider
# A linear model: a slider has too many values for an ordinal one. The effect is in points of the slider.
fit <- function(written) lme4::lmer(written, data = d, REML = FALSE, control = lme4::lmerControl(optimizer = "bobyqa"))
m <- fit_by_rule(fit, "rating ~ good", random, "rating ~ 1", "good")
# Many answers at the ends of the slider are not normal. Ordered beta regression takes them into account; it needs the
# package glmmTMB (Debian: r-cran-glmmtmb). Its effect is in log-odds.
if (requireNamespace("glmmTMB", quietly = TRUE) && "ordbeta" %in% getNamespaceExports("glmmTMB")) {
  d$share <- (d$rating - {low}) / ({high} - {low})
  written <- update(formula(m), share ~ .)
  start <- list(psi = c(-1, 1))  # of the thresholds of the two ends
  fit <- function() suppressWarnings(glmmTMB::glmmTMB(written, family = glmmTMB::ordbeta(), data = d, start = start))
  beta <- try(fit(), silent = TRUE)
  if (inherits(beta, "try-error") || !isTRUE(beta$sdr$pdHess)) {
    cat("Ordered beta regression does not converge with these answers. Report the linear model.\n")
  } else {
    print(summary(beta))
  }
}
#: yes_no
# A logistic model of the answer yes, which has the greater number. The effect is in log-odds.
d$yes <- as.integer(d$rating == max(d$rating))
fit <- function(written) lme4::glmer(written, family = binomial, data = d, control = lme4::glmerControl(optimizer = "bobyqa"))
m <- fit_by_rule(fit, "yes ~ good", random, "yes ~ 1", "good", separated)
#: choices

# Choices: a logistic model. The intercept is the log-odds of the acceptable sentence{side}.
choices <- subset(read.csv("../choices/{dataset}.csv"), excluded == 0)
{first}separated <- length(unique(choices$chose_good)) == 1
fit <- function(written) lme4::glmer(written, family = binomial, data = choices)
m <- fit_by_rule(fit, "chose_good ~ 1{more}", "(1 | participant) + (1 | pair_id)", "chose_good ~ 0{more}", "(Intercept)", separated)
