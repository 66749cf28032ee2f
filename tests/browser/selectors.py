"""CSS selectors for elements of the pages."""


def by_id(key):
    """Return a selector for an id that may contain dots."""
    return f'[id="{key}"]'


def chip_of(key):
    """Return a selector for the chip around the input with this id."""
    return f"label:has({by_id(key)})"
