"""The reasons why a later deal must be entered again, and how long a page shows them."""

from tests.web.match_phone import sit_down


def settled_reasons(page):
    return [span.words for span in page.root.all("span") if "is-settled" in span["class"].split()]


def test_a_reason_is_hidden_once_its_number_is_entered(second_deal_page):
    assert settled_reasons(second_deal_page.page) == []

    part = second_deal_page.look(**{"2__cards__deadwood": (None, None, 7)})

    assert settled_reasons(part) == ["Points left: enter a number for Cem."]


def test_a_reason_without_an_input_stays_until_something_is_entered(app):
    """After the correction, Cem is no longer out, so Cem's return does not count."""
    loba = sit_down(app, "loba", 3)
    loba.save(went_out="1", deadwood=(None, 50, 60))
    loba.save(went_out="1", deadwood=(None, 10, 45))
    loba.save(reenlist=(None, None, "yes"))
    loba.at("rounds/1/correct")

    reason = "Cem did not reach 100 in this deal, and only players who did may come back."
    part = loba.look(cards__deadwood=(None, 50, 6))
    assert f"After this correction, Deal 2 must be checked. {reason}" in part.words
    asked = loba.save(cards__deadwood=(None, 50, 6))
    assert f"Removed by this correction: {reason}" in asked.words
    assert settled_reasons(asked) == []
    assert settled_reasons(loba.look(**{"2__cards__deadwood": (None, 11, None)})) == [reason]
