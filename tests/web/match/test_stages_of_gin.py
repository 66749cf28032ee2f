"""Gin's questions on the match page: two or three players, two pairs, Oklahoma and Hollywood."""

from tests.web.match_phone import disabled_values, field_value, sit_down, totals


def test_the_number_of_the_hand_is_only_in_the_title(app):
    gin = sit_down(app, "gin", 2)

    assert gin.page.title == "Hand 1"
    line_below_title = gin.page.root.all("header")[0].all("p")[0].words
    assert "Ana deals" in line_below_title
    assert "Hand" not in line_below_title


def test_a_draw_needs_no_other_fields(app):
    gin = sit_down(app, "gin", 2)

    saved = gin.save(result="draw")

    assert saved.title == "Hand 2"
    assert "draw" in saved.part("Hand 1").words
    assert totals(saved) == {"Ana": "0", "Ben": "0"}


def test_knock_is_disabled_with_an_ace_up_if_only_gin_ends_the_hand(app):
    gin = sit_down(app, "gin", 2, oklahoma=True, oklahoma_ace="gin_only")

    part = gin.look(**{"upcard-rank": "A", "upcard-suit": "S"})

    assert disabled_values(part, "result") == ["knock"]
    assert part.by_id("result-why").words == "Not Knock: only gin ends this hand."


def test_a_knock_that_became_invalid_stays_chosen_and_is_refused(app):
    gin = sit_down(app, "gin", 2, oklahoma=True, oklahoma_ace="gin_only")
    gin.fill(**{"result": "knock", "upcard-rank": "A", "upcard-suit": "S"})

    refused = gin.save(knocker="1", deadwood=(1, 30))

    assert refused.status == 422
    assert field_value(refused, "result") == "knock"
    assert disabled_values(refused, "result") == []


def test_a_preview_shows_an_undercut(app):
    gin = sit_down(app, "gin", 2)

    part = gin.look(result="knock", knocker="1", deadwood=(8, 3))

    assert "Ben 15 points and a box · 8 against 3: undercut" in part.words
    saved = gin.save()
    assert totals(saved) == {"Ana": "0", "Ben": "15"}
    assert "undercut" in saved.part("Hand 1").words


def test_gin_disables_the_deadwood_field_of_the_knocker(app):
    gin = sit_down(app, "gin", 2)

    part = gin.look(result="gin", knocker="1", deadwood=(None, 30))

    assert disabled_values(part, "deadwood-1") == ["0"]
    assert totals(gin.save()) == {"Ana": "50", "Ben": "0"}


def test_a_knock_with_too_much_deadwood_is_refused(app):
    gin = sit_down(app, "gin", 2)

    refused = gin.save(result="knock", knocker="1", deadwood=(11, 30))

    assert refused.status == 422
    assert "Ana may knock only with 10 or less." in refused.alerts[0]


def test_two_pairs_enter_two_hands_and_partners_score_together(app):
    gin = sit_down(app, "gin", 4)
    assert gin.page.title == "Hand 1, 1 of 2"

    second = gin.save(pair="0", result="knock", knocker="1", deadwood=(5, 20, None, None))
    assert second.title == "Hand 1, 2 of 2"
    assert "Cem against Dora" in second.words
    saved = gin.save(pair="0", result="knock", knocker="4", deadwood=(None, None, 9, 3))

    assert totals(saved) == {"Ana + Cem": "9", "Ben + Dora": "0"}


def test_the_dealer_of_four_is_not_said_to_sit_out(app):
    gin = sit_down(app, "gin", 4)

    refused = gin.save(pair="3", result="knock", knocker="1", deadwood=(5, 20, None, None))

    assert refused.status == 422
    assert "Ana takes no part in this hand." in refused.alerts[0]
    assert "sits out" not in refused.words


def test_the_first_hand_of_two_can_be_undone_alone(app):
    gin = sit_down(app, "gin", 4)
    gin.save(pair="0", result="draw")

    assert gin.tap("Undo").title == "Hand 1, 1 of 2"


def test_the_dealer_of_three_sits_out_at_gin(app):
    gin = sit_down(app, "gin", 3)

    assert "Ana sits out as dealer" in gin.page.words
    assert field_value(gin.page, "deadwood-1") is None
    saved = gin.save(result="gin", knocker="2", deadwood=(None, None, 30))
    assert totals(saved) == {"Ana": "0", "Ben": "50", "Cem": "0"}


def test_oklahoma_requires_the_upcard_and_limits_the_knock(app):
    gin = sit_down(app, "gin", 2, oklahoma=True)

    refused = gin.save(result="knock", knocker="1", deadwood=(5, 20))
    assert "Upcard" in refused.alerts[0]

    gin.set("upcard-rank", "4")
    refused = gin.save(**{"upcard-suit": "H"})
    assert "Ana may knock only with 4 or less." in refused.alerts[0]


def test_the_sheet_of_hollywood_shows_three_games(app):
    gin = sit_down(app, "gin", 2, hollywood=True)
    gin.save(result="gin", knocker="1", deadwood=(None, 30))

    page = gin.at("sheet")

    for game in ("Game 1", "Game 2", "Game 3"):
        assert game in page.words


def test_totals_on_the_sheet_are_the_sum_of_the_hollywood_games(app):
    gin = sit_down(app, "gin", 2, hollywood=True)
    gin.save(result="knock", knocker="1", deadwood=(10, 30))
    gin.save(result="knock", knocker="1", deadwood=(5, 20))
    gin.at("sheet?why=2-1")

    sheet = gin.page
    assert "total 50" in sheet.by_id("cell-2-1").words
    assert "Total: 20 before, 50 after" in sheet.by_id("why").words
    assert "Counts in games 1 and 2" in sheet.by_id("why").words
    assert "Counts in games 1 and 2:" not in sheet.by_id("why").words


def test_an_answer_to_a_stage_of_another_game_is_a_conflict(app):
    phone = sit_down(app, "gin", 2)
    phone.save(result="knock", knocker="1", deadwood=(5, 20))

    late = phone.post_part(f"{phone.address}/rounds/1/count", [("went_out", "1")])

    assert late.status == 409
    assert phone.sheet.version == 2
