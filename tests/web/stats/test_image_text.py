"""Text in pictures: what can be drawn, and which names leave only their chip."""

import io
from fractions import Fraction

import pytest
from PIL import Image, ImageDraw

from scorekeeper.stats.scheme_text import format_value
from scorekeeper.stats.schemes import MEASURES, Scheme
from scorekeeper.web.stats.image_text import (
    accent_positions,
    draw_text,
    is_drawable,
    text_width,
    truncate_to_width,
    without_accents,
)
from scorekeeper.web.stats.share_image import (
    SIZE,
    Chip,
    EveningCard,
    MatchLine,
    render_png,
    to_drawable_figure,
)


@pytest.mark.parametrize("text", ["Ana", "Iñaki", "Zoë", "Chinchón", "François", "Jean-Luc 2"])
def test_names_of_european_letters_can_be_written(text):
    assert is_drawable(text)


@pytest.mark.parametrize("text", ["", "李小龍", "أحمد", "Δ", "👩‍👦", "Łukasz", "Z\u0337oe"])
def test_what_has_a_letter_that_is_missing_is_not_written(text):
    assert not is_drawable(text)


def test_accents_stand_on_their_letters():
    assert without_accents("Iñakí") == "Inaki"
    assert [number for number, _ in accent_positions("Iñakí")] == [1, 4]


def ink(text, anchor="l"):
    """Return the bounding box of this text, drawn with its base line at 100."""
    image = Image.new("L", (400, 200))
    draw_text(ImageDraw.Draw(image), (200, 100), text, 40, 255, anchor)
    return image.getbbox()


def test_an_accent_is_above_its_letter_and_a_cedilla_below():
    left, top, right, bottom = ink("o")
    assert ink("ö")[1] < top
    assert ink("ö")[3] == bottom
    assert ink("ç")[3] > bottom
    assert ink("ó")[1] > top - 20
    assert (ink("õ")[0], ink("õ")[2]) == (left, right)


def test_a_line_ends_or_has_its_middle_where_it_should():
    assert ink("Ana")[0] >= 200
    assert ink("Ana", "r")[2] <= 200
    middle = ink("Ana", "m")
    assert abs((middle[0] + middle[2]) / 2 - 200) <= 2


def test_what_does_not_fit_ends_in_dots():
    assert truncate_to_width("Ana", 30, 200) == "Ana"
    short = truncate_to_width("Maximiliana Konstantinopolitanska", 30, 200)
    assert short.startswith("Maximil")
    assert short.endswith("…")
    assert text_width(short, 30) <= 200
    assert truncate_to_width("Ana", 30, 5) == ""


ALL_WAYS = [
    Scheme(measure, a_match, which=which, count=2)
    for measure in MEASURES
    for a_match in (False, True)
    for which in ("all", "best")
]


@pytest.mark.parametrize("scheme", ALL_WAYS, ids=str)
def test_every_figure_of_a_season_can_be_written(scheme):
    figures = [
        format_value(scheme, Fraction(parts, 60), low=low)
        for parts in range(-900, 6_000, 15)
        for low in (False, True)
    ]

    assert all(is_drawable(to_drawable_figure(figure)) for figure in figures)


@pytest.mark.parametrize(
    ("figure", "drawn"),
    [
        ("2½", "2.5"),
        ("½", "0.5"),
        ("−½", "-0.5"),
        ("10½", "10.5"),
        ("−14", "-14"),
        ("0.67", "0.67"),
    ],
)
def test_halves_and_minus_are_written_with_what_there_is(figure, drawn):
    assert to_drawable_figure(figure) == drawn
    assert pixels(card("Ana", figure=figure)) == pixels(card("Ana", figure=drawn))


def card(*names, letters="A", figure="2.50"):
    chips = tuple(Chip(number, letters, name) for number, name in enumerate(names, start=1))
    return EveningCard(
        "Thursday",
        "12 November",
        (MatchLine("Loba", chips),),
        tuple((str(n), chip, figure) for n, chip in enumerate(chips[:3], start=1)),
        "Won tonight",
        "Autumn",
    )


def pixels(card):
    with Image.open(io.BytesIO(render_png(card))) as image:
        return image.size, image.convert("RGB").tobytes()


def test_a_name_that_cannot_be_written_leaves_its_chip():
    known, unknown, other = card("Ana"), card("李小龍"), card("小李龍")

    assert pixels(known) != pixels(unknown)
    assert pixels(unknown) == pixels(other)
    assert pixels(card("李小龍", letters="李")) != pixels(unknown)
    assert pixels(unknown)[0] == SIZE


@pytest.mark.parametrize("names", [(), ("x" * 40,) * 12], ids=["nobody", "twelve long names"])
def test_any_number_of_winners_fits(names):
    assert pixels(card(*names))[0] == SIZE
