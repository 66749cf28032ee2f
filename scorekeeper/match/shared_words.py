"""The first words that several names have in common. Narrow pages leave them out."""

from collections import Counter
from collections.abc import Mapping


def shared_words(names: Mapping[str, str]) -> dict[str, str]:
    """For each name, return the first words that another name also begins with, by key.

    They end with a space, as in "Carmen ". They are "" if no other name begins with the same word.
    A name always keeps its last word.
    """
    words = {key: name.split(" ") for key, name in names.items()}
    count = Counter(tuple(each[:n]) for each in words.values() for n in range(1, len(each) + 1))

    def shared_beginning(own: list[str]) -> str:
        most = next((n for n in range(len(own) - 1, 0, -1) if count[tuple(own[:n])] > 1), 0)
        return "".join(f"{word} " for word in own[:most])

    return {key: shared_beginning(own) for key, own in words.items()}
