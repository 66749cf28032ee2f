"""The questions of Jaguar on the match page."""

from tests.web.match_phone import field_value, sit_down, totals


def test_all_pass_is_saved_with_one_tap(app):
    jaguar = sit_down(app, "jaguar", 5)

    saved = jaguar.tap("All pass")

    assert saved.title == "Hand 2"
    assert set(totals(saved).values()) == {"0"}
    assert "Ben deals · bids first" in saved.words


def test_impossible_points_at_jaguar_are_refused_and_kept(app):
    jaguar = sit_down(app, "jaguar", 5)

    refused = jaguar.save(jaguar="1", friend="2", points="119")

    assert refused.status == 422
    assert field_value(refused, "points") == "119"
    assert "119" in refused.alerts[0]


def test_a_preview_at_jaguar_shows_the_points_of_every_player(app):
    jaguar = sit_down(app, "jaguar", 5)

    part = jaguar.look(jaguar="1", friend="2", points="80")

    assert "won" in part.words
    assert "Ana +2, Ben +1; Cem, Dora, Eva −1 each." in part.words


def test_the_dealer_of_six_at_jaguar_sits_out(app):
    jaguar = sit_down(app, "jaguar", 6)

    assert "Ben bids first · Ana deals · sits out" in jaguar.page.words
    assert [b["value"] for b in jaguar.page.root.all("input") if b["name"] == "jaguar"] == [
        "2",
        "3",
        "4",
        "5",
        "6",
    ]
    assert jaguar.save(jaguar="2", friend="2", points="61").status == 200
