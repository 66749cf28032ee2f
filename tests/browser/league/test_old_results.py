"""A messy spreadsheet is corrected and imported, with and without JavaScript."""

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import WITH_AND_WITHOUT
from tests.browser.leagues import MESSY
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser

FINE = "date;game;players\n1/9/2023;Loba;Ana, Bruno\n2/9/2023;Loba;Bruno, Ana\n"


def choose(page, data, name="partidas-2023.csv"):
    page.locator("#file").set_input_files({"name": name, "mimeType": "text/csv", "buffer": data})
    page.get_by_role("button", name="Check the file").tap()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def settle(page, scripted):
    """Wait until the page has checked the choices.

    Without JavaScript, it checks them only after a tap on "Check again".
    """
    if scripted:
        wait_until(page, NOTHING_UNDER_WAY)
    else:
        page.get_by_role("button", name="Check again").tap()


@pytest.mark.thorough
@WITH_AND_WITHOUT
def test_a_messy_file_can_be_corrected_and_imported(scripted, league, open_phone):
    page = open_phone(scripted=scripted)
    page.goto(f"{league}/import")
    choose(page, MESSY)
    said = page.locator(".save-bar__status")
    expect(said).to_contain_text("2 matches, 6 lines")

    page.get_by_role("button", name="Import 2 matches").tap()
    expect(page.get_by_role("alert").first).to_contain_text("Choose what “Notas” contains")
    expect(page.get_by_label("Notas")).to_be_focused()

    page.get_by_label("Notas").select_option("Not used")
    settle(page, scripted)
    expect(page.locator(".field-row--open")).to_have_count(0)
    page.get_by_label("Mus").select_option("Jamón")
    settle(page, scripted)
    expect(said).to_contain_text("3 matches, 8 lines")

    page.get_by_role("button", name="Import 3 matches").tap()
    expect(page.get_by_role("heading", name="3 matches were imported")).to_be_visible()
    page.get_by_role("link", name="See the standings").tap()
    expect(page.locator("main")).to_contain_text("Edu")


SAID = """addEventListener("submit", ({ submitter }) =>
  setTimeout(() => (sessionStorage.said = submitter.textContent)))"""


@pytest.mark.thorough
def test_the_import_button_shows_that_the_import_is_running(league, open_phone):
    page = open_phone()
    page.goto(f"{league}/import")
    choose(page, FINE.encode())
    page.evaluate(SAID)

    page.get_by_role("button", name="Import 2 matches").tap()

    expect(page.get_by_role("heading", name="2 matches were imported")).to_be_visible()
    assert page.evaluate("sessionStorage.said") == "Importing…"
