"""Write a system's results as sentences for a paper."""

from dataclasses import dataclass

import pandas as pd

from acceptability.rounding import percent, right_of, shown

CANNOT = {  # by what STRENGTH says of the ratings
    "no": " These ratings cannot show whether a system knows how strong a preference is.",
    "scale": " At a standard deviation of 1, this share cannot show whether a system knows how strong a preference is.",
}


@dataclass(frozen=True)
class Wording:
    """Describe what all sentences about a dataset have in common.

    Attributes:
        good: what the good sentence of a pair is: acceptable, or better.
        clusters: what clusters are called, as a plural.
        fits, strength, human_error: the tables FITS of sentences, STRENGTH and HUMAN_ERROR; None: there are none.
    """

    good: str
    clusters: str
    fits: pd.DataFrame | None
    strength: pd.DataFrame | None
    human_error: pd.DataFrame | None

    def sentence(self, row: str, label: str, tests: pd.DataFrame) -> str:
        """Return the results of a row: its pairs by the BLiMP criterion and the smallest δ, and r with ratings.

        Parameters:
            row, label: its ``system/measure``, and what tables call it.
            tests: its rows of AGAINST_CHANCE.
        """
        blimp = tests[tests["criterion"] == "blimp"].iloc[0]
        text = f"{label} preferred the {self.good} sentence in {self._share(blimp)}; against 50 %: {p_of(blimp['p'])})."
        of_adc = tests[tests["criterion"] == "adc"].sort_values("threshold")
        if len(of_adc):
            adc = of_adc.iloc[0]
            text += (
                f" It met the Acceptability Delta Criterion with δ = {adc['threshold']:g} in {self._share(adc)}; "
                f"{percent(adc['chance'], 1)} % are expected by chance: {p_of(adc['p'])})."
            )
            text += CANNOT.get(self._measurable(row, adc["threshold"]), "")
        return text + self._correlation(row)

    def _share(self, test: pd.Series) -> str:
        """Return the number of pairs, their share and its interval, in brackets that are left open."""
        text = f"{right_of(test['right'], test['pairs'])} pairs ({percent(test['share'], 1)} %"
        if pd.notna(test["low"]):
            over = "pairs"
            if test["over"] == "clusters" and self.clusters != "pairs":
                over = f"{test['units']:,} {self.clusters}"
            text += f", 95 % CI {percent(test['low'], 1)} to {percent(test['high'], 1)} % over {over}"
        return text + (", ties as half" if test["ties"] else "")

    def _measurable(self, row: str, threshold: float) -> str:
        """Return whether the ratings can measure strength, as STRENGTH says."""
        if self.strength is None:
            return "unknown"
        rows = self.strength[(self.strength["row"] == row) & (self.strength["threshold"] == threshold)]
        return rows["measurable"].iloc[0] if len(rows) else "unknown"

    def _correlation(self, row: str) -> str:
        """Return Pearson's r of the row's scores with the ratings, after a space; nothing where there is none."""
        rows = self.fits[self.fits["row"] == row] if self.fits is not None else pd.DataFrame()
        if rows.empty or pd.isna(rows["pearson_r"].iloc[0]):
            return ""
        fit = rows.iloc[0]
        ends = "" if pd.isna(fit["low"]) else f" (95 % CI {shown(fit['low'], 2)} to {shown(fit['high'], 2)})"
        r = f"r = {shown(fit['pearson_r'], 2)}{ends}"
        text = f" Its scores correlate with the ratings of {fit['points']:,} sentences by {r}"
        if self.human_error is not None:
            perfect = self.human_error.set_index("statistic").loc["perfect_r"]
            if pd.notna(perfect["value"]):
                number = int(perfect["number"])
                sentences = "" if number == fit["points"] else f"of the {number:,} with single ratings, "
                text += f"; {sentences}a perfect predictor is expected to reach r = {shown(perfect['value'], 2)}"
        return f"{text}."


def p_of(p: float) -> str:
    """Write a p-value for a sentence: ``p < 0.001``, or with three decimals."""
    return "p < 0.001" if p < 0.001 else f"p = {shown(p, 3)}"
