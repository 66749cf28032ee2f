"""A phone that follows random links, and submits the forms of pages with random changes."""

import random
import re
from collections import Counter
from urllib.parse import urljoin, urlsplit

from werkzeug.exceptions import HTTPException

from tests.faults.strange_inputs import TEXTS
from tests.web.phone import NOT_TYPED, Phone

# Forms that end a phone's access, pages for phones outside the league, and pictures.
AVOIDED = re.compile(r"/(phone/leave|phones|join|l/\d+)\b|\.png\b")
NAMES = ("Zoë", "Ana", "Ben", "Cem", "Dora", "Eva", "ana", "O’Neil", "=1+1", "x" * 40, " a ", "")
NUMBERS = ("0", "1", "2", "3", "5", "10", "25", "50", "99", "100", "1.5", "-1", "1000000", "")
DATES = ("2026-11-28", "1999-01-01", "1900-01-01", "2099-12-31", "2026-02-30", "")
PLAUSIBLE = NAMES + NUMBERS + DATES


class Wanderer(Phone):
    """A phone that prefers links and forms that it has rarely used.

    `used` counts the requests by endpoint, and `accepted` counts the requests that posted a form
    and returned a page with status 200. `latest` is the latest request. `starts` are the addresses
    that the phone opens from time to time.
    """

    def __init__(self, app, seed, starts):
        super().__init__(app)
        self.rng, self.starts = random.Random(seed), starts
        self.rules = app.url_map.bind("localhost")
        self.used, self.accepted, self.latest = Counter(), Counter(), None

    def endpoint(self, method, path):
        """Return the name of the view at this address, or "none"."""
        try:
            return self.rules.match(urlsplit(path).path, method)[0]
        except HTTPException:
            return "none"

    def request(self, method, path, pairs=()):
        """Send a request, follow its redirects, and return the page. Fail if its status is 5xx."""
        name, self.latest = self.endpoint(method, path), (method, path, list(pairs))
        self.used[name] += 1
        page = super().request(method, path, pairs)
        assert page.status < 500, self.latest
        if method == "POST" and page.status == 200:
            self.accepted[name] += 1
        return page

    def step(self):
        """Follow a link, open one of `starts`, or submit a form, and often confirm it if asked."""
        links, forms = self.links(), self.forms()
        if not (links or forms) or self.rng.random() < 0.1:
            self.go(self.rng.choice(self.starts))
        elif forms and (not links or self.rng.random() < 0.6):
            self.submit(self.rarest("POST", forms, self.address_of))
            if self.page.status == 422 and self.rng.random() < 0.6:
                self.confirm()
        else:
            self.go(self.rarest("GET", links, str))

    def links(self):
        """Return the addresses of the page's links, except those to avoid.

        A download has no links.
        """
        if self.page is None or not self.page.text.startswith("<!doctype html>"):
            return []
        addresses = [link["href"] for link in self.page.root.all("a") if link["href"]]
        return [
            urlsplit(urljoin(self.page.path, each))._replace(fragment="").geturl()
            for each in addresses
            if not urlsplit(each).scheme and not AVOIDED.search(each)
        ]

    def forms(self):
        if not self.links():
            return []
        forms = self.page.root.all("form")
        return [each for each in forms if not AVOIDED.search(self.address_of(each))]

    def address_of(self, form):
        return urljoin(self.page.path, form["action"] or self.page.path)

    def rarest(self, method, things, address):
        """Return the least used of a few of these things, which are chosen at random.

        How often a thing was used depends on the endpoint of its address.
        """
        few = self.rng.sample(things, min(4, len(things)))
        return min(few, key=lambda each: self.used[self.endpoint(method, address(each))])

    def submit(self, form):
        """Submit the form with one of its buttons, after changing some of its fields."""
        buttons = [each for each in form.all("button") if not each.is_disabled]
        button = self.rng.choice(buttons) if buttons else None
        path = urljoin(self.page.path, (button and button["formaction"]) or self.address_of(form))
        pairs = self.changed(list(self.form_values(form, button)))
        self.request((form["method"] or "get").upper(), path, pairs)

    def form_values(self, form, button):
        """Yield the (name, value) pairs of a form, with other plausible values in some fields."""
        typed = {
            box["name"]
            for box in self.page.root.all("input", "textarea")
            if box.kind not in NOT_TYPED
        }
        for box in self.page.root.all("input"):
            if box.kind in {"radio", "checkbox"} and self.rng.random() < 0.2:
                self.tap_chip(box)
        for name, value in super().form_values(form, button):
            replaced = name in typed and self.rng.random() < 0.5
            yield name, self.rng.choice(PLAUSIBLE) if replaced else value

    def changed(self, pairs):
        """Return these (name, value) pairs. At most one is removed, repeated or replaced."""
        if not pairs or self.rng.random() < 0.6:
            return pairs
        place = self.rng.randrange(len(pairs))
        name, value = pairs[place]
        other = self.rng.choice([*TEXTS, self.rng.choice(pairs)[1]]).replace("\x00", "")
        instead = self.rng.choice(([], [(name, value)] * 2, [(name, other)], [(name, other)]))
        return [*pairs[:place], *instead, *pairs[place + 1 :]]

    def confirm(self):
        """If the page asks for confirmation, tap the last button of its form."""
        boxes = [each for each in self.page.root.all("input") if each["name"] == "confirmed"]
        form = boxes[0].closest("form") if boxes else None
        if form is not None and not AVOIDED.search(self.address_of(form)):
            pairs = list(super().form_values(form, form.all("button")[-1]))
            self.request("POST", self.address_of(form), pairs)
