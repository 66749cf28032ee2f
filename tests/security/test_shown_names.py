"""No response of a public link contains a name that the link hides.

Players get random names, whose words appear nowhere else. Every address behind the links is
fetched, and its status, headers and body are searched for these words. Pictures are compared with
pictures of a league in which the players really have the shown names.
"""

import random
import shutil

import pytest

from scorekeeper.access import public_links
from scorekeeper.league import player_renames, roster
from scorekeeper.match.shown_names import ShownNames, shown_names
from scorekeeper.server import engines
from tests.security.routes import open_app

SUBJECTS = {
    "current season": public_links.CURRENT_SEASON,
    "closed season": public_links.one_season(1),
    "last evening": public_links.LAST_EVENING,
    "evening": public_links.one_evening("2026-09-06"),
    "finished match": public_links.one_match(4),
    "unfinished match": public_links.one_match(13),
    "match of a merged player": public_links.one_match(9),
    "feed": public_links.FEED,
}
PATHS = ("", "/embed", "/board", "/now", "/stream", "/results.atom", "/picture.png", "?from=3")
HIDDEN = {ShownNames.FIRST: slice(1, None), ShownNames.INITIALS: slice(None)}
LETTERS = "bcdfghjklmnpqrstvwxyzáéíóúñçøšž"


def random_names(chance, count):
    """Yield names of two or three random words that appear nowhere else."""
    for _ in range(count):
        words = chance.choice((2, 3))
        yield " ".join(
            "".join(chance.choices(LETTERS, k=chance.randint(7, 11))).capitalize()
            for _ in range(words)
        )


def rename_all(app, names):
    """Rename players of the `settled` league. `names` is {key: new name}."""
    store = engines.store_of(app)
    for key, name in names.items():
        player_renames.rename_players(store, {int(key): name})


@pytest.fixture
def league(file, tmp_path):
    """(app, {key: name}) of a league with random names. One of the players is merged."""
    app = open_app(shutil.copy(file, tmp_path))
    everyone = roster.players(engines.store_of(app), True, True)
    names = dict(
        zip(
            (player.key for player in everyone),
            random_names(random.Random(0), len(everyone)),
            strict=True,
        )
    )
    rename_all(app, names)
    yield app, names
    engines.engine_of(app).dispose()


def responses(app, style, paths=PATHS):
    """Create a public link to each subject.

    Yields (address, response) for each of these paths behind each link.
    """
    client = app.test_client()
    for label, subject in SUBJECTS.items():
        secret = public_links.create_public_link(engines.store_of(app), label, subject, style)
        for path in paths:
            response = client.get(f"/shown/{secret}{path}", buffered="stream" not in path)
            yield f"{label} {path}", response
            response.close()


def content(response):
    """Return the status, headers and body as a single string.

    Only the first event of a stream is read.
    """
    body = (
        b"".join(next(response.response) for _ in range(2))
        if response.mimetype == "text/event-stream"
        else response.data
    )
    return f"{response.status} {response.headers} {body.decode('utf-8', 'replace')}"


def refuse_hidden_names(app, names, style):
    """Assert that no response contains a hidden name.

    Returns the number of pages that opened.
    """
    hidden = {word for name in names.values() for word in name.split()[HIDDEN[style]]}
    opened_pages = 0
    for address, response in responses(app, style):
        text = content(response).casefold()
        assert [word for word in hidden if word.casefold() in text] == [], address
        opened_pages += response.status_code == 200
    return opened_pages


@pytest.mark.parametrize("style", HIDDEN)
def test_no_public_response_contains_a_hidden_name_and_members_still_see_all(league, style):
    app, names = league

    assert refuse_hidden_names(app, names, style) > 40

    page = app.test_client().get("/season/2").text
    assert any(name in page for name in names.values())


@pytest.mark.parametrize("style", HIDDEN)
def test_links_with_full_names_show_them_and_others_do_not_share_what_they_rendered(league, style):
    """This also proves that the search finds names on the pages that show them."""
    app, names = league
    texts = {address: content(response) for address, response in responses(app, ShownNames.FULL)}
    pages = {
        address for address, text in texts.items() if any(name in text for name in names.values())
    }

    assert {"current season ", "current season /embed", "feed /results.atom"} <= pages
    assert {"finished match ", "finished match /embed", "finished match /board"} <= pages
    assert {"evening /embed", "last evening ", "match of a merged player "} <= pages
    assert refuse_hidden_names(app, names, style) > 40


@pytest.mark.parametrize("style", HIDDEN)
def test_pictures_are_those_of_players_with_the_shown_names(league, style):
    app, names = league
    before = pictures(app, style)
    unmerged = {each.key for each in roster.players(engines.store_of(app), True)}
    shown = shown_names({key: names[key] for key in unmerged}, style, "Player")
    rename_all(app, shown)

    assert pictures(app, ShownNames.FULL) == before
    assert len(before) == 7


def pictures(app, style):
    return {
        address: response.data
        for address, response in responses(app, style, ["/picture.png"])
        if response.mimetype == "image/png"
    }
