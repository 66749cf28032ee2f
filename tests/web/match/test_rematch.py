"""A rematch: one per match, with the same seats and options, and the next dealer."""

from tests.web.match_phone import sit_down, totals


def test_a_rematch_has_the_same_seats_and_options_and_the_next_dealer(app):
    jaguar = sit_down(app, "jaguar", 5, target=2)
    jaguar.save(jaguar="1", friend="2", points="80")
    assert "Ben deals first this time." in jaguar.page.words

    again = jaguar.tap("Rematch, same seats")

    assert again.path.startswith("/matches/2")
    assert "Ben deals · bids first" in again.words
    assert "The match ends at 2 points." in again.words
    assert list(totals(again)) == ["Ana", "Ben", "Cem", "Dora", "Eva"]


def test_a_double_tap_starts_one_rematch(jaguar):
    jaguar.at("end")
    jaguar.tap("End now")
    podium = jaguar.page
    first = jaguar.tap("Rematch, same seats").path
    jaguar.page = podium

    assert jaguar.tap("Rematch, same seats").path == first
    assert jaguar.go("/matches/3").status == 404


def test_two_phones_that_start_a_rematch_get_the_same_match(jaguar):
    jaguar.at("end")
    jaguar.tap("End now")
    friend = jaguar.another_phone()

    assert friend.tap("Rematch, same seats").path == jaguar.tap("Rematch, same seats").path


def test_a_correction_between_two_taps_on_rematch_starts_no_second_match(app):
    jaguar = sit_down(app, "jaguar", 5, target=2)
    jaguar.save(jaguar="1", friend="2", points="80")
    friend = jaguar.another_phone()
    first = jaguar.tap("Rematch, same seats").path
    friend.at("rounds/1/correct")
    friend.save(hand__points="90")

    assert friend.tap("Rematch, same seats").path == first


def test_a_deleted_rematch_does_not_prevent_another(jaguar):
    jaguar.at("end")
    over = jaguar.tap("End now")
    first = jaguar.tap("Rematch, same seats").path
    jaguar.go(f"{first}/end")
    jaguar.tap("Delete this match")
    jaguar.page = over

    assert jaguar.tap("Rematch, same seats").path != first


def test_a_second_rematch_starts_when_the_first_one_is_over(jaguar):
    jaguar.at("end")
    over = jaguar.tap("End now")
    first = jaguar.tap("Rematch, same seats").path
    jaguar.go(f"{first}/end")
    jaguar.tap("Leave it unfinished")
    friend = jaguar.another_phone()

    jaguar.page = over
    second = jaguar.tap("Rematch, same seats").path

    assert second != first
    assert friend.tap("Rematch, same seats").path == second


def test_the_rematch_of_a_rematch_has_the_next_dealer(jaguar):
    jaguar.at("end")
    jaguar.tap("End now")
    jaguar.tap("Rematch, same seats")
    jaguar.go("/matches/2/end")
    jaguar.tap("Leave it unfinished")

    assert "Cem deals first this time." in jaguar.page.words
