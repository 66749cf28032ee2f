"""Helpers that fill in a season's settings as a person does, with a box for each place's points."""


def fill_fields(phone, **typing):
    """Set fields by name. In a name, `__` stands for a hyphen.

    The value `table` is not a field, but a string of points, one number for each place.
    """
    for name, value in typing.items():
        if name == "table":
            fill_places(phone, value)
        else:
            phone.set(name.replace("__", "-"), value)


def fill_places(phone, text):
    """Enter these points, one number per box.

    Boxes are added if there are too few, and the remaining boxes are emptied.
    """
    points = text.split()
    while len(place_boxes(phone)) < len(points):
        phone.tap("Place")
    for number, box in enumerate(place_boxes(phone)):
        box.attrs["value"] = points[number] if number < len(points) else ""


def place_boxes(phone):
    return [box for box in phone.page.root.all("input") if box["name"] == "place"]


def place_points(phone):
    """Return the points in the boxes as one text, separated by spaces."""
    return " ".join(box["value"] for box in place_boxes(phone)).strip()
