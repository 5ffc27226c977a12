"""Helpers beside InputError."""

import pytest

from acceptability.errors import required


def test_a_required_thing_is_returned_even_if_it_is_empty_and_never_missing():
    assert required(0) == 0 and required("") == ""
    with pytest.raises(RuntimeError, match="is missing"):
        required(None)
