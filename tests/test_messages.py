"""Rendering of sentences: names for keys, real minus signs, singular and plural."""

import pytest

from scorekeeper.messages import AndList, Name, Signed, mentions, render, render_value, say, say_n

NAMES = {"1": "Ana", "2": "Bruno"}


@pytest.mark.parametrize(
    ("sentence", "spelled"),
    [
        pytest.param(say("Save the bids"), "Save the bids", id="no values"),
        pytest.param(say("{who} deals.", who=Name("1")), "Ana deals.", id="a name"),
        pytest.param(say("{who} deals.", who=Name("9")), "9 deals.", id="a key without a name"),
        pytest.param(say("{who} deals.", who="1"), "1 deals.", id="text is not a name"),
        pytest.param(say("{n} points", n=3), "3 points", id="a number"),
        pytest.param(say("{n} points", n=-3), "−3 points", id="a number below zero"),
        pytest.param(say("{n} each", n=Signed(1)), "+1 each", id="points won"),
        pytest.param(say("{n} each", n=Signed(-3)), "−3 each", id="points lost"),
        pytest.param(say("{n} each", n=Signed(0)), "0 each", id="points neither won nor lost"),
        pytest.param(
            say("{who} are in", who=[Name("1"), Name("2")]), "Ana, Bruno are in", id="names"
        ),
        pytest.param(say("games {n}", n=(1, -2)), "games 1, −2", id="numbers"),
        pytest.param(
            say("{why}.", why=say("{who} passed", who=Name("2"))),
            "Bruno passed.",
            id="a sentence in a sentence",
        ),
        pytest.param(say("{it}", it=True), "True", id="true is not 1"),
        pytest.param(say("{it}", it=None), "None", id="none"),
        pytest.param(say("{who} and {{braces}}", who=Name("1")), "Ana and {braces}", id="braces"),
        pytest.param(say("{{braces}}"), "{braces}", id="braces without values"),
        pytest.param(say("{who}", who="{n}"), "{n}", id="braces in a value"),
    ],
)
def test_rendering_a_sentence_formats_its_values(sentence, spelled):
    assert render(sentence, NAMES) == spelled


@pytest.mark.parametrize(
    ("sentence", "is_named"),
    [
        pytest.param(say("{who} deals", who=Name("1")), True, id="a name"),
        pytest.param(say("{who} deals", who=Name("2")), False, id="another name"),
        pytest.param(say("{who} are in", who=[Name("2"), Name("1")]), True, id="one of two names"),
        pytest.param(say("{n} points", n=1), False, id="a number"),
        pytest.param(say("{who}", who="1"), False, id="text"),
        pytest.param(say("{why}.", why=say("{who} passed", who=Name("1"))), True, id="nested"),
    ],
)
def test_mentions_finds_names_but_not_numbers_or_text(sentence, is_named):
    assert mentions(sentence, "1") is is_named


@pytest.mark.parametrize(
    ("n", "spelled"),
    [
        (0, "Ana has 0 deals left"),
        (1, "Ana has one deal left"),
        (2, "Ana has 2 deals left"),
        (-1, "Ana has −1 deals left"),
    ],
)
def test_the_number_selects_the_singular_or_plural_template(n, spelled):
    said = say_n("{who} has one deal left", "{who} has {n} deals left", n, who=Name("1"))

    assert render(said, NAMES) == spelled


def test_a_sentence_with_one_template_uses_it_for_every_number():
    assert render(say("{n} cards", n=2), NAMES) == "2 cards"


def test_the_translator_gets_the_templates_and_the_number():
    asked = []

    def upper(one, many, n):
        asked.append((one, many, n))
        return (one if n == 1 else many or one).upper()

    deals = say_n("one deal", "{{n}} deals", 2)
    inner = say("again")
    spelled = render(
        say("a {b} {c}", b=deals, c=[inner]),
        NAMES,
        lambda one, many, n: upper(one, many, n) if "{b}" not in one else one,
    )

    assert spelled == "a {N} DEALS AGAIN"
    assert asked == [("one deal", "{{n}} deals", 2), ("again", None, 1)]


def test_a_count_that_is_not_a_number_selects_the_singular_template():
    said = say_n("one deal", "{n} deals", "many")

    assert render(said, NAMES) == "one deal"


@pytest.mark.parametrize(
    ("template", "who", "text"),
    [
        ("{who} won, ahead of {who}.", Name("1"), "Ana M. won, ahead of Ana M."),
        ("Congratulations, {who}. Well done.", Name("1"), "Congratulations, Ana M. Well done."),
        ("First: {who}.", AndList([Name("2"), Name("1")]), "First: Bruno and Ana M."),
        ("First: {who}.", Name("2"), "First: Bruno."),
    ],
)
def test_a_full_stop_after_a_name_with_a_full_stop_is_left_out(template, who, text):
    assert render(say(template, who=who), {"1": "Ana M.", "2": "Bruno"}) == text


def test_sentences_compare_by_template_and_values_and_hash_by_template():
    said = {say("{n} deals", n=1), say("{n} deals", n=1), say_n("{n} deals", "deals", 1)}

    assert len(said) == 2
    assert hash(say("{n} deals", n=1)) == hash(say("{n} deals", n=2))
    assert hash(say("a")) != hash(say_n("a", "b", 1))


def test_render_value_formats_values_as_in_a_sentence():
    assert render_value(-1, NAMES) == "−1"
    assert render_value(Name("1"), NAMES) == "Ana"
    assert render_value(["a", Name("2")], NAMES) == "a, Bruno"
    assert render_value(1.5, NAMES) == "1.5"
