"""The match page: questions, refusals, suggestions, and the score sheet."""

import pytest

from tests.web.match_phone import disabled_values, field_value, sit_down, totals


def seats_asked(page):
    """Return the players who have fields on the page, from the top down."""
    asked = [row.all("bdi")[0].words for row in page.root.groups()]
    return list(dict.fromkeys(asked))


def test_the_first_bidder_is_listed_first_and_the_dealer_last(three):
    assert seats_asked(three.page) == ["Ben", "Cem", "Ana"]
    assert "deals" in three.page.part("Bid, Ana").words


def test_the_line_below_the_title_has_parts_and_a_name_is_in_one_of_them(app):
    page = sit_down(app, "chinchon", ["Ana · Bea", "Cem"]).page
    [line] = [each for each in page.root.all("p") if each["class"] == "bar__parts"]

    parts = [part.words for part in line.all("span")]
    assert parts == ["Deal 1", "· Ana · Bea deals", "· pot 2", "· Chinchón"]


def test_the_next_deal_starts_one_seat_later(three):
    three.save(bids=(1, 0, 1))
    three.save(tricks=(1, 1, 1))

    assert seats_asked(three.page) == ["Cem", "Ana", "Ben"]
    assert totals(three.page) == {"Ana": "1", "Ben": "0", "Cem": "1"}


def test_the_htmx_fragment_is_the_same_as_in_the_page(three):
    part = three.save_part(bids=(1, 0, 1))
    page = three.go(f"{three.address}?saved=2")

    assert part.status == 200
    assert part.text.startswith('<div class="match-root" id="match"')
    assert without_keys(part) in without_keys(page)


def without_keys(page):
    """Return the page's text without the form keys, which differ in every response."""
    text = page.text
    for box in page.root.all("input"):
        if box["name"] == "key":
            text = text.replace(box["value"], "")
    return text.strip()


def test_a_get_request_by_htmx_returns_the_whole_page(three):
    response = three.client.get(three.address, headers={"HX-Request": "true"})

    assert response.text.startswith("<!doctype html>")


def test_a_preview_of_incomplete_bids_disables_the_dealers_forbidden_bid(three):
    part = three.look(bids=(None, 1, 0))

    assert part.text.startswith('<div class="ask" id="ask"')
    assert disabled_values(part, "bids-1") == ["2"]
    assert "Not 2: the bids must not add up to 3." in part.part("Bid, Ana").words
    assert "Bids: 1 for 3 tricks" in part.words


def test_a_quick_answer_keeps_the_other_entered_values(three):
    three.save(bids=(1, 0, 1))
    three.fill(reneges=(1, None, None))

    page = three.tap("All made it but Ben, who took 1")

    assert field_value(page, "reneges-1") == "1"
    assert [field_value(page, f"tricks-{seat}") for seat in (1, 2, 3)] == ["1", "1", "1"]


@pytest.mark.parametrize("path", ["rounds/1/bids", "rounds/1/bids/look"])
def test_a_get_request_for_a_stage_or_its_preview_leads_to_the_match(three, path):
    assert three.at(path).title == "Bids"


def test_a_preview_saves_nothing(three):
    three.look(bids=(None, 1, 0))

    assert three.sheet.version == 1


def test_a_refused_bid_is_kept_with_its_reason_at_the_top_and_beside_the_name(three):
    refused = three.save(bids=(2, 1, 0))

    assert refused.status == 422
    why = "The bids must not add up to 3: Ana deals and may not bid 2. Any other number is allowed."
    assert refused.reasons == [why]
    assert why in refused.part("Bid, Ana").words
    assert [field_value(refused, f"bids-{seat}") for seat in (1, 2, 3)] == ["2", "1", "0"]
    assert three.sheet.version == 1


def test_the_alert_links_to_the_refused_field(three):
    refused = three.save(bids=(2, 1, 0))

    assert refused.by_id(refused.find("The bids", "a")["href"].removeprefix("#")) is not None


def test_a_missing_answer_is_refused_with_the_name_of_the_player(three):
    refused = three.save(bids=(None, 1, 0))

    assert refused.status == 422
    assert refused.reasons == ["Bid: enter a number for Ana."]
    assert field_value(refused, "bids-2") == "1"


@pytest.mark.parametrize("typed", ["two", "1.5", "1e3", "--1", "٣", "½"])
def test_text_that_is_not_a_whole_number_is_refused_and_kept(app, typed):
    loba = sit_down(app, "loba", 3)

    refused = loba.save(went_out="1", deadwood=(None, typed, 12))

    assert refused.status == 422
    assert "Ben: Points left must be a whole number." in refused.alerts[0]
    assert field_value(refused, "deadwood-2") == typed
    assert field_value(refused, "deadwood-3") == "12"


def test_a_preview_marks_a_number_that_is_too_high(app):
    loba = sit_down(app, "loba", 3)

    part = loba.look(went_out="1", deadwood=(None, 91, None))

    assert part.by_id("save-note").words == "Ben: Points left must be between 2 and 90."
    assert part.by_id("deadwood-2")["aria-invalid"] == "true"
    assert part.by_id("deadwood-2")["aria-describedby"] == "save-note"
    assert part.alerts == []


@pytest.mark.parametrize("typed", [1, 90], ids=["may be incomplete", "the maximum"])
def test_a_preview_does_not_mark_a_valid_or_incomplete_number(app, typed):
    part = sit_down(app, "loba", 3).look(went_out="1", deadwood=(None, typed, None))

    assert "aria-invalid" not in part.by_id("deadwood-2")


def test_the_alert_of_a_refused_number_names_the_player(app):
    refused = sit_down(app, "loba", 3).save(went_out="1", deadwood=(None, 91, 12))

    assert refused.reasons == ["Ben: Points left must be between 2 and 90."]


def test_a_number_may_have_spaces_and_either_minus(app):
    loba = sit_down(app, "loba", 2)

    assert (
        "Points left must be between 2 and 90." in loba.save(went_out="1", deadwood=(0, "−5")).words
    )
    assert loba.save(went_out="1", deadwood=(0, " 12 ")).status == 200


def test_the_last_number_is_suggested_and_follows_the_others(three):
    three.save(bids=(1, 0, 1))

    part = three.look(tricks=(None, 1, 1))
    assert field_value(part, "tricks-1") == "1"

    three.page = part_in(three, part)
    three.set("tricks-2", 2)
    again = three.look()
    assert field_value(again, "tricks-1") == "0"


def part_in(phone, part):
    """Show the question of this response on the phone's page, in place of the old one.

    Returns the page.
    """
    old = phone.page.by_id("ask")
    new = part.by_id("ask")
    new.parent = old.parent
    old.parent.inside[old.parent.inside.index(old)] = new
    return phone.page


def test_a_suggested_number_can_be_saved(three):
    three.save(bids=(1, 0, 1))
    three.page = part_in(three, three.look(tricks=(None, 1, 1)))

    saved = three.save()

    assert saved.status == 200
    assert totals(saved) == {"Ana": "1", "Ben": "0", "Cem": "1"}


def test_one_tap_fills_in_that_all_players_but_one_made_their_bids(three):
    three.save(bids=(1, 0, 1))

    filled = three.tap("All made it but Ben, who took 1")

    assert [field_value(filled, f"tricks-{seat}") for seat in (1, 2, 3)] == ["1", "1", "1"]
    assert "3 of 3 tricks. Made it: Cem, Ana." in filled.words
    assert three.sheet.version == 2


def test_the_sheet_explains_a_number(three):
    three.save(bids=(1, 0, 1))
    three.fill(reneges=(1, None, None))
    three.save(tricks=(1, 1, 1))

    three.at("sheet?why=1-1")

    why = three.page.by_id("why").words
    assert "Ana, Deal 1: −2" in why
    assert "Bid 1, took 1: +1" in why
    assert "One renege: −3" in why
    assert "Total: 0 before, −2 after" in why
    assert "never corrected" in why


def test_one_point_in_the_head_of_the_sheet_is_in_the_singular(three):
    three.save(bids=(1, 0, 1))
    words = three.save(tricks=(1, 2, 0)).words

    assert "Ana 1 point, leads" in words
    assert "Cem 0 points" in words


def test_partners_in_the_head_of_the_sheet_lead_in_the_plural(app):
    gin = sit_down(app, "gin", 4)
    gin.save(pair="0", result="knock", knocker="1", deadwood=(5, 20, None, None))

    assert "Ana + Cem 15 points, lead " in gin.save(pair="0", result="draw").words


def test_the_score_sheet_fragment_has_its_own_address(three):
    three.save(bids=(1, 0, 1))
    three.save(tricks=(1, 1, 1))

    part = three.at("sheet/board?why=1-2")

    assert part.text.startswith('<section class="card card--torn" id="board"')
    assert "Bid 0, took 1: 0" in part.words


@pytest.mark.parametrize("why", ["", "1", "0-1", "9-1", "1-9", "x-1", "1-", "²-1", "1-1-1", "-"])
def test_an_invalid_why_parameter_shows_no_explanation(three, why):
    three.save(bids=(1, 0, 1))
    three.save(tricks=(1, 1, 1))

    page = three.go(f"{three.address}/sheet?why={why}")

    assert page.status == 200
    assert page.by_id("why") is None


def test_an_unknown_match_is_not_found(three):
    page = three.go("/matches/99")

    assert page.status == 404
    assert "This match does not exist." in page.words


@pytest.mark.parametrize(
    ("deals", "words"), [(9, "Also show the first deal"), (10, "Also show the first 2 deals")]
)
def test_the_sheet_beside_a_question_names_the_deals_that_it_leaves_out(deals, words, app):
    phone = sit_down(app, "jabberwocky", 3, schedule=[3] * 13)
    for _ in range(deals):
        phone.save(bids=(1, 0, 1))
        phone.save(tricks=(1, 1, 1))

    [link] = [each for each in phone.page.root.all("a") if each["class"] == "tap-height"]
    assert link.words == words
