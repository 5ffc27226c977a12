"""The first line of a list of sentences: a comment, or a sentence that is marked as odd."""

import pytest

from acceptability.reading import cells


@pytest.mark.parametrize(
    ("lines", "is_comment"),
    [
        (["# items of list 1", "Birds sing.", "We run."], True),
        (["# The rock thinks.", "Birds sing."], False),
        (["# The rock thinks", "*Birds sings", "We run"], False),
        (["#The rock thinks", "Birds sing"], False),
    ],
)
def test_a_first_line_that_is_a_comment_is_no_sentence(lines, is_comment):
    read = cells.separated("\n".join(lines), lines_are_sentences=True)
    sentences = [text for _, (text,) in read.rows[1:]]
    assert sentences == lines[is_comment:]
    assert bool(read.notes) == is_comment
    assert read.rows[1][0] == 1 + is_comment  # rows keep their numbers
