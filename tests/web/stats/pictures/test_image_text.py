"""Text in pictures: drawable characters, long texts, and names shown only as a chip."""

import io
import re
from fractions import Fraction

import pytest
from PIL import Image, ImageDraw

from scorekeeper.stats.scheme_text import format_value
from scorekeeper.stats.schemes import MEASURES, Scheme
from scorekeeper.web.stats.pictures import typefaces
from scorekeeper.web.stats.pictures.evening_image import (
    FOOTER_TOP,
    ROW_HEIGHT,
    EveningPicture,
    MatchLine,
    name_widths,
    render_png,
)
from scorekeeper.web.stats.pictures.image_text import (
    draw_text,
    fit_lines,
    is_drawable,
    shrink_to_width,
    text_width,
    truncate_names,
    truncate_to_width,
)
from scorekeeper.web.stats.pictures.name_lines import fit_names
from scorekeeper.web.stats.pictures.share_image import CHIP_COLOURS, SIZE, PlayerChip

NAMES = ["Ana", "Iñaki", "Zoë", "François", "Łukasz", "Æsa Sørensen", "Δημήτρης", "Дмитрий"]


@pytest.mark.parametrize("text", [*NAMES, "Jean-Luc 2", "−2½"])
def test_latin_greek_and_cyrillic_names_and_figures_are_drawable(text):
    assert is_drawable(text)


@pytest.mark.parametrize("text", ["שרה", "أحمد"])
@pytest.mark.parametrize("shaped", [True, False], ids=["with FriBiDi", "without"])
def test_right_to_left_names_are_drawable_only_with_text_shaping(text, shaped, monkeypatch):
    monkeypatch.setattr(typefaces, "can_shape", lambda: shaped)
    typefaces.contains.cache_clear()

    assert is_drawable(text) == shaped
    typefaces.contains.cache_clear()


@pytest.mark.parametrize("text", ["", "李小龍", "👩‍👦"])
def test_empty_text_and_text_with_missing_glyphs_are_not_drawable(text):
    assert not is_drawable(text)


def text_box(text, anchor="l"):
    """Return the bounding box of this text, drawn with its baseline at y = 100."""
    image = Image.new("L", (400, 200))
    draw_text(ImageDraw.Draw(image), (200, 100), text, 40, 255, anchor)
    return image.getbbox()


def beginning(text, width):
    """Return the pixels in the first `width` columns of this text, drawn in a picture."""
    image = Image.new("L", (400, 200))
    draw_text(ImageDraw.Draw(image), (100, 100), text, 40, 255)
    return image.crop((100, 0, 100 + int(width), 200)).tobytes()


@pytest.mark.parametrize("name", ["שרה", "أحمد"])
def test_a_sentence_that_begins_with_a_right_to_left_name_keeps_its_order(name):
    width = text_width(name, 40)

    assert beginning(f"{name} won", width) == beginning(name, width)


def test_a_combining_accent_is_drawn_like_a_precomposed_letter():
    assert text_box("o\u0308") == text_box("ö")
    assert text_box("ö")[1] < text_box("o")[1]


def test_text_can_be_aligned_left_right_or_centred():
    assert text_box("Ana")[0] >= 200
    assert text_box("Ana", "r")[2] <= 200
    middle = text_box("Ana", "m")
    assert abs((middle[0] + middle[2]) / 2 - 200) <= 2


def test_text_that_does_not_fit_ends_in_an_ellipsis():
    assert truncate_to_width("Ana", 30, 200) == "Ana"
    short = truncate_to_width("Maximiliana Konstantinopolitanska", 30, 200)
    assert short.startswith("Maximil")
    assert short.endswith("…")
    assert text_width(short, 30) <= 200
    assert truncate_to_width("Ana", 30, 5) == ""


def test_text_shrinks_before_it_is_cut():
    name = "Maximiliana Konstantinopolitanska-Nowakó"

    assert shrink_to_width("Ana", 34, 18, 400) == (34, "Ana")
    size, whole = shrink_to_width(name, 34, 18, 400)
    assert (size, whole) == (18, name)
    assert text_width(whole, size) <= 400
    assert shrink_to_width(name, 34, 18, 200)[1].endswith("…")


def test_short_names_stay_whole_and_long_ones_share_the_rest():
    names = truncate_names(("Ana", "Maximiliana Konstantinopolitanska", "M" * 40), 30, 400)

    assert names[0] == "Ana"
    assert names[1].startswith("Maximili")
    assert names[2].startswith("MMM")
    assert all(name.endswith("…") for name in names[1:])
    assert sum(text_width(name, 30) for name in names) <= 400
    assert truncate_names(("Ana", "Ben"), 30, 400) == ["Ana", "Ben"]


def test_a_sentence_shrinks_then_wraps_and_is_cut_in_its_names_at_last():
    sizes = ((40, 1), (30, 2))

    assert fit_lines(("", "Ana", " wins"), sizes, 500) == (40, ["Ana wins"])
    assert fit_lines(("", "Ana-Maria", ", ", "Maximiliana", " win"), sizes, 300) == (
        30,
        ["Ana-Maria,", "Maximiliana win"],
    )
    size, lines = fit_lines(("", "M" * 40, ", ", "W" * 40, " win"), sizes, 300)
    assert size == 30
    assert re.fullmatch("M+…, W+… win", " ".join(lines))
    assert all(text_width(line, 30) <= 300 for line in lines)


ALL_WAYS = [
    Scheme(measure, per_match, counted_matches=which, best_or_drop_count=2)
    for measure in MEASURES
    for per_match in (False, True)
    for which in ("all", "best")
]


@pytest.mark.parametrize("scheme", ALL_WAYS, ids=str)
def test_every_figure_of_a_season_is_drawable(scheme):
    figures = [
        format_value(scheme, Fraction(parts, 60), low=low)
        for parts in range(-900, 6_000, 15)
        for low in (False, True)
    ]

    assert all(is_drawable(figure) for figure in figures)


def evening_picture(*names, letters="A", figure="2.50"):
    chips = tuple(PlayerChip(number, letters, name) for number, name in enumerate(names, start=1))
    return EveningPicture(
        "Thursday",
        "12 November",
        (MatchLine("Loba", chips),),
        tuple((str(n), chip, figure) for n, chip in enumerate(chips[:3], start=1)),
        "Winners",
        "Autumn",
    )


def pixels(picture):
    with Image.open(io.BytesIO(render_png(picture))) as image:
        return image.size, image.convert("RGB").tobytes()


def test_a_name_that_cannot_be_drawn_is_omitted_but_its_chip_is_drawn():
    known, unknown, other = (
        evening_picture("Ana"),
        evening_picture("李小龍"),
        evening_picture("小李龍"),
    )

    assert pixels(known) != pixels(unknown)
    assert pixels(unknown) == pixels(other)
    assert pixels(evening_picture("李小龍", letters="李")) != pixels(unknown)
    assert pixels(unknown)[0] == SIZE


def test_an_evening_shows_every_winner_even_with_long_names():
    with Image.open(io.BytesIO(render_png(evening_picture(*("x" * 40,) * 4, letters="")))) as image:
        row = image.convert("RGB").crop((0, 238, SIZE[0], 282))
    colours = {colour for _, colour in row.getcolors(SIZE[0] * SIZE[1])}

    for face, _ in CHIP_COLOURS[:4]:
        wanted = tuple(int(face[n : n + 2], 16) for n in (1, 3, 5))
        assert any(
            all(abs(a - b) < 24 for a, b in zip(wanted, each, strict=True)) for each in colours
        )


LONG = tuple(f"{letter}aximiliana Konstantinopolitanska-Nowak" for letter in "MPTW")


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_long_names_of_up_to_three_winners_are_whole(count):
    chips = tuple(PlayerChip(number, "A", name) for number, name in enumerate(LONG[:count]))
    size, widths = name_widths(MatchLine("Jabberwocky", chips), 800)

    for name, width in zip(LONG, widths, strict=False):
        found_size, lines = fit_names((name,), size, width, ROW_HEIGHT)
        assert "".join(lines).replace(" ", "") == name.replace(" ", "")
        assert all(text_width(line, found_size) <= width for line in lines)


def test_a_name_that_differs_only_at_its_end_looks_different_in_the_standings():
    assert pixels(evening_picture("x" * 39 + "y")) != pixels(evening_picture("x" * 40))
    assert pixels(evening_picture(*LONG[:3])) != pixels(
        evening_picture(LONG[0], LONG[1], LONG[2][:-1])
    )


def first_name_in_the_standings(picture):
    """Return one byte for each pixel of the first name in the standings.

    A byte is 0 if the pixel is dark, otherwise 255.
    """
    with Image.open(io.BytesIO(render_png(picture))) as image:
        name = image.convert("L").crop((172, FOOTER_TOP + 46, 424, FOOTER_TOP + 104))
        return name.point(lambda light: light > 128).tobytes()


def test_a_long_figure_leaves_room_for_the_name_in_the_standings():
    short, long = (evening_picture("Bartolomeo", figure=each) for each in ("2", "−1234.58"))

    assert first_name_in_the_standings(short) == first_name_in_the_standings(long)


@pytest.mark.parametrize("names", [(), ("x" * 40,) * 12], ids=["nobody", "twelve long names"])
def test_a_picture_without_names_or_with_twelve_long_names_can_be_drawn(names):
    assert pixels(evening_picture(*names))[0] == SIZE
