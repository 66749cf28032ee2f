"""A phone with a new match whose first question is asked."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def phone(table, open_phone):
    """A function that opens a new match and waits until its Save button is disabled."""

    def open_match(game, **options):
        page = open_phone()
        page.goto(f"{table.address}/matches/{table.factory.match(game, **options)}")
        expect(page.locator("#save")).to_have_attribute("aria-disabled", "true")
        return page

    return open_match
