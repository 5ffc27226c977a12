"""Sentences and their machine translations, rated without context, in their own context, or in another one."""

from collections.abc import Mapping

from acceptability.datasets.manifest import Manifest, Ratings

KIND = "lau-2020"
CONTEXTS = {
    "none": "by itself",
    "real": "after the three sentences that stand before it in the corpus",
    "random": "after three sentences from another place",
}
KEYS = {
    "context": {
        "description": "For `lau-2020`: how people had a sentence when they rated it, and models have it when they "
        "score it. " + "; ".join(f"`{key}`: {text}" for key, text in CONTEXTS.items()) + ".",
        "enum": list(CONTEXTS),
        "default": next(iter(CONTEXTS)),
    }
}
NEEDED = ()
DESCRIPTION = (
    "Lau et al. (2020) had about 16 people rate each of 250 sentences from 1 to 4: 50 English ones and, of other "
    "sentences, 200 that were translated into Czech, German, Spanish or French and back by a machine. They are in "
    "lower case. People had each sentence {context}. Ratings are z-scores of the sentences’ mean ratings: who gave "
    "which rating is not known."
)
CONTEXT_SCORED = " Only the sentence is scored, given its context; a masked model sees the context, too."


def manifest(entry: Mapping) -> Manifest:
    """Describe an entry: rated sentences without pairs; a context is given, and not scored."""
    context = entry.get("context", next(iter(CONTEXTS)))
    in_context = context != "none"
    return Manifest(
        sources={"ratings": f"context-{context}.csv"},
        options={"context": context, "rows": 250},
        ratings=Ratings(),
        scored_part=in_context,
        cluster="sentences",
        description=DESCRIPTION.format(context=CONTEXTS[context]) + CONTEXT_SCORED * in_context,
    )
