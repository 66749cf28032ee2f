"""Tie-breaks between players with equal values. A season lists its tie-breaks in order."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple

from scorekeeper.messages import Message, Name, say
from scorekeeper.stats.tally import PackedMeetings, Tally, unpack_meeting

Tallies = Mapping[str, Tally]


class TieBreak(NamedTuple):
    """One tie-break.

    `key` returns a number for each player of a group with equal values. The player with the higher
    number is ahead. `reason` returns the sentence that says why one player is ahead of another.
    """

    name: str
    title: Message
    phrase: Message  # the title within a sentence
    explanation: Message
    key: Callable[[Sequence[str], Tallies, PackedMeetings], dict[str, Fraction]]
    reason: Callable[[str, str, Sequence[str], Tallies, PackedMeetings], Message]


def head_to_head_key(
    group: Sequence[str], tallies: Tallies, meetings: PackedMeetings
) -> dict[str, Fraction]:
    """Return each player's balance against the other players in the group.

    The balance is how often the player finished ahead of one of them, minus how often the player
    finished behind one.
    """
    return {
        player: Fraction(
            sum(
                pair.ahead - pair.behind
                for other in group
                if other != player
                for pair in (unpack_meeting(meetings, player, other),)
            )
        )
        for player in group
    }


def head_to_head_reason(
    player: str, other: str, group: Sequence[str], tallies: Tallies, meetings: PackedMeetings
) -> Message:
    pair = unpack_meeting(meetings, player, other)
    if len(group) > 2:
        return say(
            "{one} is ahead of {other} on head-to-head results among the {n} players "
            "who are level.",
            one=Name(player),
            other=Name(other),
            n=len(group),
        )
    return say(
        "{one} is ahead of {other} on head-to-head results: {ahead} to {behind}.",
        one=Name(player),
        other=Name(other),
        ahead=pair.ahead,
        behind=pair.behind,
    )


def last_match_key(
    group: Sequence[str], tallies: Tallies, meetings: PackedMeetings
) -> dict[str, Fraction]:
    """For each player, return the balance of the last meetings with the others in the group.

    The balance is how often the player finished ahead in these meetings, minus how often the player
    finished behind.
    """
    return {
        player: Fraction(
            sum(unpack_meeting(meetings, player, other).last for other in group if other != player)
        )
        for player in group
    }


def last_match_reason(
    player: str, other: str, group: Sequence[str], tallies: Tallies, meetings: PackedMeetings
) -> Message:
    if len(group) > 2:
        return say(
            "{one} is ahead of {other} on the last match between each pair of the {n} players "
            "who are level.",
            one=Name(player),
            other=Name(other),
            n=len(group),
        )
    return say(
        "{one} finished ahead of {other} in the last match that both played.",
        one=Name(player),
        other=Name(other),
    )


def count_tie_break(
    name: str,
    title: Message,
    phrase: Message,
    explanation: Message,
    count: Callable[[Tally], int],
    sentence: Callable[..., Message],
) -> TieBreak:
    """Return a tie-break that compares a count from each player's own tally, such as the wins.

    `sentence` returns the reason. Its arguments are the names of the players (`one`, `other`) and
    their counts (`ahead`, `behind`).
    """

    def key(
        group: Sequence[str], tallies: Tallies, meetings: PackedMeetings
    ) -> dict[str, Fraction]:
        return {player: Fraction(count(tallies[player])) for player in group}

    def reason(
        player: str, other: str, group: Sequence[str], tallies: Tallies, meetings: PackedMeetings
    ) -> Message:
        return sentence(
            one=Name(player),
            other=Name(other),
            ahead=count(tallies[player]),
            behind=count(tallies[other]),
        )

    return TieBreak(name, title, phrase, explanation, key, reason)


TIE_BREAKS: Mapping[str, TieBreak] = {
    tie.name: tie
    for tie in (
        TieBreak(
            "head",
            say("Head to head"),
            say("head to head"),
            say("who finished ahead more often when both played"),
            head_to_head_key,
            head_to_head_reason,
        ),
        count_tie_break(
            "wins",
            say("Wins"),
            say("wins"),
            say("more matches won"),
            attrgetter("wins"),
            lambda **values: say(
                "{one} is ahead of {other} on wins: {ahead} to {behind}.", **values
            ),
        ),
        TieBreak(
            "last",
            say("Last match together"),
            say("the last match together"),
            say("who finished ahead in the last match that both played"),
            last_match_key,
            last_match_reason,
        ),
        count_tie_break(
            "played",
            say("Matches"),
            say("matches played"),
            say("more matches played"),
            attrgetter("matches"),
            lambda **values: say(
                "{one} is ahead of {other} on matches played: {ahead} to {behind}.", **values
            ),
        ),
    )
}
