"""Names of players, short and long, in several alphabets."""

FIVE = ("Ana", "Bruno", "Chus", "Dina", "Edu")
TEN = (*FIVE, "Fina", "Gus", "Iñaki", "Zoë", "Amaia")
HARD_NAMES = (  # forty letters; right to left; joined emoji; combining marks; one long word
    "Maximiliana Konstantinopolitanska-Nowakó",
    "عبد الرحمن بن محمد الفارسي",
    "👩‍👩‍👧‍👦🃏♠️",
    "Z̷̢͝o̴̞͠ë̸́",
    "Donaudampfschifffahrtsgesellschaftskapit",
)
LONG_NAMES = (  # about forty letters, in words that fit the narrowest screen
    "Maximiliana Konstantinopolitanska-Nowakó",
    "Bartholomäus Konstantinopolitanski-Wu",
    "Clementine von Hohenzollern-Sigmaringen",
    "Friederike Schwarzenberg-Liechtenstein",
    "Wilhelmina Grzegorzewska-Brzęczyszczyk",
)
MEDIUM_NAMES = (  # ten to twelve letters
    "Bartholomäus",
    "Maximilianos",
    "Clementina",
    "Friederika",
    "Wilhelmina",
)
ALIKE_NAMES = ("Carmen García", "Carmen Íñiguez", "Carmen Gutiérrez")  # with the same first word
SAME_BEGINNING = ("Maximilian", "Maximiliane")
