"""Random and rare names with accents, hyphens, apostrophes and letters of several alphabets."""

import unicodedata

from scorekeeper.match.accents import without_accents

LETTERS = "aeionrstuzAEIOSUÄäÅåÉéÑñÖöÜüÇçÆæŒœØøǾǿŁłÐðĐđÞþĦħŦŧŊŋßẞıİΆάΣςЙйЁёאבأー가がª"
JOINTS = " -’'.·\u2010"
QUERIES = ["alv", "NÚÑ", "o'b", "obrien", "jose ab", "søren", "soeren", "iñi", "ıñi", "q"]
# Names with letters, accents and signs that random names lack, and a query that finds each name.
RARE_NAMES = {
    "Mueller": "müll",
    "Zoë Núñez": "zoe-nu",
    "Ana–María": "mar",
    "Bea\u00adte": "beate",  # a soft hyphen
    "t\u0361sar": "tsar",
    "שָׁלוֹם": "שלום",
    "مُحَمَّد": "محمد",
    "رحمٰن": "رحمن",
}


def random_names(rng, many):
    """Return this many names of one to three short parts."""
    return [random_name(rng) for _ in range(many)]


def random_name(rng):
    parts = ["".join(rng.choices(LETTERS, k=rng.randint(1, 3))) for _ in range(3)]
    joints = rng.choices(JOINTS, k=2)
    name = f"{parts[0]}{joints[0]}{parts[1]}{joints[1]}{parts[2]}"
    return unicodedata.normalize("NFC", name[: rng.randint(1, len(name))]).strip()


def random_query(rng, names):
    """Return up to five consecutive characters of a name, as someone might type them."""
    name = rng.choice(names)
    first = rng.randrange(len(name))
    typed = name[first : first + rng.randint(1, 5)]
    change = rng.choice((str, str.upper, str.lower, without_accents, with_e_for_umlaut))
    return change(typed)


def with_e_for_umlaut(text):
    return text.replace("ü", "ue").replace("ö", "oe").replace("ø", "oe").replace("ß", "ss")
