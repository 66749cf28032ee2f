"""The rules of each game as we score them: docs/rules/<game>.md as a page. Needs no database.

Headings have ids made of their words. A house rule is a heading with the words of its option, so
a new match leads from the option to its section; names of code are in docs/documents.md only.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from scorekeeper import paths
from scorekeeper.messages import say
from scorekeeper.rules import GAMES
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Option

bp = Blueprint("rules_pages", __name__)
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
NON_WORD_CHARACTERS = re.compile(r"[\W_]+")
GAME_LINK = re.compile(r"([a-z]+)\.md")
LOCAL_PATH = re.compile(r"/(?![/\\])[!-\[\]-~]*")  # nothing that a browser takes for another site


@bp.get("/rules")
def index() -> ResponseReturnValue:
    """All games, each with a line."""
    return render_template("rules/index.html", games=list(GAMES.values()), back=back_url())


@bp.get("/rules/<game>")
def show(game: str) -> ResponseReturnValue:
    """One game. `?back=` is where the link back leads."""
    if game not in GAMES:
        abort(404, say("There is no game of that name here."))
    return render_template(
        "rules/show.html",
        game=GAMES[game],
        text=load_page(game).text,
        headings=load_page(game).headings,
        back=back_url() or url_for(".index"),
    )


def back_url() -> str | None:
    """The page of ours that one came from, if the link said so."""
    path = request.args.get("back", "")
    return path if LOCAL_PATH.fullmatch(path) else None


@bp.app_template_global("option_rules_url")
def option_rules_url(game: Game, option: Option, back: str) -> str:
    """The address of the section that explains a house rule."""
    anchor = heading_id(option.label.template)
    return url_for("rules_pages.show", game=game.slug, back=back, _anchor=anchor)


class RulesPage(NamedTuple):
    """`headings` are the id and words of each section, for the list at the top."""

    text: Markup
    headings: tuple[tuple[str, str], ...]


@cache
def load_page(game: str) -> RulesPage:
    file = paths.rule_pages_dir() / f"{game}.md"
    return (
        render_markdown(file.read_text(encoding="utf-8"))
        if file.is_file()
        else RulesPage(Markup(), ())
    )


def render_markdown(text: str) -> RulesPage:
    """Markdown in the app's own clothes. Tags in the text stay text, so this is safe."""
    tokens = MARKDOWN.parse(text)
    if len(tokens) > 2 and tokens[0].tag == "h1":
        del tokens[:3]  # the bar above says the title
    add_attributes(tokens)
    found = Markup(MARKDOWN.renderer.render(list(wrap_tables(tokens)), MARKDOWN.options, {}))
    return RulesPage(found, tuple(sections(tokens)))


def sections(tokens: list[Token]) -> Iterator[tuple[str, str]]:
    """The second heading and those after it: the first is what the page begins with."""
    heads = [
        (str(token.attrGet("id")), then.content)
        for token, then in pairwise(tokens)
        if token.type == "heading_open" and token.tag == "h2"
    ]
    yield from heads[1:]


def heading_id(words: str) -> str:
    """Words as the end of an address: letters and digits of any script, joined by hyphens."""
    return NON_WORD_CHARACTERS.sub("-", words.casefold()).strip("-")


def wrap_tables(tokens: list[Token]) -> Iterator[Token]:
    """A table that is wider than the phone scrolls by itself, under the name of its heading."""
    heading = ""
    for token, before in zip(tokens, [None, *tokens[:-1]], strict=True):
        if before is not None and before.type == "heading_open":
            heading = token.content
        if token.type == "table_open":
            name = escape(heading)
            yield html_token(
                f'<div class="sheet-scroll" role="group" tabindex="0" aria-label="{name}">'
            )
        yield token
        if token.type == "table_close":
            yield html_token("</div>")


def html_token(text: str) -> Token:
    return Token("html_block", "", 0, content=text)


TOKEN_CLASSES = {"table_open": "list", "blockquote_open": "notice notice--gold"}


def add_attributes(tokens: list[Token]) -> None:
    """Classes for tables and quotes, heads for rows, links from game to game."""
    row_begins = False
    for token, then in zip(tokens, [*tokens[1:], None], strict=True):
        token.attrs.pop("style", None)  # how a column is aligned; the policy forbids it
        if token.type in TOKEN_CLASSES:
            token.attrSet("class", TOKEN_CLASSES[token.type])
        elif token.type == "heading_open" and then is not None:
            token.attrSet("id", heading_id(then.content))
        elif token.type == "tr_open":
            row_begins = True
        elif token.type == "th_open":
            mark_column_header(token, then)
        elif token.type in {"td_open", "td_close"} and row_begins:
            mark_row_header(token)
            row_begins = token.type == "td_open"
        elif token.type == "inline":
            link_games(token.children or [])


def mark_column_header(token: Token, then: Token | None) -> None:
    """A head without words would be read out as one that was forgotten."""
    if then is not None and then.content:
        token.attrSet("scope", "col")
    else:
        token.attrSet("aria-hidden", "true")


def mark_row_header(token: Token) -> None:
    """The first cell of a row says what the row is about."""
    token.tag = "th"
    if token.type == "td_open":
        token.attrSet("scope", "row")


def link_games(tokens: list[Token]) -> None:
    """`[Loba](loba.md)` leads to the page beside this one."""
    for token in tokens:
        address = str(token.attrGet("href") or "")
        if found := GAME_LINK.fullmatch(address):
            token.attrSet("href", found[1])
