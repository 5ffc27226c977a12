"""How LI-Adger's minimal pairs are constructed from phenomena, and compared with the curated list (pure).

Construction follows section 4 and appendix A of Vázquez Martínez (2021): within a phenomenon, every acceptable
sentence is paired with every unacceptable one of the same token number ("lexically matched").
"""

import pandas as pd

from acceptability.errors import InputError


def connected_components(edges: pd.DataFrame) -> dict[str, str]:
    """Map each node of an undirected graph to its component, named after its first node in sort order.

    ``edges`` has two columns of node names, one row an edge.
    """
    parent: dict[str, str] = {}

    def root(node: str) -> str:
        while parent.setdefault(node, node) != node:
            node = parent[node]
        return node

    for first, second in edges.itertuples(index=False):
        low, high = sorted([root(first), root(second)])
        parent[high] = low
    return {node: root(node) for node in sorted(parent)}


def build_pairs(sentences: pd.DataFrame) -> pd.DataFrame:
    """Pair all acceptable and unacceptable sentences of a phenomenon that have the same token number.

    Parameters:
        sentences: ``sentence_id, phenomenon, mark, token``. Acceptable are the sentences marked ``g``; in a phenomenon
            that has none, those marked ``?``. All others are unacceptable.

    Returns: ``good_id, bad_id, phenomenon``, sorted by phenomenon and id.
    """
    has_good = sentences.groupby("phenomenon")["mark"].transform(lambda marks: (marks == "g").any())
    acceptable = (sentences["mark"] == "g") | (~has_good & (sentences["mark"] == "?"))
    columns = ["sentence_id", "phenomenon", "token"]
    good = sentences.loc[acceptable, columns].rename(columns={"sentence_id": "good_id"})
    bad = sentences.loc[~acceptable, columns].rename(columns={"sentence_id": "bad_id"})
    pairs = good.merge(bad, on=["phenomenon", "token"])
    return pairs.sort_values(["phenomenon", "good_id", "bad_id"], ignore_index=True)[
        ["good_id", "bad_id", "phenomenon"]
    ]


def compare_pairs(constructed: pd.DataFrame, curated: pd.DataFrame, unrated: set[str]) -> pd.DataFrame:
    """Return account for every pair of a constructed and a curated list.

    Parameters:
        constructed: ``good_id, bad_id, phenomenon``.
        curated: ``good_id, bad_id, discarded`` (bool), ``note`` (the curators' remark) and ``phenomenon``.
        unrated: ids of the sentences without a human rating.

    Returns: a row for each pair of either list with both memberships, the two token numbers and a ``status``:

    - ``unrated``: a member has no human rating, so that no delta exists
    - ``repaired by hand``, ``repaired by hand, then discarded``: curated across token numbers, against the rule
    - ``discarded``: left out by the curators (``note`` says why, where they do)
    - ``replaced by a repair``: constructed only, and a curated repair pairs one of its members otherwise
    - ``same``: in both lists and kept
    - ``only constructed``, ``only curated``: the rest
    """
    keys = ["good_id", "bad_id"]
    for name, frame in (("constructed", constructed), ("curated", curated)):
        if frame.duplicated(keys).any():
            first = frame[frame.duplicated(keys)].iloc[0]
            raise InputError(f"the {name} list has the pair {first['good_id']} / {first['bad_id']} twice")
    compared = curated.merge(
        constructed.rename(columns={"phenomenon": "constructed_phenomenon"}),
        on=keys,
        how="outer",
        indicator="membership",
        validate="one_to_one",
    )
    compared["phenomenon"] = compared["phenomenon"].fillna(compared["constructed_phenomenon"])
    compared["constructed"] = compared["membership"].isin(["both", "right_only"])
    compared["curated"] = compared["membership"].isin(["both", "left_only"])
    compared["discarded"] = compared["discarded"].eq(True)
    compared["note"] = compared["note"].fillna("")
    for side in ("good", "bad"):
        compared[f"{side}_token"] = compared[f"{side}_id"].str.rsplit(".", n=1).str[-1]
    repaired = compared["curated"] & ~compared["constructed"] & (compared["good_token"] != compared["bad_token"])
    repaired_members = set(compared.loc[repaired, "good_id"]) | set(compared.loc[repaired, "bad_id"])
    touches_repair = compared["good_id"].isin(repaired_members) | compared["bad_id"].isin(repaired_members)
    status = pd.Series("same", index=compared.index)
    status[compared["constructed"] & ~compared["curated"]] = "only constructed"
    status[compared["constructed"] & ~compared["curated"] & touches_repair] = "replaced by a repair"
    status[compared["curated"] & ~compared["constructed"]] = "only curated"
    status[compared["discarded"]] = "discarded"
    status[repaired] = "repaired by hand"
    status[repaired & compared["discarded"]] = "repaired by hand, then discarded"
    status[compared["good_id"].isin(unrated) | compared["bad_id"].isin(unrated)] = "unrated"
    compared["status"] = status
    columns = [
        *keys,
        "good_token",
        "bad_token",
        "phenomenon",
        "constructed",
        "curated",
        "discarded",
        "status",
        "note",
    ]
    return compared.sort_values(keys, ignore_index=True)[columns]


def construct_pairs(sentences: pd.DataFrame, phenomena: pd.DataFrame) -> pd.DataFrame:
    """Build pairs by the paper's rule from ``condition, phenomenon``. Conditions without sentences raise InputError."""
    unknown = set(phenomena["condition"]) - set(sentences["condition"])
    if unknown:
        raise InputError(f"condition {min(unknown)!r} of the phenomena has no sentences")
    return build_pairs(sentences.merge(phenomena, on="condition", validate="many_to_one"))


def adger_phenomena(curated: pd.DataFrame, sentences: pd.DataFrame) -> pd.DataFrame:
    """Return the phenomenon of each Adger condition, from the curated list, which is their only source."""
    rows = curated[curated["source"] == "Adger"]
    members = pd.concat(
        [rows[["good_id", "phenomenon"]].set_axis(["sentence_id", "phenomenon"], axis=1),
         rows[["bad_id", "phenomenon"]].set_axis(["sentence_id", "phenomenon"], axis=1)]
    )  # fmt: skip
    conditions = members.merge(sentences[["sentence_id", "condition"]], on="sentence_id", validate="many_to_one")
    return conditions[["condition", "phenomenon"]].drop_duplicates(ignore_index=True)
