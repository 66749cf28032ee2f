"""The number fields of a question: taps on chips and keys, and marks of wrong numbers."""

from tests.browser.selectors import chip_of


def tap(page, *faces):
    """Tap chips, given by id, and keys of the page, given by name."""
    for each in faces:
        key = page.locator(f"#ask > :not(details) [data-key='{each}']")
        (key if len(each) == 1 or each in ("next", "erase") else page.locator(chip_of(each))).tap()


def box(page, who):
    return page.locator(f"[id='deadwood-{who}']")


def is_marked(page, who):
    """Return whether a number and its row are marked as wrong.

    Fails if only the number or only the row is marked.
    """
    marks = {
        box(page, who).get_attribute("aria-invalid") == "true",
        "seat--wrong" in (page.locator(f"[id='row-{who}']").get_attribute("class") or ""),
    }
    assert len(marks) == 1
    return marks == {True}
