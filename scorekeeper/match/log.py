"""What a log of matches must do, and one that is kept in memory.

The match pages and `table` know no other store than this: the server hands in one that
writes to a database, tests and a phone without a network one like `MemoryLog`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import RLock
from typing import NamedTuple, Protocol

from scorekeeper.match.events import Entry
from scorekeeper.match.replay import initial_sheet, replay
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.rules.kernel import Record


class VersionConflict(Exception):
    """Somebody else wrote this version first."""


class MatchNotFound(Exception):
    """There is no such match."""


class IsImportedResult(MatchNotFound):
    """It is an old result: there was no match here, so there is no sheet."""


class UnreadableMatch(MatchNotFound):
    """There is a match, and what was written of it cannot be read: from the entry on that was
    written at `since` (seconds since 1970).
    """

    def __init__(self, match: int, since: int) -> None:
        super().__init__(match, since)
        self.match, self.since = match, since


class DuplicatePerson(Exception):
    """Two of a match's players are one person: their names, as they were entered."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(one, other)
        self.one, self.other = one, other


class Person(NamedTuple):
    """A player as the page shows him: colour 1 to 10, initials that tell this match apart."""

    key: str
    name: str
    colour: int
    initials: str


class Submission(NamedTuple):
    """What a player says on his own phone, for whoever keeps score: nothing is saved by it.

    `answers` are his values by field, for that stage as it was asked when the sheet had the version
    `seen`; without any he took it back. `phone` is what the phone is called; `serial` grows with
    every slip of the match.
    """

    seat: str
    round: int
    stage: str
    answers: Record
    seen: int
    phone: str = ""
    serial: int = 0


class TableState(NamedTuple):
    """Who sits at a table.

    `people` by key, in order of play: somebody who was entered twice is called as he is today, the
    key stays. `slips` is the last of everybody who handed one in, perhaps for a stage that is over.
    `version` is that of the match, and says whether a sheet that was seen before is the newest.
    """

    people: Mapping[str, Person]
    slips: Sequence[Submission]
    version: int


class Log(Protocol):
    """Matches by id, each a row of entries with versions from 1."""

    def start(self, entry: Entry, key: str) -> int:
        """A new match's id; the same key again gives the same match. Raises SamePerson."""

    def sheet(self, match: int, at: int | None = None) -> Scoresheet:
        """Where the match stands. `at` is its version, if that was just asked. Raises Missing."""

    def lately(self, match: int) -> tuple[Scoresheet, TableState] | None:
        """Where it stood and who sat there when it was last seen here; perhaps somebody has
        written since, or is called otherwise.
        """

    def append(self, match: int, entry: Entry, key: str, sheet: Scoresheet) -> None:
        """Write one entry and all that follows from it (`sheet` is the sheet with it).

        Raises Conflict when the version, or the key in this match, is taken.
        """

    def sent(self, match: int, key: str) -> Entry | None:
        """The entry that was written with this key, if any."""

    def seats(self, match: int) -> TableState:
        """Who plays, and what they handed in. Raises Missing."""

    def written(self, match: int) -> Sequence[Entry]:
        """All entries of the match, in order. Raises Missing."""

    def devices(self, match: int) -> Mapping[int, str]:
        """What the phones that wrote in the match are called, as far as they have a name."""

    def today(self, players: tuple[str, ...]) -> tuple[str, ...]:
        """Under which keys these play today, for a new match."""

    def hand_in(self, match: int, slip: Submission, at: int, device: int | None) -> None:
        """Keep a slip in the place of his last one."""


def initials(names: tuple[str, ...]) -> tuple[str, ...]:
    """One letter for each name, two where they would be the same, then a number."""
    one = [name.strip()[:1].upper() or "?" for name in names]
    found: list[str] = []
    for name, letter in zip(names, one, strict=True):
        alone = one.count(letter) == 1
        short = letter if alone else name.strip()[:2].capitalize()
        number = 2
        while short in found:
            short = f"{letter}{number}"
            number += 1
        found.append(short)
    return tuple(found)


@dataclass
class MemoryLog:
    """A log for one process: nothing is left when it ends."""

    names: dict[str, str]
    entries: dict[int, list[Entry]] = field(default_factory=dict)
    keys: dict[tuple[int, str], Entry] = field(default_factory=dict)
    sheets: dict[int, Scoresheet] = field(default_factory=dict)
    phones: dict[int, str] = field(default_factory=dict)  # by device, what they are called
    handed_in: dict[int, dict[str, Submission]] = field(default_factory=dict)  # by match and seat
    lock: RLock = field(default_factory=RLock)

    def start(self, entry: Entry, key: str) -> int:
        with self.lock:
            if (0, key) in self.keys:
                return self.keys[0, key].version
            match = len(self.entries) + 1
            self.keys[0, key] = entry._replace(version=match)
            self.entries[match] = [entry]
            self.sheets[match] = initial_sheet(entry)
            return match

    def sheet(self, match: int, at: int | None = None) -> Scoresheet:
        if match not in self.sheets:
            raise MatchNotFound
        return self.sheets[match]

    def lately(self, match: int) -> tuple[Scoresheet, TableState] | None:
        return (self.sheets[match], self.seats(match)) if match in self.sheets else None

    def append(self, match: int, entry: Entry, key: str, sheet: Scoresheet) -> None:
        with self.lock:
            if entry.version != len(self.entries[match]) + 1 or (match, key) in self.keys:
                raise VersionConflict
            self.entries[match].append(entry)
            self.keys[match, key] = entry
            self.sheets[match] = sheet

    def sent(self, match: int, key: str) -> Entry | None:
        return self.keys.get((match, key))

    def seats(self, match: int) -> TableState:
        sheet = self.sheet(match)
        seats = sheet.setup.players
        short = initials(tuple(self.names[seat] for seat in seats))
        people = {
            seat: Person(seat, self.names[seat], index % 10 + 1, short[index])
            for index, seat in enumerate(seats)
        }
        slips = tuple(self.handed_in.get(match, {}).values())
        return TableState(people, slips, sheet.version)

    def written(self, match: int) -> Sequence[Entry]:
        if match not in self.entries:
            raise MatchNotFound
        return tuple(self.entries[match])

    def devices(self, match: int) -> Mapping[int, str]:
        wrote = {entry.device for entry in self.written(match)}
        return {device: name for device, name in self.phones.items() if device in wrote}

    def today(self, players: tuple[str, ...]) -> tuple[str, ...]:
        return players

    def hand_in(self, match: int, slip: Submission, at: int, device: int | None) -> None:
        with self.lock:
            serial = max((each.serial for each in self.seats(match).slips), default=0) + 1
            phone = self.phones.get(device, "") if device is not None else ""
            mine = slip._replace(phone=phone, serial=serial)
            self.handed_in.setdefault(match, {})[slip.seat] = mine

    def rebuilt(self, match: int) -> Scoresheet:
        """The sheet computed from the log alone."""
        return replay(self.entries[match])
