"""A parsed page, in which elements are found by the words that a person sees."""

from functools import cached_property
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
UNSEEN = {"head", "script", "style", "template"}


class Element:
    """An HTML element, which contains other elements and pieces of text."""

    def __init__(self, tag, attrs=(), parent=None):
        self.tag, self.attrs, self.parent = tag, dict(attrs), parent
        self.inside = []

    def __getitem__(self, name):
        return self.attrs.get(name) or ""

    def __contains__(self, name):
        return name in self.attrs

    def walk(self):
        """Yield this element and its descendants in document order, except `<template>`."""
        ahead = [self]
        while ahead:
            element = ahead.pop()
            yield element
            ahead += [
                piece
                for piece in reversed(element.inside)
                if isinstance(piece, Element) and piece.tag != "template"
            ]

    def all(self, *tags):
        return [each for each in self.walk() if each.tag in tags]

    def groups(self):
        """Return the groups of fields that have a visible label."""
        return [each for each in self.walk() if each.is_group]

    @property
    def is_group(self):
        return self.tag == "fieldset" or (self["role"] == "group" and "aria-labelledby" in self)

    def closest(self, *tags):
        """Return the nearest ancestor with one of these tags. None if there is no such ancestor."""
        above = self.parent
        while above is not None and above.tag not in tags:
            above = above.parent
        return above

    @property
    def words(self):
        """The text as a screen reader reads it, with white space collapsed."""
        return " ".join("".join(self.text_pieces()).split())

    def text_pieces(self):
        for piece in self.inside:
            if isinstance(piece, str):
                yield piece
            elif piece["aria-hidden"] != "true" and piece.tag not in UNSEEN:
                yield from piece.text_pieces()
                yield " " if piece.tag not in {"b", "bdi", "span", "i", "small"} else ""

    @property
    def kind(self):
        """The type of an input, or the tag of any other element."""
        return (self["type"] or "text").lower() if self.tag == "input" else self.tag

    @property
    def is_disabled(self):
        sets = self
        while sets is not None:
            if "disabled" in sets and (sets is self or sets.tag == "fieldset"):
                return True
            sets = sets.parent
        return False


class Reader(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.root = self.here = Element("")
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        element = Element(tag, attrs, self.here)
        self.here.inside.append(element)
        if tag not in VOID:
            self.here = element

    def handle_startendtag(self, tag, attrs):
        self.here.inside.append(Element(tag, attrs, self.here))

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        assert self.here.tag == tag, f"</{tag}> closes <{self.here.tag}>"
        self.here = self.here.parent

    def handle_data(self, data):
        self.here.inside.append(data)


def text_below_heading(element):
    headings = [heading.words for heading in element.all("h2")[:1]]
    return element.words.removeprefix("".join(headings)).strip()


class Page:
    """A response: `status`, `path`, `text`, and its elements (`root`), parsed on first use."""

    def __init__(self, status, path, text):
        self.status, self.path, self.text = status, path, text

    @cached_property
    def root(self):
        return Reader(self.text).root

    @cached_property
    def labels(self):
        return self.root.all("label")

    @property
    def words(self):
        return self.root.words

    @property
    def title(self):
        return self.root.all("h1")[0].words

    @property
    def alerts(self):
        """The texts of the visible elements with role=alert, such as refusals."""
        return [words for each in self.alert_elements() if (words := each.words)]

    @property
    def reasons(self):
        """The texts of `alerts` without their headings, which only say that nothing was done."""
        return [text for each in self.alert_elements() if (text := text_below_heading(each))]

    def alert_elements(self):
        return [e for e in self.root.walk() if e["role"] == "alert" and "hidden" not in e]

    def by_id(self, key):
        return next((e for e in self.root.walk() if e["id"] == key), None)

    def name(self, element):
        """Return an element's accessible name.

        The name is the first of these that exists: its aria-label, label, placeholder or own text.
        """
        if element["aria-label"]:
            return element["aria-label"]
        labels = [each for each in self.labels if each["for"] and each["for"] == element["id"]]
        if element.tag in {"input", "select", "textarea"}:
            labels += [label] if (label := element.closest("label")) else []
            return " ".join(label.words for label in labels) or element["placeholder"]
        return element.words

    def part(self, within):
        """Return the first group, list item, row or section that begins with these words.

        If `within` is None, return the whole page. Raises AssertionError if nothing matches.
        """
        if within is None:
            return self.root
        for group in self.root.walk():
            if not group.is_group and group.tag not in {"li", "tr", "section"}:
                continue
            heads = group.all("legend", "h2", "th") or [group]
            if heads[0].words.startswith(within):
                return group
        raise AssertionError(f"Nothing on the page begins with {within!r}: {self.words}")

    def table(self, words):
        """Return the first table whose caption, or the heading of its box, begins with these words.

        Raises AssertionError if there is no such table.
        """
        for table in self.root.all("table"):
            heading = self.by_id(table.parent["aria-labelledby"])
            names = [*table.all("caption"), *([heading] if heading else [])]
            if any(each.words.startswith(words) for each in names):
                return table
        raise AssertionError(f"No table is called {words!r}: {self.words}")

    def items(self, within):
        """Return the words of each list item in this part."""
        return [item.words for item in self.part(within).all("li")]

    def find(self, words, *tags, within=None, kinds=None):
        """Return the first element named `words`.

        If there is no such element, return the first one whose name begins with `words`. Raises
        AssertionError if that does not exist either.
        """
        elements = [e for e in self.part(within).all(*tags) if kinds is None or kinds(e.kind)]
        named = [(self.name(e), e) for e in elements]
        for match in (str.__eq__, str.startswith):
            if hits := [e for name, e in named if match(name, words)]:
                return hits[0]
        raise AssertionError(f"No {'/'.join(tags)} called {words!r}, only {[n for n, _ in named]}")

    def form_of(self, element):
        return self.by_id(element["form"]) if element["form"] else element.closest("form")
