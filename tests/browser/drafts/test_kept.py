"""Half-entered values survive a reload, Back, another tab and a lost network."""

import pytest
from playwright.sync_api import expect

from scorekeeper.match.commands import record_stage
from tests.browser import chromium
from tests.browser.drafts.page import check_three_bids, checked_inputs
from tests.browser.match_factory import BIDS, CHINCHON_DEAL, JABBERWOCKY_DEAL, LOBA_DEAL, NINE_CARDS
from tests.browser.player_names import FIVE
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, tap_and_wait, tap_keys, wait_until

pytestmark = pytest.mark.browser


@pytest.mark.thorough
def test_a_draft_survives_a_reload(bids):
    bids.reload()

    check_three_bids(bids)


@pytest.mark.thorough
def test_a_draft_survives_a_visit_to_the_home_page(bids):
    bids.get_by_role("link", name="Back to Play").tap()
    bids.wait_for_url(lambda url: "/matches/" not in url)
    bids.go_back()

    check_three_bids(bids)


def test_a_draft_survives_closing_the_tab(table, bids):
    context = bids.context
    bids.close()
    again = context.new_page()
    again.goto(f"{table.address}/matches/{bids.match}")

    check_three_bids(again)


@pytest.mark.thorough
def test_two_tabs_share_a_draft_in_both_directions(bids):
    other = bids.context.new_page()
    other.goto(bids.url)
    check_three_bids(other)
    tap_and_wait(other, chip_of("bids-Edu-1"))

    bids.bring_to_front()
    bids.evaluate("() => window.dispatchEvent(new Event('focus'))")

    expect(bids.get_by_text("Bids: 6 for 9")).to_be_visible()
    assert checked_inputs(bids)[-1] == "bids-Edu-1"


@pytest.mark.thorough
def test_a_draft_is_used_only_in_its_own_match(table, bids):
    other = table.factory.match("jabberwocky", **NINE_CARDS)
    bids.goto(f"{table.address}/matches/{other}")
    expect(bids.get_by_text("Bids: 0 for 9")).to_be_visible()

    assert checked_inputs(bids) == []


@pytest.mark.thorough
def test_numbers_chips_ticks_and_an_open_popover_survive_a_reload(open_match):
    page = open_match("chinchon", CHINCHON_DEAL)
    tap_and_wait(page, chip_of("closer-Bruno"))
    tap_and_wait(page, "[id='deadwood-Dina']")
    tap_keys(page, "1")
    tap_and_wait(page, ".popover > summary")
    tap_and_wait(page, chip_of("defective-Edu-6"))
    page.reload()

    expect(page.locator("[id='deadwood-Dina']")).to_have_value("1")
    expect(page.locator("[id='closer-Bruno']")).to_be_checked()
    expect(page.locator("[id='defective-Edu-6']")).to_be_checked()
    expect(page.locator(".popover")).to_have_attribute("open", "")


@pytest.mark.thorough
def test_a_suggested_number_is_still_a_suggestion_after_a_reload(open_match):
    page = open_match("jabberwocky", BIDS, **NINE_CARDS)
    for who in ("Bruno", "Chus", "Dina", "Edu"):
        tap_and_wait(page, chip_of(f"tricks-{who}-2"))
    expect(page.locator(".chip--rest:has([id='tricks-Ana-1'])")).to_be_visible()
    page.reload()

    expect(page.locator(".chip--rest:has([id='tricks-Ana-1'])")).to_be_visible()
    tap_and_wait(page, chip_of("tricks-Edu-3"))
    expect(page.locator(".chip--rest:has([id='tricks-Ana-0'])")).to_be_visible()


def test_fields_revealed_by_an_answer_survive_a_reload(open_match):
    page = open_match("gin", {"result": "draw"}, names=FIVE[:2], page="/rounds/1/correct")
    expect(page.locator("[name='hand.deadwood-Bruno']")).to_be_hidden()
    tap_and_wait(page, chip_of("hand.result-knock"))
    tap_and_wait(page, "[name='hand.deadwood-Bruno']")
    tap_keys(page, "2")
    page.reload()

    expect(page.locator("[name='hand.deadwood-Bruno']")).to_have_value("2")
    assert checked_inputs(page) == ["hand.result-knock"]


@pytest.mark.thorough
def test_an_all_made_but_one_answer_survives_a_reload(open_match):
    page = open_match("jabberwocky", BIDS, **NINE_CARDS)
    page.get_by_role("button", name="Chus", exact=False).first.tap()
    wait_until(page, NOTHING_UNDER_WAY)
    before = checked_inputs(page)
    page.reload()
    wait_until(page, NOTHING_UNDER_WAY)

    assert len(before) == 5
    assert checked_inputs(page) == before


def test_a_draft_of_a_correction_survives_a_reload(open_match):
    page = open_match("loba", LOBA_DEAL, page="/rounds/1/correct")
    tap_and_wait(page, "[name='cards.deadwood-Bruno']")
    tap_keys(page, "7")
    page.reload()

    expect(page.locator("[name='cards.deadwood-Bruno']")).to_have_value("7")
    expect(page.locator("#effects summary")).to_contain_text("Bruno was 60 7")


def test_values_can_be_entered_without_local_storage(table, browser):
    match = table.factory.match("jabberwocky", JABBERWOCKY_DEAL, **NINE_CARDS)
    with chromium.open_new_phone(browser) as page:
        page.add_init_script(
            "Object.defineProperty(window, 'localStorage',"
            " { get() { throw new DOMException('no', 'SecurityError'); } })"
        )
        page.goto(f"{table.address}/matches/{match}")
        tap_and_wait(page, chip_of("bids-Bruno-2"))
        expect(page.get_by_text("Bids: 2 for 9")).to_be_visible()


def test_drafts_are_stored_offline(bids):
    bids.context.set_offline(True)
    tap_and_wait(bids, chip_of("bids-Edu-1"))
    bids.context.set_offline(False)
    bids.reload()

    expect(bids.get_by_text("Bids: 6 for 9")).to_be_visible()
    assert checked_inputs(bids)[-1] == "bids-Edu-1"
    chromium.ignore_network_errors(bids)


@pytest.mark.thorough
def test_corrected_calls_survive_a_reload(table, open_phone):
    match = table.factory.match("jamon", deals=3)
    said = (("call-1", {"calls": [["Ana", "Bruno"]]}), ("call-2", {"calls": [["Bruno", "Chus"]]}))
    for stage, answers in (*said, ("count", {"went_out": "Ana"})):
        record_stage(table.log, match, 1, stage, answers, table.factory.next_meta())
    page = open_phone()
    page.goto(f"{table.address}/matches/{match}/rounds/1/correct")
    calls = page.locator("#ask select")
    calls.nth(0).select_option("")
    calls.nth(1).select_option(label="Bruno calls Dina")
    wait_until(page, NOTHING_UNDER_WAY)
    page.reload()
    wait_until(page, NOTHING_UNDER_WAY)

    assert [shown_option(each) for each in calls.all()] == ["none", "Bruno calls Dina", "none"]


def shown_option(select):
    return select.evaluate("(select) => select.selectedOptions[0].textContent")


def test_without_scripts_the_browser_restores_chips_after_back(table, open_phone):
    match = table.factory.match("jabberwocky", names=FIVE)
    page = open_phone(scripted=False)
    page.goto(f"{table.address}/matches/{match}")
    page.locator('label:has([name="bids-Bruno"][value="1"])').tap()
    page.goto(f"{page.url}/sheet")
    page.go_back()

    expect(page.locator('[name="bids-Bruno"][value="1"]')).to_be_checked()


@pytest.mark.thorough
@pytest.mark.parametrize("reloaded", [False, True], ids=["at once", "after a reload"])
def test_the_numbers_of_a_pair_of_gin_are_kept_while_another_pair_is_chosen(open_match, reloaded):
    page = open_match("gin", names=FIVE[:4])
    for chip in ("result-knock", "knocker-Bruno"):
        tap_and_wait(page, chip_of(chip))
    for who, key in (("Ana", "7"), ("Bruno", "5")):
        tap_and_wait(page, f"[id='deadwood-{who}']")
        tap_keys(page, key)
    tap_and_wait(page, chip_of("pair-1"))
    expect(page.locator("[id='deadwood-Bruno']")).to_have_count(0)
    tap_and_wait(page, "[id='deadwood-Dina']")
    tap_keys(page, "9")
    if reloaded:
        page.reload()
        expect(page.locator("[id='deadwood-Dina']")).to_have_value("9")
    tap_and_wait(page, chip_of("pair-0"))

    expect(page.locator("[id='deadwood-Bruno']")).to_have_value("5")
    expect(page.locator("[id='knocker-Bruno']")).to_be_checked()
    expect(page.locator("[id='deadwood-Ana']")).to_have_value("7")
    expect(page.get_by_role("button", name="Save the first hand")).to_be_enabled()
