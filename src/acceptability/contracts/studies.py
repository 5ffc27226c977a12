"""Declare the tables of studies: what a paper prints, claims and releases, next to recomputed numbers."""

from acceptability.contracts.columns import (
    Check,
    Column,
    Table,
    any_text,
    choice,
    count,
    dataset_table,
    number,
    share,
    text,
)

KINDS = {
    "result": "a number or a statement, as the paper prints it",
    "reading": "a statement that no number of the paper decides: the note says how we read it",
    "definition": "a definition, a choice of the authors, or a property of a model or a corpus: nothing to recompute",
    "check": "a comparison of printed numbers that the paper itself does not make",
}
VERDICTS = {
    "reproduced": "comes out as printed, in every variant with a value",
    "as published only": "comes out with the published computation, not with the corrected one; so for other variants",
    "differs": "does not come out",
    "differs by our reading": "does not come out as we read a statement that no number of the paper decides",
    "consistent": "is about other printed numbers, and agrees with them; nothing is recomputed",
    "as the authors' log prints it": "agrees with a log that the authors released; not recomputed here",
    "differs from the authors' log": "does not agree with that log; not recomputed here",
    "as the authors' sheet has it": "agrees with a table of results that the authors released; not recomputed here",
    "differs from the authors' sheet": "does not agree with that table; not recomputed here",
    "file not fetched": "needs a file that is registered but not fetched here; the note has the command",
    "not found": "needs a file that was searched for and not found; the note says where",
    "not recomputable": "cannot be recomputed here; the note has the reason, such as a system that is not run",
    "definition": KINDS["definition"],
}
COMPARED_WITH = {
    "data": "a number recomputed from data",
    "print": "other printed numbers",
    "log": "numbers in a log that the authors released",
    "sheet": "numbers in a table of results that the authors released",
    "nothing": "definitions, and numbers without a file to compute them from",
}
FOUND = {  # results of a search, and the words of reports; data that were found have quantities instead
    "no": "not found",
    "part": "not found",  # a part was found; what is missing was not
    "linked": "linked from the authors' README, not in a repository",
    "unsearched": "not searched",
}

_CLAIM = {
    "place": text("section or table of the paper"),
    "claim": text("what it says there, in other words", unique=True),
    "threshold": any_text("the δ that it is about; empty: each"),
    "quantity": any_text("how it is computed (studies.claims.holds); empty: it cannot be"),
    "argument": any_text("of the quantity: patterns of rows, a bound"),
    "note": any_text("a remark"),
}
_PRINTED = {
    "place": text("section or table of the paper"),
    "item": text("what is printed there"),
    "printed": text("a number with the paper's own decimals, a bound (<0.0001, >0), or yes or no"),
    "kind": choice("; ".join(f"{name}: {meaning}" for name, meaning in KINDS.items()), KINDS),
    "quantity": any_text("how it is recomputed: a quantity of the study; empty: it cannot be"),
    "argument": any_text("of the quantity, separated by spaces"),
    "reason": any_text("of a result without a quantity: its row in resources/searches.csv", required=False),
    "note": any_text("a remark; why nothing can be recomputed, where no reason is named"),
}
_COMMITS = Check(
    lambda cells: cells.str.fullmatch(r"([\w.-]+/[\w.-]+@[0-9a-f]{40}( (?!$)|$))*"),
    "must be repositories as owner/name@commit with all 40 digits, separated by spaces",
)
_DATE = Check(
    lambda cells: cells.str.fullmatch(r"(\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))?"),
    "must be a date such as 2026-11-28, or empty",
)

CLAIMS = Table("claims", _CLAIM)
CHECKED_CLAIMS = Table(
    "checked_claims",
    {
        **_CLAIM,
        "own": any_text("yes or no: does it hold under the paper's own choices, corrected; empty: nothing is computed"),
        "holding": count("specifications in which it holds"),
        "specifications": count("specifications with its δ"),
        "different": count("of these, how many differ at all in what the claim is about"),
        "supported": count("specifications in which it holds in at least 97.5 % of the bootstraps over clusters"),
        "refuted": count("specifications in which it holds in at most 2.5 % of them"),
        "bootstraps": share("share of the bootstraps over clusters in which it holds, own choices", nullable=True),
        "equivalence_p": share("p of two one-sided tests, of claims that something is small", nullable=True),
        "bound": number("the number that the claim compares with; empty: it has none", nullable=True),
        "bound_from": number("lowest bound with the same verdict; empty: any lower one", nullable=True),
        "bound_to": number("highest bound with the same verdict; empty: any higher one", nullable=True),
        "depends_on": any_text("choices that alone turn support into refutation"),
        "verdict": text(
            "robust, holds, depends, undecided, fails, never holds, not reproducible here; or that its δ was not asked"
        ),
        "verdict_over_phenomena": any_text(
            "the verdict where phenomena are drawn, not clusters; empty: clusters do not consist of phenomena"
        ),
    },
    path="results/metrics/{study}/claims.csv",
)
SEARCHES = Table(
    "searches",
    {
        "reason": text("its name", unique=True),
        "missing": text("the data that printed numbers need"),
        "looked": Column(
            str, "the repositories that were searched: owner/name@commit, separated by spaces", (_COMMITS,)
        ),
        "date": Column(str, "the day of the search; empty: nothing was searched", (_DATE,)),
        "found": choice("; ".join(f"{name}: {words}" for name, words in FOUND.items()), FOUND),
    },
    path="resources/searches.csv",
)
ACCURACIES = Table(
    "accuracies",
    {
        "method": text("sentence, or another way of scoring that the authors tried, in their words"),
        "paradigm": text("the paradigm"),
        "share": share("share of its pairs that meet the BLiMP criterion"),
        "pairs": count("its pairs"),
    },
    unique=("method", "paradigm"),
    path="results/accuracies/{dataset}/{system}.csv",
)
PRINTED = Table("printed", _PRINTED, path="paper/{study}/printed/{printed}.csv")
REPRODUCTION = Table(
    "reproduction",
    {
        **_PRINTED,
        "corrected": any_text("the recomputed value with all its digits, corrected; empty: none"),
        "difference": any_text("corrected minus printed; empty where one of them is no number"),
        "compared_with": choice("; ".join(f"{name}: {what}" for name, what in COMPARED_WITH.items()), COMPARED_WITH),
        "verdict": text("; ".join(f"{name}: {meaning}" for name, meaning in VERDICTS.items())),
    },
    strict=False,  # one more column for each variant that the study declares: the recomputed value,
    path="results/metrics/{study}/reproduction.csv",
)
RELEASED = dataset_table(
    "released",
    {
        "system": text("key of the system in the configuration"),
        "measure": text("what was measured"),
        "released": text("key of the system whose released scores it is compared with"),
        "sentences": count("sentences that both score"),
        "equal": count("sentences whose scores differ by less than 0.001"),
        "median_difference": number("median of the absolute differences"),
        "greatest_difference": number("greatest absolute difference"),
        "pearson_r": number("Pearson's r of the scores", nullable=True),
    },
    unique=("system", "measure"),
)
