"""Every sentence in the story of a random match is true."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.match import commands
from scorekeeper.match.story import MAX_SENTENCES, USUAL_SENTENCES, story
from scorekeeper.messages import render
from scorekeeper.rules import GAMES
from tests.match.random_match import RandomMatch
from tests.match.story_checks import ANY_GAME
from tests.match.story_checks_of_games import SOME_GAMES
from tests.sample import examples

SEEDS = st.integers(0, 2**32)
TRUE = ANY_GAME | SOME_GAMES  # {template: function that returns whether the sentence is true}


def values_with_count(sentence):
    """Return the sentence's values, with the number `n` instead of `times` ("twice")."""
    values = dict(sentence.values)
    if times := values.pop("times", None):
        values["n"] = times.values.get("n", 2)
    return values


@pytest.mark.parametrize("game", GAMES)
@examples(40, 15)
@given(seed=SEEDS)
def test_every_story_sentence_of_a_random_match_is_true_and_unique(game, seed):
    random_match = RandomMatch(game, seed, usual=seed % 2 == 0).play(seed % 60)
    if random_match.sheet.played_deals and not random_match.sheet.is_over:
        random_match.run_command(commands.close, "closed")
    sheet = random_match.sheet

    sentences = story(sheet)

    assert len(sentences) <= MAX_SENTENCES
    if len(sheet.played_deals) >= 4 and sheet.winners:
        assert len(sentences) >= USUAL_SENTENCES
    names = dict(
        zip("12345678", ("Ana", "Bruno", "Chus", "Dina", "Edu", "Fe", "Gus", "Hal"), strict=True)
    )
    for each in sentences:
        check = TRUE[each.many or each.template]
        assert check(sheet, **values_with_count(each)), render(each, names)
    texts = [render(each, names) for each in sentences]
    assert all(len(text) > len("Ana .") and "{" not in text for text in texts)
    assert len(set(texts)) == len(texts)
