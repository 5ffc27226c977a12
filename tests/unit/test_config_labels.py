"""What tables and figures call things, and in which colours."""

from acceptability.config import labels, systems
from configurations import CAUSAL, DEMO, OWN, PAPER, STUDY, changed, checked, joined

PUBLISHED_CLASSIFIER = "bert-base-uncased-cola-published"


def test_labels_of_the_papers_rows():
    paper = checked(PAPER)
    found = labels.row_labels(paper, systems.systems_of(paper, "li-adger"))
    assert list(found.items())[:9] == [
        ("bert-base-uncased-mlm-published/pll", "BERT base uncased PLL"),
        ("bert-large-uncased-mlm-published/pll", "BERT large uncased PLL"),
        ("bert-large-cased-mlm-published/pll", "BERT large cased PLL"),
        ("bert-base-uncased-cola-published/cola_score", "BERT base uncased CoLA"),
        ("bert-large-uncased-cola-published/cola_score", "BERT large uncased CoLA"),
        ("bert-large-cased-cola-published/cola_score", "BERT large cased CoLA"),
        ("trigram-published/slor", "Trigram SLOR"),
        ("trigram-published/log_prob", "Trigram log-prob"),
        ("brown-trigram/slor", "Brown trigram SLOR"),
    ]
    assert labels.row_labels(paper, ["brown-bert-cola"])["brown-bert-cola/cola_score"] == "Brown BERT CoLA eq. (5)"


def test_rows_follow_the_order_of_the_systems_that_are_asked_for():
    few = ["trigram-published", "brown-bert", "bert-large-cased-mlm-published"]
    assert list(labels.row_labels(checked(PAPER), few)) == [
        "trigram-published/slor",
        "trigram-published/log_prob",
        "brown-bert/pll",
        "brown-bert/pll_word_l2r",
        "bert-large-cased-mlm-published/pll",
    ]


def test_labels_and_colours_tell_the_rows_apart():
    paper = checked(PAPER | {"run": "all"})
    rows = systems.systems_of(paper, "li-adger")
    names, colours = labels.row_labels(paper, rows), labels.row_colours(paper, rows)
    assert names["trigram-published/slor"] == "Trigram SLOR"
    assert len(set(names.values())) == len(names)
    usual = checked(PAPER)
    seen = labels.row_colours(usual, systems.systems_of(usual, "li-adger"))
    assert len(set(seen.values())) == len(seen)
    few = labels.row_colours(paper, ["trigram-published", "bert-base-uncased-mlm-published"])
    assert few == {row: colours[row] for row in few}  # whatever runs beside it


def test_a_declared_colour_is_that_of_the_first_row():
    """The study's six; all other rows have those of the palette that nobody declared."""
    colours = labels.row_colours(checked(PAPER), list(STUDY["published"]))
    for key, system in STUDY["published"].items():
        first, *others = [f"{key}/{measure}" for measure in system["measures"]]
        if "colour" in system:
            assert colours[first] == system["colour"]
        assert not others or colours[others[0]] in labels.COLOURS
    own = changed(DEMO, "ngram/toy-trigram-simulated/colour", "#123456")
    rows = labels.row_colours(checked(own), ["toy-trigram-simulated"])
    assert rows["toy-trigram-simulated/slor"] == "#123456"
    assert list(rows.values()).count("#123456") == 1


def test_colours_and_labels_of_systems():
    everything = checked(PAPER | {"run": "all"})
    released = "bert-base-uncased-restarts-published"
    colours = labels.system_colours(everything, [released, "brown-bert-cola"])
    assert colours[released] == STUDY["published"][PUBLISHED_CLASSIFIER]["colour"]
    first = labels.row_colours(everything, ["brown-bert-cola"])["brown-bert-cola/cola_score"]
    assert colours["brown-bert-cola"] == first
    assert labels.system_labels(everything, [released, "brown-bert-cola"]) == {
        released: "BERT base uncased CoLA (200 released)",
        "brown-bert-cola": "Brown BERT CoLA",
    }


def test_references_need_ratings_or_a_preference_or_neither():
    assert list(labels.reference_labels(set()).values()) == ["Shorter is better", "Random scores"]
    assert set(labels.reference_labels({"rated"})) > set(labels.reference_labels(set()))
    preferred = set(labels.reference_labels({"preference"})) - set(labels.reference_labels(set()))
    assert preferred == {"reference/usual_choice"}
    assert all(row.startswith("reference/") for row in labels.reference_labels({"rated"}))


def test_the_simplest_classifiers_are_thresholds_words_and_the_majority():
    demo = checked(DEMO)
    found = labels.simple_labels(demo, "toy-labels-simulated")
    assert found["toy-trigram-simulated/slor"] == "Toy trigram SLOR, threshold"
    assert list(found)[-2:] == ["bag-of-words", "majority-class"]
    scoring = [*demo["ngram"].values(), *demo["models"].values()]
    assert len(found) == 2 + sum(len(system["measures"]) for system in scoring)


def test_titles_say_what_is_simulated():
    assert labels.title(checked(DEMO), "toy-simulated") == "Toy language (simulated data)"
    assert labels.title(checked(PAPER), "li-adger") == "LI-Adger"


def test_the_human_line_is_the_printed_one():
    paper = checked(PAPER)
    assert labels.lines(paper, "cola") == {"humans, 0.697": 0.697}
    assert labels.lines(paper, "li-adger") == {}
    assert labels.lines(checked(OWN | {"run": "all"}), "cola") == {}  # no study, no line


def test_printed_rows_stand_beside_classifiers_of_their_dataset_only():
    paper = checked(PAPER)
    rows = labels.printed_rows(paper, "cola")
    assert {"item": "Human (Warstadt et al.): mean", "printed": "0.697"} in rows
    assert all(set(row) == {"item", "printed"} for row in rows)
    assert labels.printed_rows(paper, "li-adger") == []


def test_the_papers_own_example_pairs_come_first():
    paper = checked(PAPER)
    pairs = labels.first_pairs(paper, "table-7")
    assert pairs and len(set(pairs)) == len(pairs) and all("|" in pair for pair in pairs)
    assert labels.first_pairs(paper, "table-7-both-measures") == pairs
    assert labels.first_pairs(checked(DEMO), "seen-by-bert-only") == []


def test_a_model_of_ones_own_is_called_as_it_says():
    config = checked(changed(OWN, "models/my-model", CAUSAL | {"label": "My model"}))
    assert labels.row_labels(config, ["my-model"]) == {"my-model/log_prob": "My model log-prob"}


def test_a_measure_of_which_no_more_is_known_has_no_name():
    config = joined(PAPER | {"studies": ["pbc"]})
    assert labels.row_labels(config, ["grnn-published"]) == {"grnn-published/score": "GRNN"}
    config["published"]["grnn-published"]["labels"] = {"score": "surprisal"}
    assert labels.row_labels(config, ["grnn-published"]) == {"grnn-published/score": "GRNN surprisal"}
