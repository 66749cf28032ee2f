"""The sentences about the effect of gin's upcard."""

from collections.abc import Iterator

from scorekeeper.messages import Message, Placeholder, say
from scorekeeper.rules.gin.hand import knock_limits, needs_upcard, ranks_without_knock
from scorekeeper.rules.gin.stages import DEADWOOD, SECOND, UPCARD
from scorekeeper.rules.kernel import Options
from scorekeeper.rules.live_hints import LiveLine


def upcard_lines(options: Options, stage: str) -> tuple[LiveLine, ...]:
    """Return the lines about the upcard, or no lines if the upcard has no effect.

    Exactly one of the lines is shown at any time, so that the page layout does not shift. In the
    second of two hands, the upcard is known.
    """
    if not needs_upcard(options):
        return ()
    unknown = LiveLine(unknown_upcard(options), missing=UPCARD)
    halves = (("CDH", False), ("S", True)) if options["spades_double"] else (("", False),)
    lines = [line for suits, doubled in halves for line in lines_of_suits(options, suits, doubled)]
    return tuple(lines) if stage == SECOND else (unknown, *lines)


def lines_of_suits(options: Options, suits: str, is_doubled: bool) -> Iterator[LiveLine]:
    """Yield the lines for these suits. The rank of the upcard decides which of them is shown."""
    ranks, gin_only = tuple(knock_limits(options)), ranks_without_knock(options)
    if ranks:
        any_rank_or_these = ranks if gin_only else ()
        yield LiveLine(knock_sentence(options, is_doubled), card=(UPCARD, any_rank_or_these, suits))
    if gin_only:
        any_rank_or_these = gin_only if ranks else ()
        yield LiveLine(gin_only_sentence(is_doubled), card=(UPCARD, any_rank_or_these, suits))


def unknown_upcard(options: Options) -> Message:
    """Return the sentence before the upcard is chosen."""
    if options["oklahoma"] and knock_limits(options):
        return say("The upcard sets the limit for knocking")
    if options["spades_double"]:
        return say("A spade as the upcard doubles all points")
    return gin_only_sentence(is_doubled=False)


def knock_sentence(options: Options, is_doubled: bool) -> Message:
    """Return the limit for knocking. In Oklahoma, it follows from the upcard."""
    limit = Placeholder("limit", DEADWOOD) if options["oklahoma"] else options["knock_limit"]
    if is_doubled:
        return say("Knock with {limit} or less; all points double", limit=limit)
    return say("Knock with {limit} or less", limit=limit)


def gin_only_sentence(is_doubled: bool) -> Message:
    if is_doubled:
        return say("Only gin ends this hand; all points double")
    return say("Only gin ends this hand")
