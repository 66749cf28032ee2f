"""Without scripts, gin with two pairs shows the rows of other opponents, and keeps typed values.

`pair` is the index of the opponents: 0 for Ana and Ben, 1 for Ana and Dora, 3 for Cem and Dora.
"""

import pytest

from tests.web.match_phone import field_value, sit_down


@pytest.fixture
def gin(app):
    """The first hand of a deal. Ben, who knocked, has 4, and Ana has 20."""
    phone = sit_down(app, "gin", 4)
    phone.fill(pair="0", result="knock", knocker="2", deadwood=(20, 4))
    return phone


def values(page, prefix=""):
    """Return the knocker and the deadwood of the four players.

    A value is None if the page has no row for it or nothing is chosen.
    """
    names = ("knocker", *(f"deadwood-{seat}" for seat in (1, 2, 3, 4)))
    return [field_value(page, f"{prefix}{name}") for name in names]


def test_a_button_shows_the_rows_of_the_chosen_opponents(gin):
    gin.fill(pair="1")

    page = gin.tap("Show these opponents")

    assert page.status == 200
    assert page.alerts == []
    assert values(page) == [None, "20", None, None, ""]
    gin.save(knocker="4", deadwood=(None, None, None, 3))
    assert gin.sheet.current_answers["hands"] == [
        {"pair": ["1", "4"], "result": "knock", "knocker": "4", "deadwood": {"1": 20, "4": 3}}
    ]


def test_values_come_back_with_the_opponents_for_whom_they_were_typed(gin):
    for pair in ("3", "1"):
        gin.fill(pair=pair)
        gin.tap("Show these opponents")
    gin.fill(pair="0")

    page = gin.tap("Show these opponents")

    assert values(page) == ["2", "20", "4", None, None]


def test_a_refused_save_with_other_opponents_keeps_all_values(gin):
    refused = gin.save(pair="3")

    assert refused.status == 422
    assert "Ben takes no part in this hand." in refused.alerts[0]
    assert values(refused) == [None, None, None, "", ""]
    gin.save(pair="0")
    assert gin.sheet.current_answers["hands"] == [
        {"pair": ["1", "2"], "result": "knock", "knocker": "2", "deadwood": {"1": 20, "2": 4}}
    ]


def test_a_value_typed_later_replaces_the_kept_one(gin):
    gin.fill(pair="1")
    gin.tap("Show these opponents")
    gin.fill(pair="0", knocker="1", deadwood=(8, None))

    page = gin.tap("Show these opponents")

    assert values(page) == ["1", "8", "4", None, None]


def test_a_correction_keeps_the_values_of_earlier_opponents(gin):
    gin.save()
    gin.save(result="gin", knocker="3", deadwood=(None, None, None, 9))
    gin.at("rounds/1/correct")
    gin.set("hand-1.pair", "1")
    page = gin.tap("Show these opponents")
    assert values(page, "hand-1.") == [None, "20", None, None, ""]
    assert values(page, "hand-2.") == ["3", None, "", "0", None]
    gin.set("hand-1.pair", "0")

    page = gin.tap("Show these opponents")

    assert values(page, "hand-1.") == ["2", "20", "4", None, None]
    assert values(page, "hand-2.") == ["3", None, None, "0", "9"]
    assert "Nothing has changed yet." in page.words
