"""Six players who play matches deal by deal, and the standings of their season as text."""

from dataclasses import replace

from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.league import roster
from scorekeeper.league.result_queries import BEGINNING, results_after
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rules import GAMES
from tests.clocks import evening_timestamp
from tests.stats import season_on_paper

NAMES = ("Ana", "Bruno", "Chus", "Dina", "Edu", "Fina")
WHO = dict(zip("123456", NAMES, strict=True))


class PlayingGroup:
    """Six players, their log and their statistics cache."""

    def __init__(self, log, stats_cache):
        self.log, self.stats_cache, self.taps = log, stats_cache, 0
        for name in NAMES:
            roster.add_player(log.store, name, at=0)

    def play(self, evening, game, who, *deals, how=None, **agreed):
        """Play a match with these deals to its end, and return the match's id.

        If `how` is given, the match is closed in this way after the last deal.
        """
        at = evening_timestamp(evening)
        match = commands.start_match(self.log, game, tuple(who), agreed, self.next_meta(at))
        for number, deal in enumerate(deals, start=1):
            while (asked := self.log.sheet(match).asked_stage) and asked.round == number:
                answers = answers_to(GAMES[game], asked, deal)
                commands.record_stage(
                    self.log, match, number, asked.stage, answers, self.next_meta(at)
                )
        if how:
            commands.close(self.log, match, how, self.next_meta(at))
        sheet = self.log.sheet(match)
        assert (sheet.is_over, len(sheet.played_deals)) == (True, len(deals))
        return match

    def next_meta(self, at):
        self.taps += 1
        return CommandMeta(f"tap {self.taps}", at)

    def table(self, one, scheme=None):
        """Return the season's standings on one line, as `season_on_paper.standings` does."""
        aggregate, scheme = self.season_stats(one).aggregate, scheme or one.scheme
        rows = [
            replace(row, player=WHO[row.player]) for row in season_on_paper.rows(scheme, aggregate)
        ]
        return " | ".join(season_on_paper.as_text(scheme, row, low=False) for row in rows)

    def money(self, one):
        balances = self.season_stats(one).balances.totals.get("cents", {})
        return {WHO.get(key, key): cents for key, cents in balances.items()}

    def season_stats(self, one):
        return self.stats_cache.wait_until_current().league_stats.seasons[one.id]

    def is_as_on(self, one, text):
        """Check the season's results and head-to-head counts against this text table.

        Fails if they differ, and otherwise returns True.
        """
        wanted = season_on_paper.results(text)
        assert [result_values(each, WHO) for each in self.results()] == [
            result_values(each) for each in wanted
        ]
        aggregate = self.season_stats(one).aggregate
        meetings = {(WHO[a], WHO[b]): each for (a, b), each in aggregate.totals.meetings.items()}
        assert meetings == season_on_paper.aggregate(text).totals.meetings
        assert aggregate.matches == len(wanted)
        return True

    def results(self):
        """Return the results of all matches, as the database stores them."""
        with self.log.store.read() as connection:
            results = results_after(
                connection,
                BEGINNING,
                self.stats_cache.wait_until_current().league_state,
                FIRST_LEAGUE_ID,
            )
            return [played.result for played in results]


def result_values(result, names=None):
    """Return a result as plain values, with each player's finish, points and side by name."""
    name = {seat.player: (names or {}).get(seat.player, seat.player) for seat in result.seats}
    return (result.game, result.evening, result.low_wins), {
        name[seat.player]: (
            seat.finish,
            seat.points,
            {name[other.player] for other in result.seats if other.side == seat.side},
        )
        for seat in result.seats
    }


def answers_to(game, asked, deal):
    """Return the answers to this stage from the answers of a whole deal."""
    if game.deal.split_by_stage:
        return dict(game.deal.split_by_stage(asked.position, deal))[asked.stage]
    fields = game.deal.fields(asked.position, asked.deal_answers)
    return {f.name: deal[f.name] for f in fields if f.stage == asked.stage and f.name in deal}


def deal_answers(out, back=None, **left):
    """Return the answers of a deal.

    deal_answers(A, b=60, c=50) means that Ana closed or went out, and that Bruno has 60 points left
    and Chus 50. `back` lists the players who come back in after this deal.
    """
    dead = {"abcdef".index(name): n for name, n in left.items()}
    deadwood = {str(seat + 1): n for seat, n in dead.items()} | ({out: 0} if out else {})
    answers = {"closer": out, "went_out": out, "deadwood": deadwood}
    return answers | ({} if back is None else {"reenlist": list(back)})
