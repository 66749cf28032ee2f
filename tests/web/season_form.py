"""Fill in the settings of a season as a person does, with one box for the points of each place."""


def fill(phone, **typing):
    """Set fields by name; `__` stands for a hyphen. `table` is a text with the points by place."""
    for name, value in typing.items():
        if name == "table":
            fill_places(phone, value)
        else:
            phone.set(name.replace("__", "-"), value)


def fill_places(phone, text):
    """Write these points into the boxes, with more boxes if they are needed; empty the others."""
    points = text.split()
    while len(place_boxes(phone)) < len(points):
        phone.tap("Place")
    for number, box in enumerate(place_boxes(phone)):
        box.attrs["value"] = points[number] if number < len(points) else ""


def place_boxes(phone):
    return [box for box in phone.page.root.all("input") if box["name"] == "place"]


def places(phone):
    """Return the points in the boxes, as a text."""
    return " ".join(box["value"] for box in place_boxes(phone)).strip()
