"""How the paper's pairs are constructed."""

import pandas as pd

from acceptability.papers.adc.li_adger import reader as li_adger
from acceptability.papers.adc.li_adger.construction import adger_phenomena, compare_pairs, construct_pairs


def pair_construction(
    *, sentences: pd.DataFrame, curated: pd.DataFrame, conditions: pd.DataFrame, renamed: pd.DataFrame
) -> pd.DataFrame:
    """List every pair: built by the paper's rule, in the curated list, or both, and why not in both.

    Parameters:
        sentences: the contract SENTENCES of LI-Adger.
        curated, conditions, renamed: released files: the curated list, the experiments' list of conditions, and the
            conditions' other names.

    Returns: the contract PAIR_CONSTRUCTION.
    """
    curated_pairs = li_adger.curated_pairs(curated)
    phenomena = {
        "LI": li_adger.li_phenomena(conditions, renamed),
        "Adger": adger_phenomena(curated_pairs, sentences),
    }
    constructed = construct_pairs(sentences, pd.concat(phenomena.values()))
    comparison = compare_pairs(constructed, curated_pairs, li_adger.unrated(sentences))
    source = sentences.set_index("sentence_id")["source"]
    comparison.insert(0, "source", comparison["good_id"].map(source))
    comparison["phenomena_from"] = comparison["source"].map(
        {"LI": "the experiments' list of conditions", "Adger": "the curated list itself"}
    )
    return comparison
