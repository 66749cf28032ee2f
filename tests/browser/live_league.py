"""A league that a test changes while phones show it."""

from scorekeeper.match import correction_commands
from tests.browser.match_factory import MatchFactory


class LiveLeague:
    """A league whose matches are shown on phones while the test changes them."""

    def __init__(self, app, address):
        self.app, self.address = app, address
        self.log = app.extensions["scorekeeper.log"]
        self.factory = MatchFactory(self.log)

    def match(self, *given, **more):
        return self.factory.match(*given, **more)

    def deal(self, match, answers):
        self.factory.deal(match, self.factory.with_keys(answers))

    def correct(self, match, number, deal_answers):
        """Correct these stages of a deal, as another phone would."""
        sheet = self.log.sheet(match)
        stages = dict(sheet.deal_answers[number - 1])
        for stage, answers in deal_answers.items():
            stages[stage] = {**stages[stage], stage: self.factory.with_keys(answers)}
        seen, sent = sheet.version, self.factory.next_meta()
        correction_commands.correct_deal(self.log, match, number, tuple(stages.items()), seen, sent)
