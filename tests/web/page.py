"""A parsed page, in which elements are found by the words that a person sees."""

import re
from functools import cached_property, lru_cache
from html import unescape

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
UNSEEN = {"head", "script", "style", "template"}
ATTRIBUTES = r"""(?:\s+[^\s=<>"'/]+(?:=(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*"""
ATTRIBUTE = re.compile(r"""\s([^\s=<>"'/]+)(=(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?""")
TOKEN = re.compile(
    rf"([^<]+)|</([a-z][^\s/<>]*)>|<(?!script|style)([a-z][^\s/<>]*)({ATTRIBUTES})\s*(/?)>"
    rf"|<(script|style)({ATTRIBUTES})\s*>(.*?)</\6>|<!--.*?-->|<!doctype html>",
    re.DOTALL,
)


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


def parse(text):
    """Return an element that contains the elements of this text.

    Raises AssertionError if the text is not HTML as the templates write it: tags in lower case, no
    bare `<`, and an end tag for each element. HTMLParser takes four times as long.
    """
    root = here = Element("")
    place = 0
    for token in TOKEN.finditer(text):
        assert token.start() == place, f"This is not HTML: {text[place : place + 80]!r}"
        place = token.end()
        words, end_tag, tag, attrs, is_empty, raw_tag, raw_attrs, raw = token.groups()
        if words:
            here.inside.append(unescape(words))
        elif tag:
            element = Element(tag, attributes(attrs), here)
            here.inside.append(element)
            if not is_empty and tag not in VOID:
                here = element
        elif end_tag:
            assert here.tag == end_tag, f"</{end_tag}> closes <{here.tag}>"
            here = here.parent
        elif raw_tag:
            element = Element(raw_tag, attributes(raw_attrs), here)
            element.inside.append(raw)
            here.inside.append(element)
    assert place == len(text), f"This is not HTML: {text[place : place + 80]!r}"
    return root


@lru_cache(4096)  # most tags are on many pages
def attributes(text):
    """Return the attributes of a tag, in which an attribute without a value is None."""
    found = {}
    for name, value in ATTRIBUTE.findall(text):
        inside = value[2:-1] if value[1:2] in {'"', "'"} else value[1:]
        found[name.lower()] = unescape(inside) if value else None
    return found


def text_below_heading(element):
    headings = [heading.words for heading in element.all("h2")[:1]]
    return element.words.removeprefix("".join(headings)).strip()


class Page:
    """A response: `status`, `path`, `text`, and its elements (`root`), parsed on first use."""

    def __init__(self, status, path, text):
        self.status, self.path, self.text = status, path, text

    @cached_property
    def root(self):
        return parse(self.text)

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
