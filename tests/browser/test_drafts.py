"""Half-entered values survive a reload, Back, another tab, another day."""

import pytest
from playwright.sync_api import expect

from scorekeeper.match.commands import correct_deal, record_stage
from tests.browser import chromium
from tests.browser.player import face
from tests.browser.room import BIDS, CLOSED, FIVE, LEFT, NINE_CARDS, PLAYED
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser

DRAFTS = "() => Object.keys(localStorage).filter((key) => key.startsWith('draft ')).length"


@pytest.fixture
def open_match(table, open_phone):
    """Return a function that starts a match of this game and opens one of its pages."""

    def open_match(game, *records, names=FIVE, page="", **options):
        match = table.room.match(game, *records, names=names, **options)
        opened = open_phone()
        opened.goto(f"{table.address}/matches/{match}{page}")
        opened.match = match
        return opened

    return open_match


@pytest.fixture
def bids(open_match):
    """Three of five bids are entered."""
    page = open_match("jabberwocky", **NINE_CARDS)
    for who, number in (("Bruno", 2), ("Chus", 3), ("Dina", 0)):
        tap(page, face(f"bids-{who}-{number}"))
    return page


def tap(page, what):
    page.locator(what).first.tap()
    wait_until(page, NOTHING_UNDER_WAY)


def keys(page, *names):
    for name in names:
        tap(page, f"[data-key='{name}']")


def chosen(page):
    return [box.get_attribute("id") for box in page.locator("#ask :checked").all()]


def three_bids_are_in(page):
    expect(page.get_by_text("Bids: 5 of 9")).to_be_visible()
    assert chosen(page) == ["bids-Bruno-2", "bids-Chus-3", "bids-Dina-0"]


def nothing_is_kept(page):
    wait_until(page, f"() => ({DRAFTS})() === 0")


def test_a_draft_survives_a_reload(bids):
    bids.reload()

    three_bids_are_in(bids)


def test_a_draft_survives_a_visit_to_the_home_page(bids):
    bids.get_by_role("link", name="Back to Play").tap()
    bids.wait_for_url(lambda url: "/matches/" not in url)
    bids.go_back()

    three_bids_are_in(bids)


def test_a_draft_survives_closing_the_tab(table, bids):
    context = bids.context
    bids.close()
    again = context.new_page()
    again.goto(f"{table.address}/matches/{bids.match}")

    three_bids_are_in(again)


def test_two_tabs_share_a_draft_in_both_directions(bids):
    other = bids.context.new_page()
    other.goto(bids.url)
    three_bids_are_in(other)
    tap(other, face("bids-Edu-1"))

    bids.bring_to_front()
    bids.evaluate("() => window.dispatchEvent(new Event('focus'))")

    expect(bids.get_by_text("Bids: 6 of 9")).to_be_visible()
    assert chosen(bids)[-1] == "bids-Edu-1"


def test_saving_deletes_the_draft(bids):
    tap(bids, face("bids-Edu-1"))
    tap(bids, face("bids-Ana-1"))
    tap(bids, "#save")
    expect(bids.get_by_role("heading", level=1)).to_have_text("Tricks")

    nothing_is_kept(bids)
    bids.reload()
    assert chosen(bids) == []


def test_a_draft_is_used_only_in_its_own_match(table, bids):
    other = table.room.match("jabberwocky", **NINE_CARDS)
    bids.goto(f"{table.address}/matches/{other}")
    expect(bids.get_by_text("Bids: 0 of 9")).to_be_visible()

    assert chosen(bids) == []


def test_numbers_chips_ticks_and_an_open_popover_survive_a_reload(open_match):
    page = open_match("chinchon", CLOSED)
    tap(page, face("closer-Bruno"))
    tap(page, "[id='deadwood-Dina']")
    keys(page, "1")
    tap(page, ".popover > summary")
    tap(page, face("defective-Edu-6"))
    page.reload()

    expect(page.locator("[id='deadwood-Dina']")).to_have_value("1")
    expect(page.locator("[id='closer-Bruno']")).to_be_checked()
    expect(page.locator("[id='defective-Edu-6']")).to_be_checked()
    expect(page.locator(".popover")).to_have_attribute("open", "")


def test_the_current_field_survives_a_reload(open_match):
    page = open_match("chinchon", CLOSED)
    tap(page, "[id='deadwood-Dina']")
    keys(page, "1")
    page.reload()

    expect(page.locator(".is-now")).to_have_attribute("id", "deadwood-Dina")


def test_a_suggested_number_is_still_a_suggestion_after_a_reload(open_match):
    page = open_match("jabberwocky", BIDS, **NINE_CARDS)
    for who in ("Bruno", "Chus", "Dina", "Edu"):
        tap(page, face(f"tricks-{who}-2"))
    expect(page.locator(".chip--rest:has([id='tricks-Ana-1'])")).to_be_visible()
    page.reload()

    expect(page.locator(".chip--rest:has([id='tricks-Ana-1'])")).to_be_visible()
    tap(page, face("tricks-Edu-3"))
    expect(page.locator(".chip--rest:has([id='tricks-Ana-0'])")).to_be_visible()


def test_fields_revealed_by_an_answer_survive_a_reload(open_match):
    page = open_match("gin", {"result": "draw"}, names=FIVE[:2], page="/rounds/1/correct")
    expect(page.locator("[name='hand.deadwood-Bruno']")).to_be_hidden()
    tap(page, face("hand.result-knock"))
    tap(page, "[name='hand.deadwood-Bruno']")
    keys(page, "2")
    page.reload()

    expect(page.locator("[name='hand.deadwood-Bruno']")).to_have_value("2")
    assert chosen(page) == ["hand.result-knock"]


def test_an_all_kept_but_one_answer_survives_a_reload(open_match):
    page = open_match("jabberwocky", BIDS, **NINE_CARDS)
    page.get_by_role("button", name="Chus", exact=False).first.tap()
    wait_until(page, NOTHING_UNDER_WAY)
    before = chosen(page)
    page.reload()
    wait_until(page, NOTHING_UNDER_WAY)

    assert len(before) == 5
    assert chosen(page) == before


def test_a_draft_of_a_correction_survives_a_reload(open_match):
    page = open_match("loba", LEFT, page="/rounds/1/correct")
    tap(page, "[name='cards.deadwood-Bruno']")
    keys(page, "7")
    page.reload()

    expect(page.locator("[name='cards.deadwood-Bruno']")).to_have_value("7")
    expect(page.locator("#effects summary")).to_contain_text("Bruno was 60 7")


def test_cancelling_a_correction_deletes_its_draft(open_match):
    page = open_match("loba", LEFT, page="/rounds/1/correct")
    tap(page, "[name='cards.deadwood-Bruno']")
    keys(page, "7")
    page.get_by_role("link", name="Cancel").tap()
    page.wait_for_url("**/sheet")

    nothing_is_kept(page)
    page.go_back()
    expect(page.locator("[name='cards.deadwood-Bruno']")).to_have_value("60")


def test_saving_a_correction_deletes_its_draft(open_match):
    page = open_match("loba", LEFT, page="/rounds/1/correct")
    tap(page, "[name='cards.deadwood-Bruno']")
    keys(page, "7")
    tap(page, "#save")
    expect(page.get_by_role("heading", level=1)).to_have_text("Points left")

    nothing_is_kept(page)


def test_erasing_all_entered_values_deletes_the_draft(open_match):
    page = open_match("loba", LEFT)
    tap(page, "[name='deadwood-Bruno']")
    keys(page, "7")
    tap(page, "[name='deadwood-Bruno']")
    keys(page, "erase")

    nothing_is_kept(page)


def test_a_draft_older_than_30_days_is_deleted(bids):
    bids.evaluate("""() => Object.keys(localStorage).forEach((key) => {
      const draft = JSON.parse(localStorage.getItem(key));
      draft.at = Date.now() - 31 * 24 * 3600 * 1000;
      localStorage.setItem(key, JSON.stringify(draft));
    })""")
    bids.reload()

    nothing_is_kept(bids)
    assert chosen(bids) == []


def test_values_can_be_entered_without_local_storage(table, browser):
    match = table.room.match("jabberwocky", PLAYED, **NINE_CARDS)
    with chromium.phone(browser) as page:
        page.add_init_script(
            "Object.defineProperty(window, 'localStorage',"
            " { get() { throw new DOMException('no', 'SecurityError'); } })"
        )
        page.goto(f"{table.address}/matches/{match}")
        tap(page, face("bids-Bruno-2"))
        expect(page.get_by_text("Bids: 2 of 9")).to_be_visible()


def test_drafts_are_stored_offline(bids):
    bids.context.set_offline(True)
    tap(bids, face("bids-Edu-1"))
    bids.context.set_offline(False)
    bids.reload()

    expect(bids.get_by_text("Bids: 6 of 9")).to_be_visible()
    assert chosen(bids)[-1] == "bids-Edu-1"
    chromium.forgive(bids)


def test_an_undo_fills_in_the_undone_answers_and_clear_empties_them(open_match):
    page = open_match("jabberwocky", BIDS, **NINE_CARDS)
    page.get_by_role("button", name="Undo: Bids, Deal 1").tap()
    expect(page.get_by_text("Bids: 10 of 9")).to_be_visible()
    assert len(chosen(page)) == 5

    page.get_by_role("button", name="Clear").tap()
    expect(page.get_by_text("Bids: 0 of 9")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Bids: 0 of 9")).to_be_visible()
    page.get_by_role("button", name="Fill in").tap()
    expect(page.get_by_text("Bids: 10 of 9")).to_be_visible()
    assert len(chosen(page)) == 5


@pytest.mark.parametrize("back", ["another page and Back", "reload"])
def test_cleared_values_stay_cleared(open_match, back):
    page = open_match("chinchon", CLOSED)
    page.get_by_role("button", name="Undo: Points left, Deal 1").tap()
    expect(page.get_by_text("Undone values")).to_be_visible()
    tap(page, "button[value=clear]")
    expect(page.locator("#save")).to_have_text("Save the deal6 still to enter")

    if back == "reload":
        page.reload()
    else:
        page.locator(".bar__rules").tap()
        page.wait_for_url("**/rules/**")
        page.go_back()
    wait_until(page, NOTHING_UNDER_WAY)

    expect(page.locator("#save")).to_have_text("Save the deal6 still to enter")
    assert [box.input_value() for box in page.locator(".numbers-table__field").all()] == [""] * 5


def test_clear_what_you_entered_keeps_the_default_choice(open_match):
    page = open_match("chinchon")
    tap(page, "[id='deadwood-Ana']")
    keys(page, "7")
    page.get_by_role("link", name="Score sheet").tap()
    page.get_by_role("button", name="Clear what you entered").tap()

    expect(page.locator("#save")).to_contain_text("6 still to enter")
    assert chosen(page) == ["close-normal"]
    nothing_is_kept(page)


def test_half_entered_bids_survive_the_undo_of_a_correction(table, open_match):
    page = open_match("jabberwocky", PLAYED, **NINE_CARDS)
    sheet = table.log.sheet(page.match)
    fewer = (("bids", BIDS), ("tricks", {"tricks": PLAYED["tricks"] | {"Ana": 1, "Dina": 2}}))
    correct_deal(table.log, page.match, 1, fewer, sheet.version, table.room.now())
    page.reload()
    for who in ("Bruno", "Chus"):
        tap(page, face(f"bids-{who}-1"))
    page.get_by_role("button", name="Undo: correction of Deal 1").tap()
    expect(page.get_by_role("button", name="Redo")).to_be_visible()
    wait_until(page, NOTHING_UNDER_WAY)

    assert set(chosen(page)) == {"bids-Bruno-1", "bids-Chus-1"}
    expect(page.get_by_role("button", name="Redo")).to_be_visible()


def test_a_draft_of_a_later_stage_survives_undoing_the_earlier_stage(open_match):
    page = open_match("jabberwocky", BIDS, **NINE_CARDS)
    tap(page, face("tricks-Chus-4"))
    page.get_by_role("button", name="Undo: Bids, Deal 1").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bids")
    tap(page, face("bids-Chus-3"))
    tap(page, "#save")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tricks")

    expect(page.locator("[id='tricks-Chus-4']")).to_be_checked()
    expect(page.get_by_role("group", name="Tricks, Chus bid 3")).to_be_visible()


def test_clear_all_entries_on_the_score_sheet_deletes_the_draft(bids):
    bids.get_by_role("link", name="Score sheet").tap()
    bids.get_by_role("button", name="Clear what you entered").tap()

    expect(bids.get_by_text("Bids: 0 of 9")).to_be_visible()
    assert chosen(bids) == []
    nothing_is_kept(bids)


def test_corrected_calls_survive_a_reload(table, open_phone):
    match = table.room.match("jamon", deals=3)
    said = (("call-1", {"calls": [["Ana", "Bruno"]]}), ("call-2", {"calls": [["Bruno", "Chus"]]}))
    for stage, answers in (*said, ("count", {"went_out": "Ana"})):
        record_stage(table.log, match, 1, stage, answers, table.room.now())
    page = open_phone()
    page.goto(f"{table.address}/matches/{match}/rounds/1/correct")
    calls = page.locator("#ask select")
    calls.nth(0).select_option("")
    calls.nth(1).select_option(label="Bruno calls Dina")
    wait_until(page, NOTHING_UNDER_WAY)
    page.reload()
    wait_until(page, NOTHING_UNDER_WAY)

    assert [shown(each) for each in calls.all()] == ["none", "Bruno calls Dina", "none"]


def shown(select):
    return select.evaluate("(select) => select.selectedOptions[0].textContent")
