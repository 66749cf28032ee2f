"""The report on an imported league document, as numbers and as a sentence."""

from dataclasses import dataclass

from scorekeeper.messages import Message, say, say_n


@dataclass(frozen=True)
class LoadReport:
    """The numbers of new rows. A report is truthy if anything is new.

    `matches` is the number of matches with new entries, and `others` is the number of new rows
    in all other sections. `unreadable` is the number of matches that were left out because they
    could not be read when the document was written, and `useless` is the number of other rows that
    were left out because their match is missing.
    """

    matches: int
    entries: int
    players: int
    seasons: int
    others: int
    unreadable: int
    useless: int

    def __bool__(self) -> bool:
        return any((self.entries, self.players, self.seasons, self.others))

    @property
    def sentence(self) -> Message:
        imported = (
            say(
                "Imported: {matches}, {entries}, {players}, {seasons}.",
                matches=say_n("one match", "{n} matches", self.matches),
                entries=say_n("one entry", "{n} entries", self.entries),
                players=say_n("one player", "{n} players", self.players),
                seasons=say_n("one season", "{n} seasons", self.seasons),
            )
            if self
            else say("Nothing was added, because everything in the file is already here.")
        )
        if not self.unreadable:
            return imported
        return say(
            "{imported} {left_out}",
            imported=imported,
            left_out=say_n(
                "One match cannot be read and was left out.",
                "{n} matches cannot be read and were left out.",
                self.unreadable,
            ),
        )
