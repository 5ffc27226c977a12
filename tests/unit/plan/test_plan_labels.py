"""Tables and figures call things by their labels, and draw them in their colours."""

from dataclasses import replace

from acceptability.contracts.names import COLOURS, NEEDED, REFERENCES
from acceptability.plan.systems import row_labels
from configurations import CAUSAL, DEMO, OWN, PAPER, STUDY, changed, planned

PUBLISHED_CLASSIFIER = "bert-base-uncased-cola-published"


def test_labels_of_the_papers_rows():
    paper = planned(PAPER)
    labels = paper.datasets["li-adger"].row_labels
    assert list(labels)[:8] == STUDY["rows"][:8]
    assert list(labels.items())[5:9] == [
        ("bert-large-cased-cola-published/cola_score", "BERT large cased CoLA"),
        ("trigram-published/slor", "Trigram SLOR"),
        ("trigram-published/log_prob", "Trigram log-prob"),
        ("brown-trigram/slor", "Brown trigram SLOR"),
    ]
    classifier = paper.systems["brown-bert-cola"].row_labels
    assert classifier["brown-bert-cola/cola_score"] == "Brown BERT CoLA eq. (5)"


def test_rows_follow_the_order_of_the_systems_that_are_asked_for():
    systems = planned(PAPER).systems
    few = ["trigram-published", "brown-bert", "bert-large-cased-mlm-published"]
    assert list(row_labels(systems[key] for key in few)) == [
        "trigram-published/slor",
        "trigram-published/log_prob",
        "brown-bert/pll",
        "brown-bert/pll_word_l2r",
        "bert-large-cased-mlm-published/pll",
    ]


def test_labels_and_colours_tell_the_rows_apart():
    everything, usual = planned(PAPER | {"run": "all"}), planned(PAPER)
    names = everything.datasets["li-adger"].row_labels
    assert names["trigram-published/slor"] == "Trigram SLOR"
    assert len(set(names.values())) == len(names)
    seen = [usual.row_colours[row] for row in usual.datasets["li-adger"].row_labels]
    assert len(set(seen)) == len(seen)
    assert everything.row_colours == usual.row_colours  # whatever runs


def test_a_declared_colour_is_that_of_the_first_row():
    """The study's six; all other rows have those of the palette that nobody declared."""
    colours = planned(PAPER).row_colours
    for key, system in STUDY["published"].items():
        first, *others = [f"{key}/{measure}" for measure in system["measures"]]
        if "colour" in system:
            assert colours[first] == system["colour"]
        assert not others or colours[others[0]] in COLOURS
    rows = planned(changed(DEMO, "ngram/toy-trigram-simulated/colour", "#123456")).row_colours
    assert rows["toy-trigram-simulated/slor"] == "#123456"
    assert list(rows.values()).count("#123456") == 1


def test_restarts_have_the_first_row_of_their_system_and_released_ones_of_what_they_are_like():
    everything = planned(PAPER | {"run": "all"})
    released, own = everything.restarts["bert-base-uncased-restarts-published"], everything.systems["brown-bert-cola"]
    colour = everything.row_colours[released.first_row]
    assert colour == STUDY["published"][PUBLISHED_CLASSIFIER]["colour"]
    assert own.first_row == "brown-bert-cola/cola_score"
    assert (released.label, own.label) == ("BERT base uncased CoLA (200 released)", "Brown BERT CoLA")


def test_references_need_ratings_or_a_preference_or_neither():
    assert set(NEEDED) < set(REFERENCES) and set(NEEDED.values()) == {"rated", "preference"}
    none = planned(OWN).datasets["mine"].subject.references
    assert list(none.values()) == ["Shorter is better", "Random scores"]
    rated = planned(PAPER).datasets["li-adger"].subject.references
    assert set(rated) > set(none) and all(row.startswith("reference/") for row in rated)
    dais = planned(changed(PAPER, "datasets/dais", {"kind": "dais", "label": "DAIS"})).datasets["dais"]
    assert set(dais.subject.references) - set(none) == {"reference/usual_choice"}


def test_the_simplest_classifiers_are_thresholds_words_and_the_majority():
    labels = planned(DEMO).datasets["toy-labels-simulated"].subject.simple_labels
    assert labels["toy-trigram-simulated/slor"] == "Toy trigram SLOR, threshold"
    assert list(labels)[-2:] == ["bag-of-words", "majority-class"]
    scoring = [*DEMO["ngram"].values(), *DEMO["models"].values()]
    assert len(labels) == 2 + sum(len(system["measures"]) for system in scoring)


def test_the_human_line_is_the_printed_one():
    datasets = planned(PAPER).datasets
    assert datasets["cola"].lines == {"humans, 0.697": 0.697}
    assert datasets["li-adger"].lines == {}
    assert planned(OWN | {"run": "all"}).datasets["cola"].lines == {}  # no study, no line


def test_printed_rows_stand_beside_classifiers_of_their_dataset_only():
    datasets = planned(PAPER).datasets
    rows = datasets["cola"].printed_rows
    assert {"item": "Human (Warstadt et al.): mean", "printed": "0.697"} in rows
    assert all(set(row) == {"item", "printed"} for row in rows)
    assert datasets["li-adger"].printed_rows == []


def test_the_papers_own_example_pairs_come_first():
    examples = planned(PAPER).datasets["li-adger"].subject.examples
    pairs = examples["table-7"].first_pairs
    assert pairs and len(set(pairs)) == len(pairs) and all("|" in pair for pair in pairs)
    assert examples["table-7-both-measures"].first_pairs == pairs
    assert planned(DEMO).datasets["toy-simulated"].subject.examples["seen-by-bert-only"].first_pairs == []


def test_rows_are_called_by_their_model_and_by_what_is_known_of_their_measure():
    plan = planned(changed(OWN, "models/my-model", CAUSAL | {"label": "My model"}))
    assert plan.systems["my-model"].row_labels == {"my-model/log_prob": "My model log-prob"}
    published = planned(PAPER | {"studies": ["pbc"]}).systems["grnn-published"]
    assert published.row_labels == {"grnn-published/score": "GRNN"}
    named = replace(published, entry=published.entry | {"labels": {"score": "surprisal"}})
    assert named.row_labels == {"grnn-published/score": "GRNN surprisal"}
