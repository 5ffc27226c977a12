"""The page of `make check` explains itself: its terms, and what each of its files holds."""

from acceptability.analyses.registry import analyses
from acceptability.figures.parts import Grid, Items, Paragraph, Part, sentences_of
from acceptability.tables.checks import TERMS, terms_in


def test_terms_are_explained_where_they_occur_and_so_are_those_of_their_meanings():
    assert terms_in(["The smaller number of words gets 8 of 8 pairs of x right."]) == {}
    assert list(terms_in(["There are only 3 clusters.", "Even the placebo decides x."])) == ["placebo", "cluster"]
    assert list(terms_in(["It is 5.3 points by the ADC at δ = 1."])) == ["point", "human delta", "ADC", "δ"]
    assert set(terms_in(list(TERMS))) == set(TERMS)


def test_all_sentences_of_a_section_are_looked_at_and_not_its_tables():
    part = Part("x", [Paragraph("a"), Items(["b", "c"]), Grid({"d": ""}, [["e"]])], ["f"])
    assert sentences_of(part) == ["a", "b", "c"]


def test_the_page_says_what_each_of_its_files_holds():
    for name, analysis in analyses().items():
        if analysis.check:
            assert list(analysis.check.files) == [table.name for table in analysis.writes], name
