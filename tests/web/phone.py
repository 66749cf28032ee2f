"""A browser without JavaScript, which follows links and submits forms.

A test names what a person does (`phone.tap("New match")`, `phone.type("Add a name", "Zoe")`) and
checks what a person sees (`phone.page.words`). The phone sends only what is on the page: hidden
inputs, field values, chosen chips and the tapped button.
"""

from urllib.parse import urljoin, urlsplit

from scorekeeper.rights import Right
from tests.web.page import Element, Page

NOT_TYPED = {"hidden", "radio", "checkbox", "submit", "button", "image", "reset", "file"}


class Phone:
    """A browser without JavaScript. `page` is the page that it shows."""

    def __init__(self, app):
        self.client = app.test_client()
        self.page = None

    def go(self, path):
        """Open this address and return the page."""
        return self.request("GET", path)

    def tap(self, words, within=None):
        """Tap the link, button or chip with this name, and return the page that follows."""
        chips = {"radio", "checkbox"}
        thing = self.page.find(
            words,
            "a",
            "button",
            "input",
            within=within,
            kinds=lambda kind: kind in {"a", "button"} | chips,
        )
        assert not thing.is_disabled, f"{words!r} cannot be tapped"
        if thing.tag == "a":
            return self.go(urljoin(self.page.path, thing["href"]))
        if thing.kind in chips:
            return self.tap_chip(thing)
        return self.send(self.page.form_of(thing), thing)

    def tap_twice(self, words, within=None):
        """Tap a button, confirm on the page that follows, and return the page after that."""
        asks = self.tap(words, within)
        assert asks.status == 422, asks.status
        forms = [
            box.closest("form") for box in asks.root.all("input") if box["name"] == "confirmed"
        ]
        return self.send(forms[0], forms[0].all("button")[-1])

    def tap_chip(self, box):
        """Tap a chip, which chooses a radio button or toggles a checkbox, and return the page."""
        form = self.page.form_of(box)
        if box.kind == "checkbox" and "checked" in box:
            del box.attrs["checked"]
            return self.page
        if box.kind == "radio":
            for other in self.page.root.all("input"):
                if other["name"] == box["name"] and self.page.form_of(other) is form:
                    other.attrs.pop("checked", None)
        box.attrs["checked"] = ""
        return self.page

    def type(self, words, text, within=None):
        """Replace the text of a field."""
        field = self.page.find(
            words, "input", "textarea", within=within, kinds=lambda kind: kind not in NOT_TYPED
        )
        assert not field.is_disabled, f"{words!r} cannot be typed into"
        assert "readonly" not in field, f"{words!r} cannot be typed into"
        if field.tag == "input":
            field.attrs["value"] = truncate(text, field["maxlength"])
        else:
            field.inside = [text]

    def choose(self, words, option, within=None):
        """Choose this option of a select."""
        box = self.page.find(words, "select", within=within)
        lines = box.all("option")
        assert option in [line.words for line in lines], [line.words for line in lines]
        for line in lines:
            line.attrs.pop("selected", None)
            if line.words == option:
                line.attrs["selected"] = ""

    def set(self, name, value):
        """Set the field with this name, in any form, as typing or tapping would."""
        boxes = [e for e in self.page.root.all("input", "select", "textarea") if e["name"] == name]
        assert boxes, f"There is no field {name!r} on the page"
        for box in boxes:
            if box.kind not in {"radio", "checkbox"}:
                box.attrs["value"] = str(value)
                return
        chip = next((box for box in boxes if box["value"] == str(value)), None)
        assert chip, f"{name!r} has no chip {value!r}, only {[box['value'] for box in boxes]}"
        assert not chip.is_disabled, f"{value!r} of {name!r} cannot be tapped"
        if "checked" not in chip:
            self.tap_chip(chip)

    def send(self, form, button=None):
        """Submit a form with its current values, and return the page that follows.

        `button` is the button that was tapped, whose name and value are sent too.
        """
        assert form is not None, "The button belongs to no form"
        pairs = list(self.form_values(form, button))
        pick = button if button is not None else Element("")
        path = urljoin(self.page.path, pick["formaction"] or form["action"] or self.page.path)
        method = (pick["formmethod"] or form["method"] or "get").upper()
        return self.request(method, path, pairs)

    def form_values(self, form, button):
        """Yield the (name, value) pairs that a browser would send, in document order."""
        for box in self.page.root.all("input", "select", "textarea", "button"):
            if self.page.form_of(box) is not form or not box["name"] or box.is_disabled:
                continue
            if box.kind in {"button", "submit"} and box is not button:
                continue
            yield from ((box["name"], value) for value in sent_values(box))

    def request(self, method, path, pairs=()):
        """Send a request, follow its redirects, and return the page."""
        options = {"headers": {"Origin": "http://localhost"}}
        if method == "GET" and pairs:
            options = {"query_string": pairs}
        elif method == "POST":
            data = {}
            for name, value in pairs:
                data.setdefault(name, []).append(value)
            options["data"] = data
        response = self.client.open(path, method=method, **options)
        if response.status_code in {301, 302, 303}:
            where = urlsplit(urljoin(path, response.headers["Location"]))
            return self.request("GET", where._replace(scheme="", netloc="").geturl())
        self.page = Page(response.status_code, path, response.text)
        return self.page


def truncate(text, most):
    """Cut the text as browsers do at `maxlength`.

    Browsers count UTF-16 code units, of which an emoji takes two.
    """
    return text.encode("utf-16-le")[: 2 * int(most)].decode("utf-16-le") if most else text


def sent_values(box):
    """Return the values that one field sends."""
    if box.kind in {"radio", "checkbox"}:
        return [box.attrs.get("value", "on")] if "checked" in box else []
    if box.tag == "select":
        lines = box.all("option")
        chosen = [line for line in lines if "selected" in line] or lines[:1]
        return [line.attrs.get("value", line.words) for line in chosen]
    return ["".join(box.inside)] if box.tag == "textarea" else [box["value"]]


def phone_of(app, player):
    """Return the phone of this player. The phone can only view."""
    from tests.members import add_phone  # imported here: other tests have no database

    add_phone(app, Right.VIEWER, f"phone-{player}", player_id=player)
    phone = Phone(app)
    phone.client.token = f"phone-{player}"
    return phone
