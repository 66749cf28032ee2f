"""A league that a test changes while phones show it."""

from scorekeeper.match import commands
from tests.browser.room import MatchFactory


class LiveLeague:
    """A league whose matches are shown on phones while the test changes them."""

    def __init__(self, app, address):
        self.app, self.address = app, address
        self.log = app.extensions["scorekeeper.log"]
        self.room = MatchFactory(self.log)

    def match(self, *given, **more):
        return self.room.match(*given, **more)

    def deal(self, match, answers):
        self.room.deal(match, self.room.spelled(answers))

    def correct(self, match, number, deal_answers):
        """Correct these stages of a deal, as another phone would."""
        sheet = self.log.sheet(match)
        stages = dict(sheet.deal_answers[number - 1])
        for stage, answers in deal_answers.items():
            stages[stage] = {**stages[stage], stage: self.room.spelled(answers)}
        seen, sent = sheet.version, self.room.now()
        commands.correct_deal(self.log, match, number, tuple(stages.items()), seen, sent)
