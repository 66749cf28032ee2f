"""Typefaces that the host adds for letters that the included typeface lacks."""

import io

import pytest
from flask import Flask
from PIL import Image, ImageDraw

from scorekeeper import create_app
from scorekeeper.config import from_environment
from scorekeeper.errors import ConfigError
from scorekeeper.web.stats.pictures import typefaces
from scorekeeper.web.stats.pictures.image_text import (
    draw_text,
    is_drawable,
    text_width,
    to_drawable_text,
)
from tests.web.match_phone import sit_down
from tests.web.stats.pictures.tiny_typeface import build_typeface

NAME = "李小龍"


@pytest.fixture
def typeface(tmp_path):
    """The file of a typeface with the letters of NAME and with one vowel sign."""
    file = tmp_path / "tiny.ttf"
    file.write_bytes(build_typeface(f"{NAME}क\u093f"))
    return file


@pytest.fixture
def with_typeface(typeface):
    app = Flask("scorekeeper")
    app.config["FONTS"] = from_environment({"SCOREKEEPER_FONTS": f" {typeface} ,"})["FONTS"]
    typefaces.init_app(app)
    with app.app_context():
        yield


def columns(text, anchor):
    """Return the first and the last column of this text, drawn at x = 400."""
    image = Image.new("L", (800, 200))
    draw_text(ImageDraw.Draw(image), (400, 100), text, 40, 255, anchor)
    left, _, right, _ = image.getbbox()
    return left, right


def test_without_the_setting_only_the_included_typeface_is_used():
    assert from_environment({})["FONTS"] == ()
    assert not is_drawable(NAME)


@pytest.mark.usefixtures("with_typeface")
def test_a_further_typeface_draws_the_letters_that_the_included_one_lacks():
    assert is_drawable(NAME)
    assert to_drawable_text(f"{NAME} 🦊") == NAME
    assert not is_drawable("龜")
    assert text_width(NAME, 40) == 120
    assert list(typefaces.split_by_typeface("Ana")) == [(typefaces.INCLUDED, "Ana")]


@pytest.mark.usefixtures("with_typeface")
def test_a_text_in_two_scripts_uses_two_typefaces_and_keeps_its_alignment():
    text = f"Ana {NAME} wins"
    width = text_width(text, 40)

    assert [part for _, part in typefaces.split_by_typeface(text)] == ["Ana ", NAME, " wins"]
    assert width == text_width("Ana ", 40) + 120 + text_width(" wins", 40)
    assert columns(text[:-1], "r")[1] <= 401
    for anchor, left in (("l", 400), ("m", 400 - width / 2), ("r", 400 - width)):
        assert columns(text, anchor)[0] == pytest.approx(left, abs=2), anchor


@pytest.mark.usefixtures("with_typeface")
@pytest.mark.parametrize("shaped", [True, False], ids=["with FriBiDi", "without"])
def test_vowel_signs_are_drawable_only_with_text_shaping(shaped, monkeypatch):
    monkeypatch.setattr(typefaces, "can_shape", lambda: shaped)
    typefaces.contains.cache_clear()

    assert is_drawable("क")
    assert is_drawable("कि") == shaped
    typefaces.contains.cache_clear()


def test_the_picture_of_a_match_names_a_player_with_such_a_name(app, typeface):
    loba = sit_down(app, "loba", ("Ana", NAME), limit=20, max_reenlist=0)
    loba.save(went_out="1", deadwood=(None, 25))
    without = picture(loba)
    app.config["FONTS"] = (typeface,)

    assert picture(loba) != without


def picture(phone):
    with Image.open(io.BytesIO(phone.client.get(f"{phone.address}/picture.png").data)) as image:
        return image.convert("RGB").tobytes()


@pytest.mark.parametrize("content", [None, b"no typeface"], ids=["missing", "other content"])
def test_a_file_that_is_not_a_typeface_is_refused_at_the_start(content, tmp_path):
    file = tmp_path / "names.ttf"
    if content is not None:
        file.write_bytes(content)
    settings = {"SQLALCHEMY_DATABASE_URI": str(tmp_path / "a.sqlite"), "FONTS": (file,)}

    with pytest.raises(ConfigError, match=r"SCOREKEEPER_FONTS .*names\.ttf is missing or"):
        create_app(settings)
