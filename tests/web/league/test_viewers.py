"""The viewers of a match, and the phone that last changed it."""

import pytest

from scorekeeper.live import presence
from scorekeeper.rights import Right
from scorekeeper.web.extension_keys import HUB_KEY
from tests.members import NAME, add_phone
from tests.web.match_phone import sit_down
from tests.web.streams import Stream


@pytest.fixture
def writer(app):
    yield sit_down(app, "jabberwocky", 3)
    app.extensions[HUB_KEY].close()


@pytest.fixture
def at_once(monkeypatch):
    """Viewers who arrive or leave are announced without a delay."""
    monkeypatch.setattr(presence, "DEBOUNCE_S", 0)
    monkeypatch.setattr(presence, "DEBOUNCE_PER_VIEWER_S", 0)


def phone_of(app, token, name="A phone", player=None):
    add_phone(app, Right.VIEWER, token, name, player_id=player)
    phone = app.test_client()
    phone.token = token
    return phone


def faces(writer):
    """Return the text of each chip beside the match, as the owner's phone shows it."""
    return [face.words for face in writer.reload().by_id("faces").all("li")]


def test_devices_with_a_stream_are_listed_once_beside_the_viewers_device(app, writer):
    bruno = phone_of(app, "bruno", "Bruno’s phone", 2)
    assert faces(writer) == [NAME]

    with Stream(bruno, "/live/stream?match=1") as stream:
        assert stream.read_event() == "retry: 1000"
        assert faces(writer) == [NAME, "Ben"]
        with Stream(bruno, "/live/stream?match=1"):
            assert faces(writer) == [NAME, "Ben"]
    assert faces(writer) == [NAME]


def test_polling_devices_are_listed_until_they_time_out(app, writer, monkeypatch):
    bruno = phone_of(app, "bruno", "The tablet")
    bruno.get("/live/now?match=1")
    assert faces(writer) == [NAME, "The tablet"]

    monkeypatch.setattr(presence, "PRESENCE_TIMEOUT_S", -1)
    bruno.get("/live/now?match=1")
    app.extensions[HUB_KEY].presence.pop_due_topics()

    assert faces(writer) == [NAME]


def test_devices_on_other_pages_are_not_listed(app, writer):
    sit_down(app, "loba", ("Eva", "Ivo"))
    for address in ("/live/now?match=2", "/live/now"):
        phone_of(app, address, "elsewhere").get(address)

    assert faces(writer) == [NAME]


def test_the_device_that_saved_last_is_marked_even_if_absent(app, writer):
    phone_of(app, "bruno", "Bruno’s phone").get("/live/now?match=1")
    writer.save(bids=(0, 0, 1))
    assert faces(writer) == [f"{NAME}, saved last", "Bruno’s phone"]

    number = add_phone(app, Right.SCORER, "chus", "Chus’s phone")
    chus = app.test_client()
    chus.token = "chus"
    chus.post("/matches/1/undo", data={"key": "k", "step": "2"})

    assert number == 3
    assert faces(writer) == ["Chus’s phone, saved last, not here now", NAME, "Bruno’s phone"]


def test_streams_are_notified_when_another_viewer_comes_or_goes(app, writer, at_once):
    bruno, ana = phone_of(app, "bruno"), phone_of(app, "ana")

    def other_word(stream):
        return next(
            each for each in iter(stream.read_event, None) if each.startswith("event: here")
        )

    with Stream(ana, "/live/stream?match=1") as stream:
        alone = other_word(stream)
        with Stream(bruno, "/live/stream?match=1"):
            assert other_word(stream) != alone
        assert other_word(stream) == alone


def test_changing_pages_does_not_count_as_leaving(at_once, monkeypatch):
    tracker, viewer = presence.Presence(), presence.Viewer(1, "A phone", None)
    tracker.add_stream("match", viewer)
    assert (tracker.pop_due_topics(), tracker.pop_due_topics()) == (["match"], [])
    before = tracker.digest("match")

    monkeypatch.setattr(presence, "DEBOUNCE_S", 60)
    tracker.remove_stream("match", viewer)
    assert (tracker.pop_due_topics(), tracker.viewers("match")) == ([], ())
    tracker.add_stream("match", viewer)

    assert (tracker.pop_due_topics(), tracker.digest("match")) == ([], before)
