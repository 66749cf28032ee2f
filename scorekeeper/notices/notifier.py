"""Decide after each change which phones get a notification, and pass it to the queue.

A log calls the notifier after each commit (`SqlLog.listener`). The notifier only puts a job into
the queue, so a save does not wait. No phone gets a notification about its own change. While a phone
shows a match, it does not get notifications about turns in that match or about its end.
"""

import logging
import time
from collections.abc import Callable, Iterable, Mapping

from scorekeeper.db import merged_players
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.store import Store
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.match.events import Entry, MatchStarted, StageRecorded
from scorekeeper.match.outcome import MatchState, match_state
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Message, Translate
from scorekeeper.notices import encryption, subscriptions
from scorekeeper.notices.delivery import Delivery, DeliveryQueue
from scorekeeper.notices.subscriptions import NoticeKind, Recipient
from scorekeeper.notices.texts import (
    Notice,
    club_night_notice,
    over_notice,
    overtaken_notice,
    push_message,
    turn_notice,
)
from scorekeeper.rules.fields import FieldKind, FieldLayout
from scorekeeper.stats.ranking import rank_players

SubscriptionCheck = tuple[float, bool]  # (time on a monotonic clock, whether there were any)
CHECK_INTERVAL_S = 60.0  # seconds between checks of whether a league has subscriptions
NEVER_CHECKED: SubscriptionCheck = (-CHECK_INTERVAL_S, False)
ENDED_STATES = {MatchState.OVER, MatchState.CLOSED, MatchState.UNFINISHED}
logger = logging.getLogger(__name__)


class Notifier:
    """The notifications of all leagues in one process.

    `phones_showing` takes (league id, match id) and returns the ids of the phones that are showing
    this match.
    """

    def __init__(
        self,
        deliveries: DeliveryQueue,
        translate: Translate,
        phones_showing: Callable[[int, int], Iterable[int]],
    ) -> None:
        self.deliveries, self.translate = deliveries, translate
        self.phones_showing = phones_showing
        self.subscription_checks: dict[int, SubscriptionCheck] = {}  # by league

    def attach(self, log: SqlLog, stats_cache: StatsCache) -> None:
        """Start to send notifications about this log's matches, if notifications are available."""
        if not encryption.is_available():
            return
        # The listener must not refer to its log. In a reference cycle, the sheets and statistics of
        # a league that is no longer cached would stay in memory until the next full collection.
        store = log.store

        def notify(match: int, entry: Entry, before: Scoresheet | None, after: Scoresheet) -> None:
            self.match_saved(store, stats_cache, match, entry, before, after)

        log.listener = notify

    def subscriptions_changed(self, store: Store) -> None:
        """Check again, before the next notification, whether the league has subscriptions."""
        self.subscription_checks.pop(store.league_id, None)

    def has_subscriptions(self, store: Store) -> bool:
        """Return whether the league has subscriptions, as of at most CHECK_INTERVAL_S ago.

        The result expires because another process can add a subscription at any time.
        """
        now = time.monotonic()
        checked_at, has_any = self.subscription_checks.get(store.league_id, NEVER_CHECKED)
        if now - checked_at >= CHECK_INTERVAL_S:
            has_any = subscriptions.has_subscriptions(store)
            self.subscription_checks[store.league_id] = now, has_any
        return has_any

    # ------------------------------------------------------------ what happened

    def match_saved(
        self,
        store: Store,
        stats_cache: StatsCache,
        match: int,
        entry: Entry,
        before: Scoresheet | None,
        after: Scoresheet,
    ) -> None:
        """Queue the notifications about a committed entry. Never raises an exception."""
        try:
            if not self.has_subscriptions(store):
                return
            turns = new_turns(entry, before, after)
            if turns:
                self.deliveries.put(lambda: self.send_turns(store, match, entry, after, turns))
            if has_ended(before, after):
                snapshot_before = stats_cache.snapshot  # usually the snapshot before this result
                self.deliveries.put(lambda: self.send_over(store, match, entry, after))
                self.deliveries.put(
                    lambda: self.send_overtaken(store, stats_cache, snapshot_before, entry)
                )
        except Exception:
            logger.exception("Could not prepare the notifications about match %s.", match)

    def club_night_announced(
        self, store: Store, night: int, title: Message, path: str, device: int
    ) -> None:
        """Queue the notification that a club night was announced. Never raises an exception."""
        self.announce(store, club_night_notice(night, title, path), device)

    def announce(self, store: Store, notice: Notice, device: int) -> None:
        """Queue a notification for all phones that want it, except for `device`.

        The notification's details must not contain names of players, because no names are looked
        up. Never raises an exception.
        """
        store = store.without_check()

        def send_to_all() -> None:
            for each in subscriptions.recipients(store, notice.kind, [device]):
                self.send(store, each, notice, {})

        try:
            if encryption.is_available() and self.has_subscriptions(store):
                self.deliveries.put(send_to_all)
        except Exception:
            logger.exception("Could not prepare the notifications with the tag %s.", notice.tag)

    # ------------------------------------------------------------ on the queue's thread

    def send_turns(
        self,
        store: Store,
        match: int,
        entry: Entry,
        sheet: Scoresheet,
        turns: Mapping[str, bool],
    ) -> None:
        log, keys = SqlLog(store), current_keys(store, turns)
        names = {key: person.name for key, person in log.table_state(match).people.items()}
        turn_of = {keys[seat]: (seat, deals) for seat, deals in turns.items()}
        for each in self.absent_recipients(store, NoticeKind.TURN, match, entry):
            if turn := turn_of.get(current_player(store, each)):
                seat, deals = turn
                self.send(store, each, turn_notice(match, sheet, seat, deals=deals), names)

    def send_over(self, store: Store, match: int, entry: Entry, sheet: Scoresheet) -> None:
        people = SqlLog(store).table_state(match).people
        names = {key: person.name for key, person in people.items()}
        notice = over_notice(match, sheet)
        for each in self.absent_recipients(store, NoticeKind.OVER, match, entry):
            self.send(store, each, notice, names)

    def send_overtaken(
        self, store: Store, stats_cache: StatsCache, before: StatsSnapshot | None, entry: Entry
    ) -> None:
        recipients = subscriptions.recipients(store, NoticeKind.OVERTAKEN, own_phone(entry))
        if before is None or not recipients:
            return
        after = stats_cache.wait_until_current()
        names = {key: person.name for key, person in after.league_state.people.items()}
        for season in after.league_state.seasons:
            passed = passed_players(before, after, season)
            for each in recipients:
                if each.player and (by := passed.get(current_player(store, each))):
                    self.send(store, each, overtaken_notice(season.id, season.name, *by), names)

    def absent_recipients(
        self, store: Store, kind: NoticeKind, match: int, entry: Entry
    ) -> list[Recipient]:
        """Return the phones that want notifications of `kind`.

        Phones that show the match, and the phone that wrote `entry`, are left out.
        """
        showing = set(self.phones_showing(store.league_id, match))
        return subscriptions.recipients(store, kind, {*showing, *own_phone(entry)})

    def send(self, store: Store, to: Recipient, notice: Notice, names: Mapping[str, str]) -> None:
        message = push_message(notice, names, self.translate, details=to.subscription.details)
        self.deliveries.send(Delivery(store, to.subscription, message))


def own_phone(entry: Entry) -> list[int]:
    """Return a list with the phone that wrote an entry, or [] if the phone is unknown."""
    return [] if entry.device is None else [entry.device]


def new_turns(entry: Entry, before: Scoresheet | None, after: Scoresheet) -> dict[str, bool]:
    """Return the seats whose turn begins with this entry.

    The result maps each of these seats to True if the seat's turn is to deal, and otherwise to
    False. The result is empty after undo, redo and corrections, and if the question is the same as
    before.
    """
    asked_stage = after.asked_stage
    if (
        asked_stage is None
        or after.is_deleted
        or not isinstance(entry.event, MatchStarted | StageRecorded)
    ):
        return {}
    if before and before.asked_stage and before.asked_stage[:2] == asked_stage[:2]:
        return {}
    turns = {} if asked_stage.deal_answers else {asked_stage.position.dealer: True}
    for each in after.game.deal.fields(asked_stage.position, asked_stage.deal_answers):
        is_asked_in_turn = each.kind in {FieldKind.NUMBERS, FieldKind.SEATS}
        if (
            each.stage == asked_stage.stage
            and each.layout is FieldLayout.CHIPS
            and is_asked_in_turn
        ):
            turns |= dict.fromkeys(each.seats[:1], False)
            break
    return turns


def has_ended(before: Scoresheet | None, after: Scoresheet) -> bool:
    """Return whether the match ended between these two sheets."""
    state_before = match_state(before) if before else MatchState.RUNNING
    return match_state(after) in ENDED_STATES and state_before not in ENDED_STATES


def passed_players(
    before: StatsSnapshot, after: StatsSnapshot, season: Season
) -> dict[str, tuple[list[str], int]]:
    """Return who passed each overtaken player, and the overtaken player's new place.

    The result maps the overtaken player's key to (keys of the players who passed, new place). The
    players who passed are in order of place, best first.
    """
    if before.season_stats(season).aggregate is after.season_stats(season).aggregate:
        return {}
    places_before, places_after = season_places(before, season), season_places(after, season)
    passed = {
        player: [
            other
            for other in places_after
            if places_after[other] < places_after[player] and places_before.get(other, 0) >= place
        ]
        for player, place in places_before.items()
        if player in places_after
    }
    return {player: (others, places_after[player]) for player, others in passed.items() if others}


def season_places(snapshot: StatsSnapshot, season: Season) -> dict[str, int]:
    """Return the place of each ranked player in a season, by player key, best first."""
    totals, hidden = (
        snapshot.season_stats(season).aggregate.totals,
        snapshot.league_state.hidden_in(season),
    )
    rows = rank_players(season.scheme, totals.tallies, totals.meetings, hidden)
    return {row.player: row.place for row in rows if row.place is not None}


def current_keys(store: Store, players: Iterable[str]) -> dict[str, str]:
    """Return the current keys of these players, by their keys in a log."""
    seats = tuple(players)
    with store.read() as connection:
        keys = merged_players.current_player_keys(connection, store.league_id, seats)
    return dict(zip(seats, keys, strict=True))


def current_player(store: Store, to: Recipient) -> str:
    """Return the current key of the phone's player, or "" if the phone has no player."""
    return current_keys(store, [to.player])[to.player] if to.player else ""
