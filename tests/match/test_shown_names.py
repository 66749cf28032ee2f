"""Public links show names in full, as first name and initial, or as initials."""

import pytest

from scorekeeper.match.shown_names import ShownNames, shown_names

FIRST, INITIALS = ShownNames.FIRST, ShownNames.INITIALS


@pytest.mark.parametrize(
    ("name", "first", "initials"),
    [
        ("Ana", "Ana", "A"),
        ("Ana Moreno", "Ana M.", "AM"),
        ("Ana María Moreno López", "Ana L.", "AL"),
        ("ana moreno", "ana M.", "AM"),
        ("Moreno, Ana", "Ana M.", "AM"),
        ("ana.moreno@example.org", "ana O.", "AO"),
        ("Anne-Marie Dupont", "Anne-Marie D.", "AD"),
        ("Óscar Ñáñez", "Óscar Ñ.", "ÓÑ"),
        ("🦊 Ana 🦊 Moreno 🦊", "Ana M.", "AM"),
        ("王小明", "小明", "王"),
        ("李小龙", "小龙", "李"),
        ("李小龙🦊", "小龙", "李"),
        ("李 小龙", "小龙", "李小"),
        ("李, 小龙", "小龙", "李小"),
        ("欧阳娜娜", "娜娜", "欧"),
        ("小明", "小明", "小"),
        ("王", "王", "王"),
        ("山田さくら", "さくら", "山"),
        ("さくら", "さくら", "さ"),
        ("やまだ さくら", "さくら", "やさ"),
        ("マイケル・ジョーダン", "マイケル ジ.", "マジ"),
        ("김철수", "철수", "김"),
        ("김 철수", "철수", "김철"),
        ("דנה לוי", "דנה ל.", "דל"),
        ("Player 7", "Player 7.", "P7"),
        ("🦊🦊", "Player", "Player"),
    ],
)
def test_a_name_is_shortened(name, first, initials):
    assert shown_names({"1": name}, FIRST, "Player") == {"1": first}
    assert shown_names({"1": name}, INITIALS, "Player") == {"1": initials}


def test_full_names_are_not_changed():
    names = {"1": "Ana Moreno", "2": "🦊"}

    assert shown_names(names, ShownNames.FULL, "Player") == names


def test_of_equal_initials_those_of_players_who_joined_later_get_a_number():
    names = {"10": "Alba Mora", "2": "Ana Moreno", "9": "Abel Mir", "3": "Bo"}

    assert shown_names(names, INITIALS, "Player") == {
        "2": "AM",
        "3": "B",
        "9": "AM 2",
        "10": "AM 3",
    }


def test_first_names_that_differ_only_in_case_get_a_number():
    names = {"1": "Ana Moreno", "2": "ANA Mir", "3": "Ana Ruiz"}

    assert shown_names(names, FIRST, "Player") == {"1": "Ana M.", "2": "ANA M. 2", "3": "Ana R."}


def test_a_number_that_a_name_already_has_is_not_given_again():
    names = {"1": "Bo 2", "2": "Bo", "3": "Bo 2"}

    shown = shown_names(names, FIRST, "Player")

    assert shown == {"1": "Bo 2.", "2": "Bo", "3": "Bo 2. 2"}
    assert len(set(shown.values())) == 3
