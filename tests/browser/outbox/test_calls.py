"""Without a network, the calls of Jamón are entered as with a network."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.layout_checks import STICKING_OUT, find_faults
from tests.browser.outbox.phone import (
    expect_all_sent,
    expect_title,
    go_offline,
    go_online,
    open_match_page,
    outbox_rows,
    saved_stages,
)
from tests.browser.player_names import ALIKE_NAMES, FIVE, HARD_NAMES, SAME_BEGINNING
from tests.browser.selectors import chip_of
from tests.browser.waits import AHEAD, SETTLED, wait_until

pytestmark = pytest.mark.browser


@pytest.fixture
def jamon_page(open_match_offline):
    """A phone without a network that has just saved a call, and its match, as (page, match)."""
    page = open_match_offline("jamon", deals=2, page="?instead=1")
    page.locator(".calls [value='0>1']").tap()
    expect(outbox_rows(page)).to_have_count(1)
    expect(page.locator(".calls [value='0>1']")).to_have_text("1")
    return page, page.match


def go_on_to_the_count(page, link="Someone went out"):
    wait_until(page, SETTLED)
    page.get_by_role("link", name=link).tap()
    expect_title(page, "Counters")


def test_after_a_call_that_waited_the_page_asks_for_the_next_call(table, jamon_page):
    page, match = jamon_page
    go_online(page)

    expect_all_sent(page)
    expect_title(page, "Calls")
    expect(page.locator(".calls [value='0>1']")).to_have_text("1")
    assert saved_stages(table, match) == [(1, "call-1")]


@pytest.mark.thorough
def test_the_list_of_waiting_answers_says_who_called_whom(jamon_page):
    page, _ = jamon_page
    wait_until(page, SETTLED)
    page.locator(".calls [value='0>1']").tap()
    expect(outbox_rows(page)).to_have_count(2)

    for row in (0, 1):
        typed = outbox_rows(page).nth(row).locator("[data-typed]")
        expect(typed).to_have_text("Ana calls Bruno")
    expect(page.locator("#outbox-text")).to_have_value(
        "Jamón: Calls, Deal 1. Ana calls Bruno\nJamón: Calls, Deal 1. Ana calls Bruno"
    )
    go_online(page)
    expect_all_sent(page)


def test_several_calls_are_entered_offline_as_online(table, jamon_page):
    page, match = jamon_page
    expect(page.locator("[data-line=status_line]")).to_have_text("Last call: Ana called Bruno")
    for call, count in (("1>0", 1), ("0>1", 2), ("0>2", 1)):
        wait_until(page, SETTLED)
        page.locator(f".calls [value='{call}']").tap()
        expect(page.locator(f".calls [value='{call}']")).to_have_text(str(count))
    expect(page.locator("[data-line=status_line]")).to_have_text("Last call: Ana called Chus")
    expect(page.get_by_role("button", name="Ana calls Bruno, 2 so far")).to_be_visible()
    notes = page.locator(".calls tbody small").all_text_contents()
    assert [note.strip() for note in notes] == ["3 left", "6 left", "6 left", "5 left", "5 left"]

    go_on_to_the_count(page, "Dina")
    expect(page.locator("#went_out-Dina")).to_be_checked()
    counters = page.locator("#ask [name^='counters-']")
    assert counters.evaluate_all("all => all.map(({ value }) => value)") == [
        "3",
        "6",
        "6",
        "5",
        "5",
    ]
    expect(counters.first).to_be_disabled()
    page.locator("#save").tap()
    expect(page.locator("#went_out-Dina")).not_to_be_checked()  # the next deal
    go_online(page)

    expect_all_sent(page)
    assert saved_stages(table, match) == [
        *[(1, f"call-{number}") for number in (1, 2, 3, 4)],
        (1, "count"),
    ]
    [played] = table.log.sheet(match).played_deals
    assert played.points == {"Ana": 1, "Bruno": 4, "Chus": 4, "Dina": 13, "Edu": 3}


@pytest.mark.parametrize(
    "names",
    [HARD_NAMES, (*ALIKE_NAMES, "Ana"), (*SAME_BEGINNING, "Ana")],
    ids=lambda names: names[0],
)
def test_offline_the_last_call_is_shortened_as_online(names, open_loaded_match):
    page = open_loaded_match("jamon", names=names, page="?instead=1")
    line = page.locator("[data-line=status_line]")
    go_offline(page)
    page.locator(".calls [value='0>1']").tap()
    expect(outbox_rows(page)).to_have_count(1)

    assert page.evaluate(STICKING_OUT) == []
    offline = line.inner_html()
    go_online(page)
    expect_all_sent(page)
    online = re.sub("[\u2068\u2069]", "", line.inner_html())  # <bdi> isolates the name anyway
    assert online.strip() == offline.strip()


def test_offline_a_player_without_counters_cannot_call(table, open_match_offline):
    page = open_match_offline("jamon", names=FIVE[:3], counters=1, page="?instead=1")
    page.locator(".calls [value='0>1']").tap()
    expect(outbox_rows(page)).to_have_count(1)

    expect(page.locator(".calls [value='0>2']")).to_be_disabled()
    reason = "Ana has no counters left and can call again only after being called."
    expect(page.locator(".seat__reason")).to_have_text(reason)
    wait_until(page, SETTLED)
    page.locator(".calls [value='2>0']").tap()
    expect(page.locator(".calls [value='0>2']")).to_be_enabled()
    expect(page.locator(".seat__reason")).to_have_text(reason.replace("Ana", "Chus"))
    go_online(page)
    expect_all_sent(page)
    assert saved_stages(table, page.match) == [(1, "call-1"), (1, "call-2")]


@pytest.mark.thorough
def test_the_player_who_went_out_stays_chosen_after_a_call_that_waited(jamon_page):
    page, _ = jamon_page
    go_on_to_the_count(page)
    page.locator(chip_of("went_out-Chus")).tap()

    go_online(page)

    expect_all_sent(page)
    expect_title(page, "Counters")
    expect(page.locator("#went_out-Chus")).to_be_checked()


@pytest.mark.thorough
def test_an_undo_of_a_saved_call_waits_without_a_network(table, open_loaded_match):
    page = open_loaded_match("jamon", deals=2, page="?instead=1")
    for call in ("0>1", "2>1"):
        page.locator(f".calls [value='{call}']").tap()
        expect(page.locator(f".calls [value='{call}']")).to_have_text("1")
        wait_until(page, SETTLED)
    go_offline(page)
    page.locator("#undo button").tap()

    expect(page.get_by_role("heading", name="Kept on this phone")).to_be_visible()
    expect(page.locator("#announce")).to_have_text("Kept on this phone: Undo: Chus called Bruno")
    expect(page.locator("#error")).to_be_hidden()
    expect(outbox_rows(page)).to_have_count(1)
    go_online(page)

    expect_all_sent(page)
    expect_title(page, "Calls")
    expect(page.locator(".calls [value='2>1']")).to_have_text("·")
    assert table.log.sheet(page.match).current_answers == {"calls": [["Ana", "Bruno"]]}


@pytest.mark.thorough
def test_calls_that_another_phone_overtook_are_added_one_by_one(table, jamon_page, open_phone):
    page, match = jamon_page
    wait_until(page, SETTLED)
    page.locator(".calls [value='0>1']").tap()
    expect(outbox_rows(page)).to_have_count(2)
    other = open_phone()
    other.goto(f"{table.address}/matches/{match}?instead=1")
    other.locator(".calls [value='3>4']").tap()
    expect(other.locator("[data-line=status_line]")).to_contain_text("Dina")
    go_online(page)
    for waiting in (2, 1):
        expect(page.get_by_role("heading", name="Another phone saved this first")).to_be_visible()
        expect(outbox_rows(page)).to_have_count(waiting)
        wait_until(page, SETTLED)
        assert find_faults(page) == {}
        page.get_by_role("button", name="Add this call too").tap()
        expect_title(page, "Calls" if waiting == 1 else "Deal 1")

    expect_all_sent(page)
    calls = [["Dina", "Edu"], ["Ana", "Bruno"], ["Ana", "Bruno"]]
    assert table.log.sheet(match).current_answers == {"calls": calls}


@pytest.fixture
def overtaken_call(table, open_phone):
    """A phone whose call was overtaken by a call of Dina, without a network, and its match."""
    match = table.factory.match("jamon", deals=2)
    page, other = (open_phone() for _ in range(2))
    for phone in (page, other):
        chromium.ignore_network_errors(phone)
        open_match_page(phone, f"{table.address}/matches/{match}?instead=1")
    go_offline(page)  # the page does not hear of the other phone's call
    other.locator(".calls [value='3>4']").tap()
    expect(other.locator("[data-line=status_line]")).to_contain_text("Dina")
    page.locator(".calls [value='0>1']").tap()
    expect(outbox_rows(page)).to_have_count(1)
    go_online(page)
    expect(page.get_by_role("heading", name="Another phone saved this first")).to_be_visible()
    wait_until(page, AHEAD)
    wait_until(page, SETTLED)
    go_offline(page)
    page.get_by_role("button", name="Add this call too").tap()
    return page, match


def test_after_a_call_that_is_added_without_a_network_the_page_asks_for_the_next(
    table, overtaken_call
):
    page, match = overtaken_call
    expect(page.locator("#announce")).to_have_text("Kept on this phone: Calls, Deal 1")
    expect(outbox_rows(page).locator("[data-typed]")).to_have_text("Ana calls Bruno")
    expect_title(page, "Calls")
    expect(page.locator("[data-line=status_line]")).to_have_text("Last call: Ana called Bruno")
    for call in ("0>1", "3>4"):
        expect(page.locator(f".calls [value='{call}']")).to_have_text("1")
    wait_until(page, SETTLED)
    page.locator(".calls [value='2>4']").tap()
    expect(page.locator(".calls [value='2>4']")).to_have_text("1")
    go_on_to_the_count(page)
    counters = page.locator("#ask [name^='counters-']")
    assert counters.evaluate_all("all => all.map(({ value }) => value)") == [*"46447"]
    go_online(page)

    expect_all_sent(page)
    assert saved_stages(table, match) == [(1, f"call-{number}") for number in (1, 2, 3)]


def test_an_added_call_can_be_taken_back_without_a_network(overtaken_call):
    page, _ = overtaken_call
    expect(page.locator("[data-line=status_line]")).to_have_text("Last call: Ana called Bruno")
    wait_until(page, SETTLED)
    page.locator("#take-back").tap()

    expect(page.locator("[data-line=status_line]")).to_have_text("Last call: Dina called Edu")
    expect(page.locator(".calls [value='0>1']")).to_have_text("·")
    go_online(page)
    expect_all_sent(page)
