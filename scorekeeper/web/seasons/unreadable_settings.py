"""Sentences about season settings that cannot be read."""

from collections.abc import Mapping

from scorekeeper.league.seasons import Season
from scorekeeper.messages import Message, say

SENTENCES: Mapping[str, Message] = {
    "evenings": say("The dates cannot be read, so no match counts towards the season by default."),
    "games": say("The games cannot be read, so no match counts towards the season by default."),
    "scheme": say("The scoring cannot be read, so the standard scoring is shown."),
    "stakes": say("The stakes cannot be read, so matches without their own stake have none."),
}
ADVICE = say("Restore a backup, or save the settings again.")


def unreadable_sentences(season: Season | None) -> list[Message]:
    """Return a sentence for each setting that cannot be read, followed by advice.

    The list is empty if all settings can be read.
    """
    sentences = [SENTENCES[name] for name in season.unreadable_settings] if season else []
    return [*sentences, ADVICE] if sentences else []
