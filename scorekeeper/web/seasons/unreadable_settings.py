"""Sentences about season settings that cannot be read."""

from collections.abc import Mapping

from scorekeeper.league.seasons import Season
from scorekeeper.messages import Message, say

SENTENCES: Mapping[str, Message] = {
    "evenings": say("Its dates cannot be read, so no match counts for it by default."),
    "games": say("Its games cannot be read, so no match counts for it by default."),
    "scheme": say("Its scoring cannot be read, so the standard scoring is shown."),
    "stakes": say("Its stakes cannot be read, so matches without their own stake have none."),
}
ADVICE = say("Restore a backup, or save the settings again.")


def unreadable_sentences(season: Season | None) -> list[Message]:
    """Return a sentence for each setting that cannot be read, and advice if there are any."""
    sentences = [SENTENCES[name] for name in season.unreadable_settings] if season else []
    return [*sentences, ADVICE] if sentences else []
