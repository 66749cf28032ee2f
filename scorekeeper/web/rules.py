"""The rule pages, rendered from docs/rules/<game>.md. They do not need a database.

A heading's id consists of its words. A house rule's heading has the same words as its option, so
the page for a new match can link an option to its section.
"""

import re
from collections.abc import Iterator
from functools import cache
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

bp = Blueprint("rules", __name__)
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
NON_WORD_CHARACTERS = re.compile(r"[\W_]+")
GAME_LINK = re.compile(r"([a-z]+)\.md")
NO_BREAK_SPACE, WORD_JOINER = "\u00a0", "\u2060"  # lines do not break at these characters
SHORT_FIGURES = re.compile(r"[\d\W]{1,6}")
RESULT_OR_LAST_NUMBER = re.compile(r"(?<= [=→]) | (?=\d+$)")
DASH_BETWEEN_DIGITS = re.compile(r"(?<=\d–)(?=\d)")
LOCAL_PATH = re.compile(r"/(?![/\\])[!-\[\]-~]*")  # does not match URLs of other sites


@bp.get("/rules")
def index() -> ResponseReturnValue:
    """Show the list of games, one per line."""
    return render_template("rules/index.html", games=list(GAMES.values()), back=back_url())


@bp.get("/rules/<game>")
def show(game: str) -> ResponseReturnValue:
    """Show a game's rules, or abort with 404 if there is no such game.

    `?back=` sets the back link.
    """
    if game not in GAMES:
        abort(404, say("There is no game with that name."))
    return render_template(
        "rules/show.html",
        game=GAMES[game],
        text=load_page(game).text,
        sections=load_page(game).sections,
        back=back_url() or url_for(".index"),
    )


def back_url() -> str | None:
    """Return the local path in `?back=`, or None if it is missing or could lead to another site."""
    path = request.args.get("back", "")
    return path if LOCAL_PATH.fullmatch(path) else None


@bp.app_template_global("option_rules_url")
def option_rules_url(game: Game, option: Option, back: str) -> str:
    """Return the URL of the section that explains a house rule."""
    anchor = heading_id(option.label.template)
    return url_for("rules.show", game=game.slug, back=back, _anchor=anchor)


class RulesSection(NamedTuple):
    """A section of a rule page. `id` is its URL fragment, and `text` does not contain its title."""

    id: str
    title: str
    text: Markup


class RulesPage(NamedTuple):
    """A rendered rule page. `text` is its first section. `sections` contains all other sections."""

    text: Markup
    sections: tuple[RulesSection, ...]


@cache
def load_page(game: str) -> RulesPage:
    file = paths.rule_pages_dir() / f"{game}.md"
    return (
        render_markdown(file.read_text(encoding="utf-8"))
        if file.is_file()
        else RulesPage(Markup(), ())
    )


def render_markdown(text: str) -> RulesPage:
    """Render Markdown as HTML with the app's classes. HTML in the text is escaped."""
    tokens = MARKDOWN.parse(text)
    if len(tokens) > 2 and tokens[0].tag == "h1":
        del tokens[:3]  # the page's header shows the title
    add_attributes(tokens)
    tokens = list(wrap_tables(tokens))
    begins = [
        n for n, each in enumerate(tokens) if each.type == "heading_open" and each.tag == "h2"
    ]
    ends = [*begins[1:], len(tokens)]
    return RulesPage(
        render_tokens(tokens[: ends[0]]),
        tuple(render_section(tokens[each]) for each in map(slice, begins[1:], ends[1:])),
    )


def render_section(tokens: list[Token]) -> RulesSection:
    """Return the section that these tokens form.

    The first three tokens are the section's heading.
    """
    heading, words = tokens[:2]
    return RulesSection(str(heading.attrGet("id")), words.content, render_tokens(tokens[3:]))


def render_tokens(tokens: list[Token]) -> Markup:
    return Markup(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))  # noqa: S704  # our own text


def heading_id(words: str) -> str:
    """Return words as a URL fragment, with letters and digits of any script joined by hyphens."""
    return NON_WORD_CHARACTERS.sub("-", words.casefold()).strip("-")


def wrap_tables(tokens: list[Token]) -> Iterator[Token]:
    """Wrap each table in a scrollable group, labelled with the heading before it.

    A table wider than the screen then scrolls without moving the page.
    """
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
    """Add classes, heading ids and header cells to the tokens.

    Links to the files of other games are changed to links to their pages.
    """
    row_begins = False
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        token.attrs.pop("style", None)  # alignment, which the content security policy forbids
        if token.type in TOKEN_CLASSES:
            token.attrSet("class", TOKEN_CLASSES[token.type])
        elif token.type == "heading_open" and following is not None:
            token.attrSet("id", heading_id(following.content))
        elif token.type == "tr_open":
            row_begins = True
        elif token.type == "th_open":
            mark_column_header(token, following)
        elif token.type in {"td_open", "td_close"} and row_begins:
            mark_row_header(token)
            row_begins = token.type == "td_open"
        elif token.type == "inline":
            edit_text(token.children or [])


def mark_column_header(token: Token, following: Token | None) -> None:
    """Mark a column header. An empty header is hidden, because screen readers would announce it."""
    if following is not None and following.content:
        token.attrSet("scope", "col")
    else:
        token.attrSet("aria-hidden", "true")


def mark_row_header(token: Token) -> None:
    """Turn the first cell of a row into its header."""
    token.tag = "th"
    if token.type == "td_open":
        token.attrSet("scope", "row")


def edit_text(tokens: list[Token]) -> None:
    """Point links such as `[Loba](loba.md)` to a game's rule page, and keep figures together."""
    for token in tokens:
        address = str(token.attrGet("href") or "")
        if match := GAME_LINK.fullmatch(address):
            token.attrSet("href", match[1])
        token.content = keep_figures_together(token.content)


def keep_figures_together(text: str) -> str:
    """Keep a score such as 25–64 on one line, and a result on the same line as its = or →."""
    if SHORT_FIGURES.fullmatch(text):
        text = text.replace(" ", NO_BREAK_SPACE)
    text = RESULT_OR_LAST_NUMBER.sub(NO_BREAK_SPACE, text)
    return DASH_BETWEEN_DIGITS.sub(WORD_JOINER, text)
