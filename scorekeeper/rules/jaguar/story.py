"""What a session of Jaguar has to tell: hands won alone, hands won in a row."""

from scorekeeper.messages import Name, Say, say, say_n
from scorekeeper.rules.display import Streak
from scorekeeper.rules.jaguar.scoring import is_alone, is_won
from scorekeeper.rules.kernel import Position, Round


def who_won(played: Round) -> list[str]:
    """Everybody on the side that won; nobody where all passed."""
    return [side for side, points in played.points.items() if points > 0]


def in_a_row(who: str, n: int, first: int, last: int) -> Say:
    return say_n(
        "{who} won one hand.",
        "{who} was on the winning side {n} times in a row, Hand {first} to {last}.",
        n,
        who=Name(who),
        first=first,
        last=last,
    )


def tale(rounds: tuple[Round, ...], position: Position) -> list[Say]:
    """The last hand that a jaguar won without a friend."""
    found = [
        say(
            "{who} won Hand {n} alone against everybody else.",
            who=Name(played.record["jaguar"]),
            n=played.before.number,
        )
        for played in rounds
        if not played.record.get("all_pass") and is_alone(played.record) and is_won(played.record)
    ]
    return found[-1:]


STREAK = Streak(who_won, in_a_row)
