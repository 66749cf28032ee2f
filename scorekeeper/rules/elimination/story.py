"""Sentences for the story of a Chinchón or Loba match: how it ended, and who came back."""

from scorekeeper.messages import AndList, Message, Name, say, say_n, times_text
from scorekeeper.rules.kernel import PlayedDeal, Position


def story_sentences(played_deals: tuple[PlayedDeal, ...], position: Position) -> list[Message]:
    return [*last_out_sentences(played_deals, position), *return_sentences(position)]


def last_out_sentences(played_deals: tuple[PlayedDeal, ...], position: Position) -> list[Message]:
    """Name the players eliminated in the last deal, if that deal ended the match.

    If one player is left, the sentence says "last" only if others were eliminated before.
    """
    last = played_deals[-1]
    staying = [seat for seat in position.players if seat not in last.after.eliminated]
    if not last.after.is_over or len(staying) > 1:
        return []
    eliminated = [
        Name(seat) for seat in last.after.eliminated if seat not in last.before.eliminated
    ]
    if staying:
        facts = {"who": AndList(eliminated), "deal": len(played_deals)}
        return [
            say_n(
                "{who} was eliminated last, in Deal {deal}.",
                "{who} were eliminated last, in Deal {deal}.",
                len(eliminated),
                **facts,
            )
            if last.before.eliminated
            else say_n(
                "{who} was eliminated in Deal {deal}.",
                "{who} were eliminated in Deal {deal}.",
                len(eliminated),
                **facts,
            )
        ]
    lowest = [Name(seat) for seat in position.winners]
    return [
        say(
            "The last {players} players were eliminated together, in Deal {n}; {who} had the lowest"
            " total.",
            players=len(eliminated),
            n=len(played_deals),
            who=AndList(lowest),
        )
    ]


def return_sentences(position: Position) -> list[Message]:
    """Report how often the sole winner came back.

    If the sole winner never came back, or if there are several winners, report who came back most
    often instead. The list is empty if nobody came back.
    """
    returns: dict[str, int] = position.game_state.returns
    most = max(returns.values())
    if not most:
        return []
    if len(position.winners) == 1 and (times := returns[position.winners[0]]):
        return [
            say(
                "{who} came back {times}, and won.",
                who=Name(position.winners[0]),
                times=times_text(times),
            )
        ]
    names = [Name(seat) for seat, times in returns.items() if times == most]
    if len(names) > 1:
        return [say("{who} each came back {times}.", who=AndList(names), times=times_text(most))]
    return [say("{who} came back {times}.", who=names[0], times=times_text(most))]


def whole_hand_sentences(hands: list[tuple[str, int]], cards: Message) -> list[Message]:
    """Report the whole hands that were laid down at once, each as (seat, deal number)."""
    if not hands:
        return []
    seat, deal = hands[-1]
    if len(hands) == 1:
        return [
            say(
                "{who} laid down {cards} at once in Deal {deal}.",
                who=Name(seat),
                cards=cards,
                deal=deal,
            )
        ]
    if len({who for who, _ in hands}) == 1:
        return [
            say(
                "{who} laid down {cards} at once {times}, the last time in Deal {deal}.",
                who=Name(seat),
                cards=cards,
                times=times_text(len(hands)),
                deal=deal,
            )
        ]
    return [
        say(
            "Players laid down {cards} at once {times}, most recently {who} in Deal {deal}.",
            cards=cards,
            times=times_text(len(hands)),
            who=Name(seat),
            deal=deal,
        )
    ]
