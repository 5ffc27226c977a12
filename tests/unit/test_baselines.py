from acceptability.baselines import negative_length


def test_length_counts_words_and_shorter_is_better():
    assert negative_length("The  old dog.") == -3.0
