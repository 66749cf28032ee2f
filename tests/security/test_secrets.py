"""Secrets stay in the database: queries do not return them, and responses do not contain them."""

import dataclasses
import shutil

import pytest
from sqlalchemy import event, select

from scorekeeper.access import challenges, devices, invitations, joining, passkeys, public_links
from scorekeeper.access.passkeys import NewCredential
from scorekeeper.db.base import Base
from scorekeeper.league import roster, seasons, settings
from scorekeeper.league.club import coming as club_coming
from scorekeeper.league.club import night_lists as club_night_lists
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club import rounds as club_rounds
from scorekeeper.notices import subscriptions
from scorekeeper.rights import Right
from scorekeeper.runtime.tokens import format_code, new_secret, token_hash
from scorekeeper.server import engines
from scorekeeper.transfer.results_import import jobs
from tests.members import TOKEN, Member
from tests.notices.push_service import Browser
from tests.row_types import row_types
from tests.security.routes import ANYBODY, ROUTES, open_app, with_public_link

SECRET_COLUMNS = {
    column
    for table in Base.metadata.tables.values()
    for column in table.columns
    if column.info.get("is_secret")
}


def test_eight_columns_are_declared_secret():
    assert {str(column) for column in SECRET_COLUMNS} == {
        "admission.key",
        "challenge.challenge",
        "club_night.secret",
        "device.token",
        "invitation.code",
        "invitation.secret",
        "league.recovery",
        "showing.secret",
    }


@pytest.fixture
def app(file, tmp_path):
    app = open_app(shutil.copy(file, tmp_path))
    yield app
    engines.engine_of(app).dispose()


@pytest.fixture
def secrets(app):
    """The secrets and stored digests of a league in which every secret column is filled."""
    store = engines.store_of(app)
    invited = invitations.invite(store, Right.VIEWER, "Friends", with_code=True)
    phone = devices.find_device_by_token(store, TOKEN)
    known = {
        TOKEN,
        invited.link,
        invited.code,
        format_code(invited.code),
        public_links.create_public_link(store, "World", public_links.FEED),
        club_coming.create_link(store, 1),
        joining.create_recovery_code(store),
        challenges.create_challenge(store, phone.id).hex(),
    }
    subscriptions.subscribe(store, Browser().subscription(phone.id, "https://push.example/1"))
    key = NewCredential(new_secret(), b"verifies signatures", 1)
    passkeys.add_passkey(store, key, "cards.example", phone)
    invitation = invitations.get_by_code(store.engine, invited.code)
    who = joining.Joiner("Another phone", None, token_hash("a page’s key"))
    known.add(joining.join(store.engine, invitation, who, None))
    return known | stored_digests(app)


def stored_digests(app):
    with engines.engine_of(app).connect() as connection:
        return {
            value
            for column in SECRET_COLUMNS
            for value in connection.scalars(select(column).where(column.is_not(None)))
        }


def test_the_secrets_fixture_fills_every_secret_column(app, secrets):
    with engines.engine_of(app).connect() as connection:
        for column in SECRET_COLUMNS:
            assert connection.scalar(select(column).where(column.is_not(None))) in secrets, column


# The function that reads the rows of each row type.
ROWS = {
    devices.Device: devices.active_devices,
    invitations.Invitation: invitations.active_invitations,
    jobs.ImportJob: jobs.recent_imports,
    passkeys.Passkey: passkeys.active_passkeys,
    public_links.PublicLink: public_links.active_public_links,
    club_nights.ClubNight: lambda store: club_night_lists.nights(store, 9),
    club_rounds.ClubRound: lambda store: club_rounds.night_rounds(store, 1).rounds,
    subscriptions.PushSubscription: lambda store: [subscriptions.subscription_of(store, 1)],
    settings.League: lambda store: [settings.get_league(store)],
    roster.Player: roster.players,
    seasons.Season: seasons.seasons,
}


def test_every_row_type_is_checked_for_secrets():
    assert set(ROWS) == {kind for kind, _ in row_types()}


@pytest.mark.parametrize("kind", ROWS, ids=lambda kind: kind.__name__)
def test_no_attribute_of_a_row_holds_a_secret(app, secrets, kind):
    rows = ROWS[kind](engines.store_of(app))

    assert rows
    assert {type(row) for row in rows} == {kind}
    assert [row for row in rows if secrets & set(texts(row))] == []


@pytest.mark.parametrize(("kind", "table"), row_types(), ids=lambda each: each.__name__)
def test_no_field_of_a_row_type_is_a_secret_column(kind, table):
    columns = {column.name for column in table.__table__.columns if column in SECRET_COLUMNS}

    assert {field.name for field in dataclasses.fields(kind)} & columns == set()


def texts(value):
    """Yield every text in a row: in fields, properties, collections and nested objects."""
    if isinstance(value, bytes):
        yield value.hex()
    elif isinstance(value, str):
        yield str(value)
    elif isinstance(value, dict):
        yield from texts([*value, *value.values()])
    elif isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from texts(each)
    elif dataclasses.is_dataclass(value):
        properties = [
            name for name, member in vars(type(value)).items() if isinstance(member, property)
        ]
        for name in [*(field.name for field in dataclasses.fields(value)), *properties]:
            yield from texts(getattr(value, name))


def test_no_request_reads_or_sends_a_stored_secret(app, secrets):
    """The owner's phone requests all routes but streams and removals, with empty forms."""
    read, sent = [], {}

    def keep(connection, statement, *_):
        read.append(statement)

    event.listen(engines.engine_of(app), "before_execute", keep)
    client = Member(app, use_cookies=False)
    for route in sorted(ROUTES, key=lambda route: (not route.startswith("GET"), route)):
        if route.endswith(("stream", "leave", "/out")):
            continue
        method, path = with_public_link(app, route).split()
        with client.open(path, method=method) as response:
            sent[route] = response.get_data(), response.status_code
    event.remove(engines.engine_of(app), "before_execute", keep)
    stored = [each.encode() for each in secrets & stored_digests(app)]

    assert {route for route, need in ROUTES.items() if need > ANYBODY} - set(sent) == {
        "GET /live/stream",
        "POST /phone/leave",
        "POST /phones/2/out",
    }
    assert [route for route, (_, status) in sent.items() if status in {403, 500}] == []
    assert [str(each) for each in read if returned_columns(each) & SECRET_COLUMNS] == []
    assert len({str(each) for each in read}) > 100
    assert [
        route for route, (body, _) in sent.items() if any(each in body for each in stored)
    ] == []


def returned_columns(statement):
    """Return the table columns whose values this statement returns."""
    columns = getattr(statement, "exported_columns", ())
    return {base for column in columns for base in column.base_columns}


def test_secret_columns_returned_by_a_statement_are_detected():
    code = next(column for column in SECRET_COLUMNS if column.name == "code")

    assert returned_columns(select(code.label("other"))) & SECRET_COLUMNS == {code}
    assert returned_columns(code.table.update().returning(code)) & SECRET_COLUMNS == {code}
    assert returned_columns(select(code.is_not(None))) & SECRET_COLUMNS == set()
    assert returned_columns(select(code.table.c.id).where(code == "x")) & SECRET_COLUMNS == set()
