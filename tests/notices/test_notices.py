"""The notifications that phones get through a push service on this machine."""

from threading import Event

import pytest

from scorekeeper.access import admissions
from scorekeeper.club.draws import DrawMethod
from scorekeeper.league import season_commands
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club.nights import NightSettings
from scorekeeper.league.seasons import Season
from scorekeeper.live.presence import Viewer
from scorekeeper.live.topics import Topic
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.notices.subscriptions import NoticeKind
from scorekeeper.notices.texts import PLAIN, TTL_S
from scorekeeper.web.access.notice_choices import LABELS
from scorekeeper.web.extension_keys import HUB_KEY, STATS_CACHE_KEY
from tests.notices.push_service import claims, wait_until_sent

AT = 1_790_000_000  # seconds since 1970
ALL = tuple(NoticeKind)


def start(log, seats, key="m", device=None):
    return commands.start_match(
        log, "jabberwocky", seats, {"schedule": [1]}, CommandMeta(key, AT, device)
    )


def save(log, match, field, values, device=None):
    meta = CommandMeta(f"{match} {field}", AT, device)
    return commands.record_stage(log, match, 1, field, {field: values}, meta)


def play(log, seats, key):
    """Play a one-deal match that the last of `seats` loses."""
    match = start(log, seats, key)
    nobody = dict.fromkeys(seats, 0)
    save(log, match, "bids", nobody)
    save(log, match, "tricks", nobody | {seats[-1]: 1})


def test_every_kind_of_notice_has_a_label_a_lifetime_and_a_sentence():
    assert list(LABELS) == list(TTL_S) == list(NoticeKind)
    assert {NoticeKind.TURN, *PLAIN} == set(NoticeKind)  # a turn to deal has its own sentence


@pytest.mark.both_databases
def test_phones_are_told_whose_turn_it_is_and_that_the_match_is_over(
    log, people, ana, bruno, read_messages, service, notifier
):
    ana.save("turn", "over")
    bruno.save("turn", "over", details=True)
    match = start(log, people)  # Ana deals, so Bruno bids first

    deal, bid = read_messages(ana, bruno)
    assert deal == {
        "title": "Scorekeeper",
        "body": "It is your turn to deal.",
        "path": f"matches/{match}",
        "tag": f"turn-{match}",
    }
    assert bid["body"] == "Jabberwocky, deal 1: Bruno, it is your turn."

    save(log, match, "bids", dict.fromkeys(people, 0))
    assert read_messages(bruno)[0]["body"] == "Jabberwocky, deal 1: Bruno, it is your turn."
    save(log, match, "tricks", dict(zip(people, (0, 1, 0), strict=True)))

    over, won = read_messages(ana, bruno)
    assert (over["body"], over["path"]) == ("A match is over.", f"matches/{match}")
    assert won["body"] == "Jabberwocky is over. Won by Ana and Chus."
    wait_until_sent(notifier.deliveries)
    assert service.received.empty()


def test_messages_are_signed_and_all_have_the_same_length(log, people, ana, bruno, service):
    ana.save("turn")
    bruno.save("turn", details=True)
    start(log, people)

    requests = [service.next() for _ in range(2)]
    said, key = claims(requests[0][1]["Authorization"])

    assert (said["aud"], said["sub"]) == (service.address, "http://localhost")
    assert key == ana.client.post("/phone/notices/key").text
    assert len({len(body) for _, _, body in requests}) == 1
    headers = requests[0][1]
    assert (headers["Content-Encoding"], headers["TTL"], headers["Urgency"], headers["Topic"]) == (
        "aes128gcm",
        "600",
        "high",
        "turn-1",
    )


def test_a_phone_is_not_told_what_it_shows_or_has_just_saved(
    app, log, people, ana, bruno, read_messages, service, notifier
):
    ana.save("turn")
    bruno.save("turn")
    app.extensions[HUB_KEY].presence.add_poll(Topic(1, 1), Viewer(ana.id, "Ana", 1))
    match = start(log, people)
    assert read_messages(bruno)[0]["tag"] == "turn-1"
    save(log, match, "bids", dict.fromkeys(people, 0), device=bruno.id)
    commands.undo(log, match, 2, CommandMeta("undo", AT))
    start(log, people, "another")

    assert [each["tag"] for each in read_messages(ana, bruno)] == ["turn-2", "turn-2"]
    wait_until_sent(notifier.deliveries)
    assert service.received.empty()


@pytest.mark.both_databases
def test_a_player_is_told_who_has_overtaken_them_in_the_season(
    app, store, log, people, ana, bruno, read_messages
):
    first, second, third = people
    season_commands.create_season(store, Season(0, "Autumn"))
    statistics = app.extensions[STATS_CACHE_KEY]
    play(log, (first, third, second), "1")
    ana.save("overtaken", details=True)
    bruno.save("overtaken")
    statistics.wait_until_current()
    play(log, (third, second, first), "2")

    message = read_messages(ana)[0]
    assert message["body"] == ("Chus and Bruno overtook you in Autumn. Your place is now 3.")
    assert message["path"] == "season/1"


def test_a_link_to_a_club_night_is_announced_to_those_who_want_it(
    app, store, ana, bruno, read_messages, service
):
    ana.save("evening")
    bruno.save("evening", details=True)
    settings = NightSettings("2027-01-12", "New Year", "loba", {}, 4, DrawMethod.CHANCE)
    night = club_nights.create_night(store, settings, "night", AT)

    page = app.test_client().post(f"/club/{night}/link").text
    plain, details = read_messages(ana, bruno)

    assert plain["body"] == "A club night was announced. Will you come?"
    assert details["body"] == "Club night: New Year. Will you come?"
    assert plain["path"] in page
    assert ana.client.get("/" + plain["path"]).status_code == 200


# ---------------------------------------------------------------- the service has problems


def test_a_save_does_not_wait_for_a_push_service_that_never_responds(log, people, ana, service):
    ana.save(*ALL)
    service.open.clear()
    match = start(log, people)
    assert service.arrived.wait(30)

    assert save(log, match, "bids", dict.fromkeys(people, 0)).version == 2
    assert service.received.empty()


@pytest.mark.parametrize(
    ("statuses", "requests"), [([429, 201], 2), ([503, 500, 502], 3), ([400], 1)], ids=str
)
def test_a_message_is_sent_again_only_to_a_busy_service(
    log, people, ana, service, notifier, statuses, requests
):
    ana.save("turn")
    service.statuses += statuses
    start(log, people)
    for _ in range(requests):
        service.next()
    save(log, start(log, people, "another"), "bids", dict.fromkeys(people, 0))

    assert ana.browser.read(service.next()[2])["tag"] == "turn-2"
    assert not notifier.deliveries.retries


@pytest.mark.parametrize("loss", ["removed", "off"])
def test_a_phone_gets_no_waiting_message_once_it_is_removed_or_its_notices_are_off(
    store, log, people, ana, bruno, service, notifier, loss
):
    """The push service first refuses the message to Ana. The message to Bruno comes later."""
    ana.save("over")
    bruno.save("over")
    service.open.clear()
    service.statuses.append(429)
    commands.close(log, start(log, people), "unfinished", CommandMeta("close", 2000))
    assert service.arrived.wait(30)
    for phone in (ana, bruno):
        if loss == "removed":
            admissions.remove_device(store, phone.id, 1)
        else:
            phone.save()

    service.open.set()
    wait_until_sent(notifier.deliveries)

    assert service.next()[0] == "/Ana"
    assert service.received.empty()
    assert not notifier.deliveries.retries


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_the_browser_has_ended_is_deleted(
    store, log, people, ana, service, notifier, status
):
    ana.save("turn")
    service.statuses.append(status)
    start(log, people)
    service.next()
    wait_until_sent(notifier.deliveries)

    assert "data-on" not in ana.client.get("/phone").text


def test_a_slow_push_service_delays_only_its_own_messages(
    log, people, ana, bruno, chus, service, slow_service
):
    for phone in (chus, ana, bruno):
        phone.save("over")
    play(log, people, "first")
    assert slow_service.arrived.wait(30)
    play(log, people, "second")

    assert [service.next()[0] for _ in range(4)] == ["/Ana", "/Bruno"] * 2
    assert slow_service.received.empty()
    slow_service.open.set()
    assert [chus.browser.read(slow_service.next()[2])["tag"] for _ in range(2)] == [
        "over-1",
        "over-2",
    ]


@pytest.fixture
def gate(notifier):
    """An event. The thread that prepares notifications waits until it is set."""
    gate = Event()
    notifier.deliveries.put(gate.wait)
    yield gate
    gate.set()


def test_a_full_queue_drops_notifications(notifier, gate, caplog):
    for _ in range(notifier.deliveries.jobs.maxsize + 1):
        notifier.deliveries.put(lambda: None)

    assert "Too many notifications are waiting, so one was dropped." in caplog.messages


def test_messages_are_dropped_if_too_many_wait_for_a_slow_push_service(
    log, people, ana, service, notifier, caplog
):
    ana.save("turn")
    notifier.deliveries.senders.limit = 1
    service.open.clear()
    for key in "abc":
        start(log, people, key)
        assert service.arrived.wait(30)
    notifier.deliveries.jobs.join()
    service.open.set()
    wait_until_sent(notifier.deliveries)

    assert "Too many notifications are waiting, so one was dropped." in caplog.messages
    tags = [ana.browser.read(service.next()[2])["tag"] for _ in range(2)]
    assert tags == ["turn-1", "turn-2"]
    assert service.received.empty()
