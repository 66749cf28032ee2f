"""Read the title, the fields and the saved correction on the pages of a correction."""

from playwright.sync_api import expect


def title(page):
    return page.get_by_role("heading", level=1)


def field(page, who):
    return page.get_by_label(f"{who}: Points left")


def saved_correction(page, table, match):
    """Wait until the page shows the saved correction, and return (event, totals)."""
    expect(page.locator(".bar").get_by_role("button", name="Undo: correction")).to_be_visible()
    sheet = table.log.sheet(match)
    return sheet.last_step.event, dict(sheet.position.totals)
