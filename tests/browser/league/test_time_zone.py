"""Scripts use the league's time zone, and the first owner's browser suggests one."""

import pytest
from playwright.sync_api import expect

from scorekeeper.access import admissions, joining
from scorekeeper.clock import clock_in
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.league import roster, settings
from scorekeeper.league.time_zone import set_time_zone
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from tests.browser import chromium
from tests.browser.outbox.phone import go_offline, open_match_page, outbox, outbox_rows

pytestmark = pytest.mark.browser

AT = clock_in("Europe/Madrid").evening_timestamp("2026-11-19")  # 04:00 the next day in Tokyo


@pytest.fixture
def app(empty_database, tmp_path):
    with chromium.league_app(empty_database, tmp_path) as app:
        yield app


@pytest.fixture
def address(app):
    with chromium.serving(app) as address:
        yield address


@pytest.fixture
def history(app, address):
    """The address of a match's history. The match started at `AT`."""
    store = engines.store_of(app)
    people = tuple(roster.add_player(store, name).key for name in ("Ana", "Bruno"))
    log = app.extensions["scorekeeper.log"]
    match = commands.start_match(log, "chinchon", people, {}, CommandMeta("start", AT))
    return f"{address}/matches/{match}/history"


@pytest.mark.thorough
def test_times_are_in_the_zone_of_the_league_or_else_of_the_browser(app, history, new_phone):
    page = new_phone(timezone_id="America/New_York")
    time = page.locator("time").first

    page.goto(history)
    expect(time).to_have_text("14:00")
    set_time_zone(engines.store_of(app), "Asia/Tokyo")
    page.reload()

    expect(time).to_have_text("04:00")


@pytest.mark.parametrize("locale", ["en-US", "es-ES"])
def test_times_are_written_as_on_the_server_in_browsers_of_all_languages(
    history, new_phone, locale
):
    page = new_phone(timezone_id="Asia/Tokyo", locale=locale)
    page.clock.set_fixed_time(AT)

    page.goto(history)

    expect(page.locator("time").first).to_have_text("04:00")
    later_files = page.locator("body").get_attribute("data-later-files").split()
    [script] = [each for each in later_files if each.endswith("/times.js")]
    write = "async (script) => (await import(script)).timeText('2026-09-04T20:05Z', 'both')"
    assert page.evaluate(write, script) == "Sat 5 Sep 05:05"


def test_a_browser_without_the_zone_keeps_the_time_of_the_server(app, history, new_phone):
    set_time_zone(engines.store_of(app), "Asia/Tokyo")
    page = new_phone(timezone_id="America/New_York")
    page.add_init_script(
        "Date.prototype.toLocaleString = () => { throw new RangeError('Asia/Tokyo'); };"
    )

    page.goto(history)

    expect(page.locator("time").first).to_have_text("04:00")


@pytest.fixture
def new_york_phone(app, new_phone):
    """A phone in New York whose clock shows `AT`. The phone's league is in Tokyo."""
    set_time_zone(engines.store_of(app), "Asia/Tokyo")
    page = new_phone(timezone_id="America/New_York")
    page.clock.set_fixed_time(AT)
    return page


def save_call_offline(app, address, page):
    """Save a call of Jamón without a network, so that it waits on the phone."""
    people = tuple(roster.add_player(engines.store_of(app), name).key for name in ("Ana", "Bruno"))
    log = app.extensions["scorekeeper.log"]
    match = commands.start_match(log, "jamon", people, {}, CommandMeta("start", AT))
    open_match_page(page, f"{address}/matches/{match}?instead=1")
    chromium.ignore_network_errors(page)
    go_offline(page)
    page.locator(".calls [value='0>1']").tap()
    expect(outbox_rows(page)).to_have_count(1)


def test_the_times_of_waiting_answers_are_in_the_zone_of_the_league(app, address, new_york_phone):
    save_call_offline(app, address, new_york_phone)

    new_york_phone.locator(".outbox-badge").tap()

    expect(outbox(new_york_phone)).to_contain_text("No network since 04:00.")
    expect(outbox_rows(new_york_phone)).to_contain_text("· 04:00")


@pytest.mark.thorough
def test_waiting_answers_have_a_time_even_if_the_browser_does_not_know_the_zone(
    app, address, new_york_phone
):
    new_york_phone.add_init_script(
        """const format = Date.prototype.toLocaleString;
        Date.prototype.toLocaleString = function (locale, options) {
          if (options.timeZone) throw new RangeError(options.timeZone);
          return format.call(this, locale, options);
        };"""
    )

    save_call_offline(app, address, new_york_phone)

    expect(outbox(new_york_phone)).to_contain_text("No network since 14:00.")


def test_the_tv_page_is_out_of_date_since_a_time_in_the_zone_of_the_league(app, address, new_phone):
    set_time_zone(engines.store_of(app), "Asia/Tokyo")
    page = new_phone(timezone_id="America/New_York")
    page.clock.install(time=AT)
    page.goto(f"{address}/tv")
    chromium.ignore_network_errors(page)
    page.route("**/tv", lambda route: route.abort())

    for _ in range(4):
        page.clock.run_for(20_000)

    expect(page.locator("#late")).to_have_text("Out of date since 04:00")


def test_the_browser_of_the_first_owner_suggests_its_time_zone(app, address, new_phone):
    store = engines.store_of(app)
    with store.engine.begin() as connection:
        admissions.remove_owner_devices(connection, FIRST_LEAGUE_ID, 1)
    page = new_phone(timezone_id="Asia/Kathmandu")
    page.context.clear_cookies()

    page.goto(f"{address}/join/{joining.create_first_owner_link(store).link}")
    page.get_by_role("button", name="Join Card table").click()
    expect(page).to_have_url(f"{address}/")

    # Chromium may report the older of this zone's two names.
    assert settings.get_league(store).time_zone in ("Asia/Kathmandu", "Asia/Katmandu")


@pytest.mark.thorough
def test_the_time_zone_and_the_currency_are_saved_as_soon_as_they_are_chosen(
    app, address, new_phone
):
    page = new_phone()
    page.goto(f"{address}/league")
    expect(page.get_by_role("button", name="Save the")).to_have_count(1)  # the number of matches

    page.get_by_role("combobox", name="Time zone").select_option("Asia/Tokyo")
    expect(page.get_by_text("The time zone was saved.")).to_be_visible()
    page.get_by_role("combobox", name="Currency").select_option("JPY")
    expect(page.get_by_text("The currency was saved.")).to_be_visible()

    league = settings.get_league(engines.store_of(app))
    assert (league.time_zone, league.currency) == ("Asia/Tokyo", "JPY")
