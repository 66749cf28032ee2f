"""Tie-breaks between players with equal values. A season lists its tie-breaks in order."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
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
            "{one} is ahead of {other} on head-to-head results among the {n} players who are "
            "level.",
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


def wins_key(
    group: Sequence[str], tallies: Tallies, meetings: PackedMeetings
) -> dict[str, Fraction]:
    return {player: Fraction(tallies[player].wins) for player in group}


def wins_reason(
    player: str, other: str, group: Sequence[str], tallies: Tallies, meetings: PackedMeetings
) -> Message:
    return say(
        "{one} is ahead of {other} on wins: {ahead} to {behind}.",
        one=Name(player),
        other=Name(other),
        ahead=tallies[player].wins,
        behind=tallies[other].wins,
    )


def last_match_key(
    group: Sequence[str], tallies: Tallies, meetings: PackedMeetings
) -> dict[str, Fraction]:
    """Return each player's balance over the last meetings with the other players in the group.

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
            "{one} is ahead of {other} on last meetings among the {n} players who are level.",
            one=Name(player),
            other=Name(other),
            n=len(group),
        )
    return say(
        "{one} finished ahead of {other} in the last match that both played.",
        one=Name(player),
        other=Name(other),
    )


def matches_played_key(
    group: Sequence[str], tallies: Tallies, meetings: PackedMeetings
) -> dict[str, Fraction]:
    return {player: Fraction(tallies[player].matches) for player in group}


def matches_played_reason(
    player: str, other: str, group: Sequence[str], tallies: Tallies, meetings: PackedMeetings
) -> Message:
    return say(
        "{one} is ahead of {other} on matches played: {ahead} to {behind}.",
        one=Name(player),
        other=Name(other),
        ahead=tallies[player].matches,
        behind=tallies[other].matches,
    )


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
        TieBreak("wins", say("Wins"), say("wins"), say("more matches won"), wins_key, wins_reason),
        TieBreak(
            "last",
            say("Last match together"),
            say("the last match together"),
            say("who finished ahead in the last match that both played"),
            last_match_key,
            last_match_reason,
        ),
        TieBreak(
            "played",
            say("Matches"),
            say("matches played"),
            say("more matches played"),
            matches_played_key,
            matches_played_reason,
        ),
    )
}
