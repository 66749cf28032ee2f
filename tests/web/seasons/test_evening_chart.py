"""Season charts: lines, scales, labels and leaders."""

from datetime import date, timedelta
from functools import partial
from itertools import pairwise
from random import Random

import pytest

from scorekeeper import create_app
from scorekeeper.match.log import MemoryLog
from scorekeeper.match.people import Person
from scorekeeper.stats.aggregate import Aggregate, AggregateOptions
from scorekeeper.stats.results import MatchResult, PlayerResult, finish
from scorekeeper.stats.scheme_values import approximate_value
from scorekeeper.stats.schemes import Scheme
from scorekeeper.web import i18n, line_chart
from scorekeeper.web.seasons import evening_chart
from scorekeeper.web.seasons.lead_chart import leaders_by_evening
from tests.web.seasons.plots import (
    ANA,
    BRUNO,
    PEOPLE,
    THREE,
    dates,
    line,
    render_plot,
    two_decimals,
)


@pytest.mark.parametrize(
    ("evenings", "values"),
    [
        pytest.param((), {}, id="nothing"),
        pytest.param(THREE, {}, id="nobody"),
        pytest.param(THREE[:1], {"1": [2]}, id="one evening"),
        pytest.param(THREE, {"1": [None, None, 2], "2": [None] * 3}, id="one point"),
    ],
)
def test_there_is_no_chart_without_a_line_of_two_points(evenings, values):
    assert evening_chart.build_plot(evenings, values, PEOPLE, two_decimals) is None


def test_the_points_of_a_line_match_the_scale():
    plot = line([0, 4.5, 2.5])

    assert [tick.text for tick in plot.scale] == ["0", "1", "2", "3", "4", "5"]
    assert [tick.y for tick in plot.scale] == [78, 64, 50, 36, 22, 8]
    assert plot.lines[0].dots == ((5, 78), (44.5, 15), (84, 43))
    assert plot.lines[0].points == "5.0,78.0 44.5,15.0 84.0,43.0"
    assert (plot.lines[0].figure, plot.lines[0].label_y) == ("2.50", 43)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([946, 1092], ["900", "950", "1000", "1050", "1100"]),
        ([0, 1], ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
        ([-3, 4], ["−4", "−2", "0", "2", "4"]),
        ([5, 5], ["4.7", "4.8", "4.9", "5", "5.1", "5.2", "5.3"]),
    ],
)
def test_the_scale_has_round_values(values, words):
    texts = [tick.text for tick in line(values, THREE[:2]).scale]

    assert texts == words


def test_a_player_starting_later_has_a_shorter_line():
    plot = evening_chart.build_plot(
        THREE, {"1": [1, 2, 3], "2": [None, 1, 2]}, PEOPLE, two_decimals
    )

    assert [x for x, _ in plot.lines[1].dots] == [39.5, 68]
    assert plot.rows[0].figures == ("1.00", None)


def test_a_player_without_values_has_no_line():
    plot = evening_chart.build_plot(THREE, {"1": [1, 2, 3], "2": [None] * 3}, PEOPLE, two_decimals)

    assert [each.person for each in plot.lines] == [ANA]
    assert plot.rows[0].figures == ("1.00",)


def test_a_longer_figure_gets_more_room_beside_the_line():
    assert line([1, 2, 3]).lines[0].dots[-1][0] == 84
    assert line([1, 2, 108.5]).lines[0].dots[-1][0] == 80


def test_labels_do_not_overlap():
    people = {str(n): Person(str(n), "A", n, "A") for n in range(1, 8)}
    plot = evening_chart.build_plot(
        THREE[:2], {key: [0, 1] for key in people}, people, two_decimals
    )
    ys = sorted(line.label_y for line in plot.lines)

    assert all(after - before >= 6.4 for before, after in pairwise(ys))
    assert 0 < ys[0] < ys[-1] < 100


def test_players_of_the_same_colour_have_lines_and_chips_of_different_colours():
    people = {str(n): Person(str(n), f"P{n}", 8, str(n)) for n in range(1, 7)}
    values = {key: [0, int(key)] for key in people}
    plot = evening_chart.build_plot(THREE[:2], values, people, two_decimals, leaders=["6", "6"])

    assert len({line.person.colour for line in plot.lines}) == 6
    assert plot.leads[0].person == plot.lines[5].person


def test_at_most_seven_players_are_drawn():
    people = {str(n): Person(str(n), f"P{n}", n % 10 + 1, str(n)) for n in range(300)}
    plot = evening_chart.build_plot(THREE, {key: [0, 1, 2] for key in people}, people, two_decimals)

    assert [each.person.key for each in plot.lines] == list("0123456")


def test_at_most_forty_evenings_are_drawn_including_the_first_and_the_last():
    evenings = dates(100)
    plot = line(list(range(100)), evenings, leaders=["1"] * 100)
    gaps = {b - a for a, b in pairwise(line_chart.sample_indexes(100, 40))}

    assert len(plot.rows) == len(plot.lines[0].dots) == 40
    assert (plot.rows[0].evening, plot.rows[-1].evening) == (evenings[0], evenings[-1])
    assert plot.left_out == 60
    assert gaps == {2, 3}
    assert "The chart shows 40 evenings, evenly spaced." in render_plot(plot).words


def test_initials_of_three_characters_are_as_wide_as_their_chip():
    people = {"1": ANA._replace(initials="A23"), "2": BRUNO}
    plot = evening_chart.build_plot(THREE, {"1": [1, 2, 3], "2": [3, 2, 1]}, people, two_decimals)
    chips = [
        each for each in render_plot(plot).root.all("text") if each["class"] == "plot__initial"
    ]

    widths = {each.words: each["textlength"] for each in chips}
    assert widths == {"A23": "15", "B": ""}


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        pytest.param("Amaia", [("Amaia", "plot__who")], id="short"),
        pytest.param(
            "Wilhelmine",
            [
                ("Wilhe…", "plot__who plot__who--narrow"),
                ("Wilhelmine", "plot__who plot__who--middle"),
            ],
            id="whole on wide charts",
        ),
        pytest.param(
            "Álvaro Gutiérrez",
            [
                ("Álvar…", "plot__who plot__who--narrow"),
                ("Álvaro Guti…", "plot__who plot__who--between"),
                ("Álvaro Gutiérrez", "plot__who plot__who--long"),
            ],
            id="whole on very wide charts",
        ),
        pytest.param(
            "Lu Maria Konstantinopolitanska-Nowakówna",
            [
                ("Lu Ma…", "plot__who plot__who--narrow"),
                ("Lu Maria Ko…", "plot__who plot__who--between"),
                ("Lu Maria Konstantin…", "plot__who plot__who--long"),
            ],
            id="never whole",
        ),
        pytest.param(
            "Bruno Gutiérrez",
            [
                ("Bruno Gutié…", "plot__who plot__who--between"),
                ("Bruno Gutiérrez", "plot__who plot__who--long"),
            ],
            id="begins like another name",
        ),
        pytest.param(
            "👩‍👩‍👧‍👦 Ana", [("👩‍👩‍👧‍👦 Ana", "plot__who plot__who--middle")], id="one emoji"
        ),
    ],
)
def test_names_in_the_labels_are_cut_to_the_room_beside_the_chart(name, shown):
    people = {"1": ANA._replace(name=name), "2": BRUNO}
    plot = evening_chart.build_plot(THREE, {"1": [1, 2, 3], "2": [3, 2, 1]}, people, two_decimals)

    labels = [(each.words, each["class"]) for each in render_plot(plot).root.all("tspan")]

    assert [label for label in labels if label[0]] == [*shown, ("Bruno", "plot__who")]


def day_words(plot):
    return [
        translate(day.head) + (" " + translate(day.below) if day.below else "")
        for day in plot.labels
    ]


def translate(sentence):
    app = create_app({"TESTING": True}, log=MemoryLog({}))
    with app.app_context():
        return i18n.translate_sentence(sentence, {})


def test_few_evenings_are_labelled_by_day_and_many_by_month():
    assert day_words(line([1, 2, 3])) == ["1 Oct", "8", "5 Nov"]
    assert day_words(line(list(range(24)), dates(24))) == [
        "1 Jan",
        "1 Feb",
        "1 Mar",
        "1 Apr",
        "1 May",
        "22 Jun",
    ]
    assert day_words(line(list(range(96)), dates(96)))[0] == "Jan 2024"


def test_labels_with_a_year_leave_room_between_the_years():
    """Nine evenings, each in another year, are too many for a label below each of them."""
    plot = line(list(range(9)), [f"{year}-11-05" for year in range(2018, 2027)])

    assert day_words(plot) == ["Nov 2018", "Nov 2020", "Nov 2022", "Nov 2024", "Nov 2026"]
    assert all(b.x - a.x >= 14 for a, b in pairwise(plot.labels))


def test_date_labels_are_at_least_10_units_apart():
    for n in range(10, 120, 7):
        xs = [day.x for day in line(list(range(n)), dates(n)).labels]
        assert all(b - a >= 10 for a, b in pairwise(xs)), n


def test_every_evening_with_a_leader_has_their_chip():
    plot = evening_chart.build_plot(
        THREE, {"1": [1, 2, 3], "2": [2, 1, 0]}, PEOPLE, two_decimals, leaders=["2", None, "1"]
    )

    assert [(lead.person, lead.chip_x) for lead in plot.leads] == [(BRUNO, 5), (ANA, 68)]


def test_with_many_evenings_each_lead_is_drawn_with_its_duration():
    evenings = dates(20)
    plot = evening_chart.build_plot(
        evenings,
        {"1": [1] * 19 + [2], "2": [1] * 20},
        PEOPLE,
        two_decimals,
        leaders=["1"] * 10 + ["2"] + ["1"] * 9,
    )
    leads = [(lead.person.name, lead.x, lead.until) for lead in plot.leads]

    assert [name for name, _, _ in leads] == ["Ana", "Bruno", "Ana"]
    assert leads[0][2] == leads[1][1]
    assert leads[1][2] == leads[2][1]
    assert leads[2][2] == plot.lines[0].dots[-1][0]


def test_a_lead_taken_on_the_last_evening_has_a_chip_to_the_right_of_the_last_evening():
    evenings = dates(20)
    leaders = ["1"] * 17 + ["2"] * 2 + ["1"]
    plot = evening_chart.build_plot(
        evenings, {"1": [1] * 20, "2": [1] * 20}, PEOPLE, two_decimals, leaders=leaders
    )
    before, last = plot.leads[-2:]

    assert (before.person, last.person) == (BRUNO, ANA)
    assert last.x == plot.lines[0].dots[-1][0]
    assert last.until == last.chip_x == before.chip_x + 7


def test_the_leader_after_each_evening_has_the_best_value_of_the_players_ranked_now():
    rng = Random(7)
    aggregate = Aggregate(AggregateOptions(value=partial(approximate_value, Scheme("places"))))
    for number in range(300):
        players = rng.sample("abcdefgh", rng.randint(2, 5))
        seats = tuple(
            PlayerResult(player, side, finish(side + 1, 1, len(players), side == 0), None)
            for side, player in enumerate(players)
        )
        evening = str(date(2020, 1, 1) + timedelta(days=3 * (number // 2)))
        aggregate.add(MatchResult(number, "loba", number, evening, False, seats))
    ranked = list("hgfedc")

    leaders = leaders_by_evening(aggregate, ranked)

    assert len(leaders) == 150
    for evening, leader in enumerate(leaders):
        values = {player: aggregate.value_after(player, evening) for player in ranked}
        known = [player for player in ranked if values[player] is not None]
        assert leader == max(known, key=lambda player: values[player], default=None)
    assert len(set(leaders)) > 3
