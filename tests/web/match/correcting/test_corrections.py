"""Corrections of old deals: the preview of the changes, saving, and what does not change."""

from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.web.extension_keys import LOG_KEY
from tests.web.match.correcting.page import changes
from tests.web.match_phone import field_value, sit_down, totals


def test_the_explanation_of_a_number_links_to_the_correction(three):
    three.at("sheet?why=1-2")

    page = three.tap("Correct Deal 1")

    assert page.title == "Correct Deal 1"
    assert "Nothing has changed yet." in page.words


def test_a_correction_starts_with_the_saved_values(three):
    page = three.at("rounds/1/correct")

    assert [field_value(page, f"bids.bids-{seat}") for seat in (1, 2, 3)] == ["1", "0", "1"]
    assert [field_value(page, f"tricks.tricks-{seat}") for seat in (1, 2, 3)] == ["1", "1", "1"]
    assert "2 deals after this one · Jabberwocky" in page.words


def test_zeros_that_an_older_version_saved_are_not_a_change(app):
    """For a deal of one card, older versions also asked for reneges."""
    bids = sit_down(app, "jabberwocky", 3, schedule=[1, 3])
    bids.save(bids=(1, 1, 0))
    assert "Reneges" not in bids.page.words
    zeros = dict.fromkeys("123", 0)
    tricks = {"1": 1, "2": 0, "3": 0}
    meta = CommandMeta("older", 1_795_118_400, None)
    answers = {"tricks": tricks, "reneges": zeros}
    commands.record_stage(app.extensions[LOG_KEY], bids.match, 1, "tricks", answers, meta)

    assert "Nothing has changed yet." in bids.at("rounds/1/correct").words
    assert changes(bids.look(tricks__tricks=(0, 1, 0))) == ["Ana was 1 0", "Ben was 0 1"]


def test_a_get_request_for_the_preview_leads_to_the_correction(three):
    assert three.at("rounds/1/correct/look").title == "Correct Deal 1"


def test_a_preview_shows_the_changes_without_saving(three):
    three.at("rounds/1/correct")

    part = three.look(tricks__tricks=(2, 0, 1))

    assert changes(part) == ["Ana was 2 1", "Ben was 0 1"]
    assert three.sheet.version == 6


def test_a_preview_shows_the_final_scores_of_a_finished_match_of_gin(app):
    gin = sit_down(app, "gin", 2, target=20)
    gin.save(result="knock", knocker="1", deadwood=(5, 15))
    gin.save(result="knock", knocker="1", deadwood=(5, 20))
    gin.at("rounds/1/correct")

    part = gin.look(hand__deadwood=(5, 17))

    assert changes(part) == ["Ana was 25 27", "Ana’s final score: 265 → 267."]


def test_a_corrected_hand_that_ends_the_match_shows_its_result_with_nothing_after_it(app):
    gin = sit_down(app, "gin", 2, target=20)
    gin.save(result="knock", knocker="1", deadwood=(5, 35))
    gin.at("rounds/1/correct")

    part = gin.look(hand__deadwood=(5, 37))

    lines = [each.words for each in part.root.walk() if each["data-line"] == "save_note"]
    assert lines == ["Ana 32 points and a box · 5 against 37, after lay-offs"]


def test_a_preview_names_the_number_that_is_too_high_beside_save(loba):
    loba.at("rounds/1/correct")

    part = loba.look(cards__deadwood=(None, 91, 30))

    assert part.by_id("save-note").words == "Ben: Points left must be between 2 and 90."
    assert part.by_id("cards.deadwood-2")["aria-describedby"] == "save-note"


def test_a_button_shows_the_changes_without_javascript(three):
    three.at("rounds/1/correct")
    three.fill(tricks__tricks=(2, 0, 1))

    page = three.tap("Show what will change")

    assert changes(page) == ["Ana was 2 1", "Ben was 0 1"]
    assert three.sheet.version == 6
    assert totals(three.save())["Ana"] == "1"


def test_a_correction_is_marked_on_the_sheet_and_in_the_explanation(three):
    three.at("rounds/1/correct")
    three.save(tricks__tricks=(2, 0, 1))

    assert totals(three.page) == {"Ana": "1", "Ben": "1", "Cem": "2"}
    page = three.at("sheet?why=1-1")
    assert "corrected" in page.part("Deal 1").words
    assert "Bid 1, took 2: 0" in page.by_id("why").words
    assert "never corrected" not in page.by_id("why").words


def test_a_correction_can_be_undone_and_redone(three):
    three.at("rounds/1/correct")
    three.save(tricks__tricks=(2, 0, 1))

    three.tap("Undo: correction of Deal 1")
    assert totals(three.page)["Ana"] == "2"
    three.tap("Redo")
    assert totals(three.page)["Ana"] == "1"


def test_a_correction_by_htmx_returns_the_match_fragment(three):
    three.at("rounds/1/correct")

    part = three.save_part(tricks__tricks=(2, 0, 1))

    assert part.status == 200
    assert part.text.startswith('<div class="match-root" id="match" data-match="/matches/1" ')
    assert part.title == "Tricks"


def test_an_invalid_correction_is_refused_with_a_reason_and_kept_as_typed(three):
    three.at("rounds/1/correct")

    refused = three.save(tricks__tricks=(2, 1, 1))

    assert refused.status == 422
    assert refused.reasons == ["The tricks must add up to 3, not 4."]
    assert field_value(refused, "tricks.tricks-1") == "2"
    assert three.sheet.version == 6


def test_a_correction_that_makes_the_dealers_bid_forbidden_is_refused_beside_it(three):
    three.at("rounds/1/correct")

    refused = three.save(bids__bids=(None, 1, None))

    assert refused.status == 422
    assert "Ana deals and may not bid 1." in refused.part("Bid, Ana").words
    assert field_value(refused, "tricks.tricks-1") == "1"


def test_the_bids_of_the_newest_deal_can_be_corrected_before_its_tricks(three):
    page = three.at("rounds/3/correct")
    assert "The latest deal" in page.words
    assert "Tricks" not in [head.words for head in page.root.all("h2")]

    saved = three.save(bids__bids=(1, 1, 1))

    assert saved.title == "Tricks"
    assert three.sheet.deal_answers[2] == (("bids", {"bids": {"1": 1, "2": 1, "3": 1}}),)


def test_a_deal_that_was_not_played_cannot_be_corrected(three):
    page = three.at("rounds/4/correct")

    assert page.status == 404
    assert "This deal has not been saved yet." in page.words


def test_the_saved_value_is_shown_beside_a_changed_value(loba):
    page = loba.at("rounds/1/correct")
    assert page.root.all("s") == []

    part = loba.look(cards__deadwood=(None, 6, 30))

    assert [old.words for old in part.by_id("row-2").all("s")] == ["was 5"]
    assert [cell["data-was"] for cell in part.by_id("row-2").all("td")] == ["", "", "5"]


def test_the_saved_number_of_a_field_without_players_is_shown_beside_it(app):
    jaguar = sit_down(app, "jaguar", 5)
    jaguar.save(jaguar="1", friend="2", points=80)
    jaguar.at("rounds/1/correct")

    part = jaguar.look(hand__points=40)

    field = next(each for each in part.root.all("input") if each["name"] == "hand.points")
    assert [old.words for old in field.parent.all("s")] == ["was 80"]


def test_the_saved_number_of_a_folded_field_is_shown_for_each_correction(app):
    """In both corrections, the new number of Ana's reneges is 0."""
    phone = sit_down(app, "jabberwocky", 3, schedule=[3, 3, 3])
    for reneges in (1, 2):
        phone.save(bids=(0, 0, 0))
        phone.save(tricks=(1, 1, 1), reneges=(reneges, 0, 0))

    for deal, saved in ((1, "was 1"), (2, "was 2")):
        phone.at(f"rounds/{deal}/correct")
        part = phone.look(tricks__reneges=(0, 0, 0))

        fold = part.by_id("fold-tricks.reneges")
        assert [old.words for old in fold.all("s")] == [saved]


def test_the_chips_of_the_saved_values_are_marked(three):
    three.at("rounds/1/correct")

    part = three.look(tricks__tricks=(2, 0, 1))

    chips = [label for label in part.root.all("label") if "chip--was" in label["class"]]
    assert [chip.words for chip in chips] == ["1", "1"]


def test_an_unchanged_correction_saves_nothing(three):
    three.at("rounds/1/correct")

    page = three.save()

    assert "Nothing was changed, so nothing was saved." in page.words
    assert three.sheet.version == 6
    assert "corrected" not in three.at("sheet?why=1-1").part("Deal 1").words
    assert three.at("sheet").find("Undo: Bids, Deal 3", "button")


def test_a_deal_saved_without_default_values_counts_as_unchanged(app):
    """A league document, for example, may omit how a deal was closed."""
    chinchon = sit_down(app, "chinchon", 3)
    answers = {"closer": "1", "deadwood": {"1": 0, "2": 20, "3": 30}}
    commands.record_stage(
        app.extensions[LOG_KEY],
        chinchon.match,
        1,
        "cards",
        answers,
        CommandMeta("cards", 1),
    )
    chinchon.at("rounds/1/correct")

    page = chinchon.save()

    assert "Nothing was changed, so nothing was saved." in page.words
    assert chinchon.sheet.version == 2


def test_an_unchanged_correction_by_htmx_saves_nothing(three):
    three.at("rounds/1/correct")

    part = three.save_part()

    assert "Nothing was changed, so nothing was saved." in part.words
    assert three.sheet.version == 6


def test_corrections_do_not_increase_the_duration_of_a_match(app):
    loba = sit_down(app, "loba", 2, limit=20, max_reenlist=0)
    log, first = app.extensions[LOG_KEY], 1_000_000_000
    ended = {"went_out": "1", "deadwood": {"1": 0, "2": 30}}
    commands.record_stage(log, loba.match, 1, "cards", ended, CommandMeta("ended", first + 600))
    assert "Loba · one deal · 10 minutes" in loba.reload().words

    stages = (("cards", ended | {"deadwood": {"1": 0, "2": 31}}),)
    correction_commands.correct_deal(
        log, loba.match, 1, stages, 2, CommandMeta("corrected", first + 90_000)
    )

    assert "Loba · one deal · 10 minutes" in loba.reload().words


def test_a_preview_includes_suggested_values(app):
    jamon = sit_down(app, "jamon", 3, deals=2)
    jamon.save(went_out="1", counters=(5, 5, 5))
    jamon.at("rounds/1/correct")

    part = jamon.look(count__counters=(4, 5, ""))

    assert field_value(part, "count.counters-3") == "6"
    assert changes(part) == ["Ana was 9 8", "Cem was 3 4"]
