"""The interface of an event log (`Log`), and an in-memory implementation (`MemoryLog`).

The match pages and `match.commands` use no other store. The server passes in a log that is stored
in the database (`db.sql_log`). Tests use `MemoryLog`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import RLock
from typing import NamedTuple, Protocol

from scorekeeper.match.events import Entry
from scorekeeper.match.people import Person, people_of_match
from scorekeeper.match.replay import initial_sheet
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.rules.kernel import Answers


class VersionConflict(Exception):
    """The match already has an entry with this version or this key."""


class MatchNotFound(Exception):
    """The match does not exist."""


class IsImportedResult(MatchNotFound):
    """The match is an imported result, which has no deals and no sheet."""


class UnreadableMatch(MatchNotFound):
    """The match's log is damaged from one entry onwards.

    `since` is when that entry was written, in seconds since 1970.
    """

    def __init__(self, match: int, since: int) -> None:
        super().__init__(match, since)
        self.match, self.since = match, since


class MissingLog(UnreadableMatch):
    """All entries of the match are missing, and only the rows derived from them are left.

    `since` is when the match started, or 0 if that is unknown.
    """


class LostEntries(Exception):
    """The match's stored result includes entries that its log has lost.

    Writing to the match is refused, because the new rows would replace this result.
    """

    def __init__(self, match: int) -> None:
        super().__init__(match)
        self.match = match


class DuplicatePerson(Exception):
    """Two players of a match are the same person.

    `one` and `other` are their names as entered.
    """

    def __init__(self, one: str, other: str) -> None:
        super().__init__(one, other)
        self.one, self.other = one, other


class Submission(NamedTuple):
    """Values that a player sends from their own phone to prefill the scorer's form.

    A submission is not part of the log. `answers` are the player's own values by field. They are
    empty if the player has withdrawn them. The other three fields are set when a submission is
    stored. `seen` is the version of the sheet that the submission was checked against, `phone` is
    the phone's name, and `serial` increases with every submission in the match.
    """

    seat: str
    round: int
    stage: str
    answers: Answers
    seen: int = 0
    phone: str = ""
    serial: int = 0


class TableState(NamedTuple):
    """The players of a match and their submissions.

    `people` maps keys to players, in order of play. A merged player keeps the key from the log, but
    has the current name. `submissions` has the newest submission from each player. A submission may
    be for an earlier stage. `version` is the match's newest version. A cached sheet is current if
    it has this version. `names_version` increases with each change of names.
    """

    people: Mapping[str, Person]
    submissions: Sequence[Submission]
    version: int
    names_version: int = 0


class NewEntry(NamedTuple):
    """An entry to write, the key of its command, and the sheet after the entry."""

    entry: Entry
    key: str
    sheet: Scoresheet


class Log(Protocol):
    """Matches by id. Each match is a sequence of entries with versions from 1."""

    def start(self, entry: Entry, key: str) -> int:
        """Start a match and return its id.

        If a match was already started with this key, return that match's id. Raises DuplicatePerson
        if two of the players are the same person.
        """

    def sheet(self, match: int, known_version: int | None = None) -> Scoresheet:
        """Return the current sheet. Raises MatchNotFound or a subclass of it.

        `known_version` is the version of the match, if the caller has just read it. Passing it can
        save a query.
        """

    def cached_state(self, match: int) -> tuple[Scoresheet, TableState] | None:
        """Return the cached sheet and players, or None if they are not cached.

        They may be outdated.
        """

    def append(self, match: int, *entries: NewEntry) -> None:
        """Write consecutive entries and the data derived from them, either all or none of them.

        Raises VersionConflict if the match already has an entry with one of these versions or keys,
        and LostEntries if the log has lost entries.
        """

    def entry_by_key(self, match: int, key: str) -> Entry | None:
        """Return the entry that was written with this key, or None."""

    def table_state(self, match: int) -> TableState:
        """Return the players and their submissions. Raises MatchNotFound."""

    def entries(self, match: int) -> Sequence[Entry]:
        """Return all entries of the match, in order. Raises MatchNotFound."""

    def device_names(self, match: int) -> Mapping[int, str]:
        """Return the known names of phones that wrote entries of the match, by device id."""

    def current_keys(self, players: tuple[str, ...]) -> tuple[str, ...]:
        """Return the keys that these players have in a new match.

        The key of a merged player is replaced with their current key.
        """

    def save_submission(
        self, match: int, submission: Submission, at: int, device: int | None
    ) -> None:
        """Store a submission in place of the player's previous submission.

        `at` is seconds since 1970.
        """


@dataclass
class MemoryLog:
    """An in-memory log for one process. `names` are the players' names by key."""

    names: dict[str, str]
    entries_by_match: dict[int, list[Entry]] = field(default_factory=dict)
    keys: dict[tuple[int, str], Entry] = field(default_factory=dict)
    sheets: dict[int, Scoresheet] = field(default_factory=dict)
    phones: dict[int, str] = field(default_factory=dict)  # names by device id
    submissions: dict[int, dict[str, Submission]] = field(default_factory=dict)  # by match and seat
    lock: RLock = field(default_factory=RLock)

    def start(self, entry: Entry, key: str) -> int:
        with self.lock:
            if (0, key) in self.keys:
                return self.keys[0, key].version
            match = len(self.entries_by_match) + 1
            self.keys[0, key] = entry._replace(version=match)
            self.entries_by_match[match] = [entry]
            self.sheets[match] = initial_sheet(entry)
            return match

    def sheet(self, match: int, known_version: int | None = None) -> Scoresheet:
        if match not in self.sheets:
            raise MatchNotFound
        return self.sheets[match]

    def cached_state(self, match: int) -> tuple[Scoresheet, TableState] | None:
        return (self.sheets[match], self.table_state(match)) if match in self.sheets else None

    def append(self, match: int, *entries: NewEntry) -> None:
        with self.lock:
            is_next = entries[0].entry.version == len(self.entries_by_match[match]) + 1
            if not is_next or any((match, new.key) in self.keys for new in entries):
                raise VersionConflict
            for new in entries:
                self.entries_by_match[match].append(new.entry)
                self.keys[match, new.key] = new.entry
                self.sheets[match] = new.sheet

    def entry_by_key(self, match: int, key: str) -> Entry | None:
        return self.keys.get((match, key))

    def table_state(self, match: int) -> TableState:
        sheet = self.sheet(match)
        people = people_of_match(
            tuple(
                (seat, self.names[seat], index % 10 + 1)
                for index, seat in enumerate(sheet.setup.players)
            )
        )
        submissions = tuple(self.submissions.get(match, {}).values())
        return TableState(people, submissions, sheet.version)

    def entries(self, match: int) -> Sequence[Entry]:
        if match not in self.entries_by_match:
            raise MatchNotFound
        return tuple(self.entries_by_match[match])

    def device_names(self, match: int) -> Mapping[int, str]:
        wrote = {entry.device for entry in self.entries(match)}
        return {device: name for device, name in self.phones.items() if device in wrote}

    def current_keys(self, players: tuple[str, ...]) -> tuple[str, ...]:
        return players

    def save_submission(
        self, match: int, submission: Submission, at: int, device: int | None
    ) -> None:
        with self.lock:
            serial = (
                max((each.serial for each in self.table_state(match).submissions), default=0) + 1
            )
            phone = self.phones.get(device, "") if device is not None else ""
            stored = submission._replace(phone=phone, serial=serial)
            self.submissions.setdefault(match, {})[submission.seat] = stored
