"""Functions that check story sentences of particular games, using only the sheet."""


def each_deal(sheet, first, last, n, did):
    assert last - first + 1 == n
    return all(did(each) for each in sheet.played_deals[first - 1 : last])


def bids_kept(sheet):
    """Return {deal number: {seat: the bid that it made}}."""
    return {
        number: {
            seat: bid
            for seat, bid in each.answers["bids"].items()
            if each.answers["tricks"][seat] == bid
        }
        for number, each in enumerate(sheet.played_deals, start=1)
    }


def highest_bid(sheet, who, n, deal):
    bids = [
        (bid, seat, number) for number, by in bids_kept(sheet).items() for seat, bid in by.items()
    ]
    rest = [bid for bid, *here in bids if here != [who, deal]]
    return (n, who, deal) in bids and n > max(rest, default=0)


def everyone_made(sheet, last, n=1):
    made = [
        deal for deal, bids in bids_kept(sheet).items() if set(bids) == set(sheet.setup.players)
    ]
    return (made[-1], len(made)) == (last, n)


def nobody_made(sheet, last, n=1):
    kept = bids_kept(sheet)
    made = [deal for deal, bids in kept.items() if not bids]
    has_everyone = any(set(bids) == set(sheet.setup.players) for bids in kept.values())
    return (made[-1], len(made)) == (last, n) and not has_everyone


def made_bids(sheet, who, n, first, last):
    def made(seat):
        return each_deal(
            sheet,
            first,
            last,
            n,
            lambda each: each.answers["bids"][seat] == each.answers["tricks"][seat],
        )

    return [seat for seat in sheet.setup.players if made(seat)] == [who]


def most_bids(sheet, who, n, deals):
    made = {
        seat: sum(
            each.answers["bids"][seat] == each.answers["tricks"][seat]
            for each in sheet.played_deals
        )
        for seat in sheet.setup.players
    }
    rest = [times for seat, times in made.items() if seat != who]
    return made[who] == n > max(rest) and deals == len(sheet.played_deals)


def bids_made(sheet, n, bids):
    everyone = [seat for each in sheet.played_deals for seat in each.answers["bids"]]
    return sum(map(len, bids_kept(sheet).values())) == n and len(everyone) == bids


def closed(sheet, who, n, first, last):
    return each_deal(sheet, first, last, n, lambda each: each.answers["closer"] == who)


def went_out(sheet, who, n, first, last):
    return each_deal(sheet, first, last, n, lambda each: each.answers["went_out"] == who)


def scored(sheet, who, n, first, last):
    return each_deal(sheet, first, last, n, lambda each: each.points.get(who, 0) > 0)


def last_out(sheet, who, n, deal):
    gone = set(sheet.played_deals[-1].after.eliminated) - set(
        sheet.played_deals[-1].before.eliminated
    )
    return (
        gone == set(who)
        and (n, deal) == (len(gone), len(sheet.played_deals))
        and set(sheet.winners).isdisjoint(gone)
    )


def last_out_after_others(sheet, who, n, deal):
    return bool(sheet.played_deals[-1].before.eliminated) and last_out(sheet, who, n, deal)


def out_at_once(sheet, who, n, deal):
    return not sheet.played_deals[-1].before.eliminated and last_out(sheet, who, n, deal)


def all_out(sheet, players, n, who):
    gone = set(sheet.played_deals[-1].after.eliminated) - set(
        sheet.played_deals[-1].before.eliminated
    )
    totals = {seat: sheet.position.totals[seat] for seat in gone}
    lowest = {seat for seat in gone if totals[seat] == min(totals.values())}
    return (len(gone), n, set(who)) == (players, len(sheet.played_deals), lowest) and set(
        sheet.position.eliminated
    ) == set(sheet.setup.players)


def times_back(sheet, who):
    """Return how often the player came back after being eliminated."""
    return sum(who in each.answers.get("reenlist", ()) for each in sheet.played_deals)


def winner_came_back(sheet, who, n):
    return times_back(sheet, who) == n and sheet.winners == (who,)


def came_back(sheet, who, n):
    return each_came_back(sheet, [who], n)


def each_came_back(sheet, who, n):
    counted = {seat: times_back(sheet, seat) for seat in sheet.setup.players}
    return {seat for seat in counted if counted[seat] == n} == set(who) and n == max(
        counted.values()
    )


def whole_hands(sheet):
    """Return (seat, deal) for each whole hand that was laid down at once."""
    return [
        (answers.get("closer", answers.get("went_out")), number)
        for number, played in enumerate(sheet.played_deals, start=1)
        for answers in (played.answers,)
        if answers.get("close") in ("chinchon", "run") or answers.get("clean") is True
    ]


def whole_hand(sheet, who, cards, deal):
    return whole_hands(sheet) == [(who, deal)]


def whole_hands_of_one(sheet, who, cards, n, deal):
    hands = whole_hands(sheet)
    return len(hands) == n > 1 and hands[-1] == (who, deal) and {each for each, _ in hands} == {who}


def whole_hands_of_several(sheet, who, cards, n, deal):
    hands = whole_hands(sheet)
    return len(hands) == n and hands[-1] == (who, deal) and len({each for each, _ in hands}) > 1


def gin_hands(sheet):
    for number, each in enumerate(sheet.played_deals, start=1):
        for one in each.answers.get("hands", (each.answers,)):
            yield number, one


def gins(sheet, who, n):
    counted = dict.fromkeys(sheet.setup.players, 0)
    for _, one in gin_hands(sheet):
        if one["result"] == "gin":
            counted[one["knocker"]] += 1
    rest = [times for seat, times in counted.items() if seat != who]
    return counted[who] == n > max(rest)


def undercut(sheet, who, knocker, n):
    return any(
        one["result"] == "knock"
        and one["knocker"] == knocker
        and one["deadwood"][who] <= one["deadwood"][knocker]
        for number, one in gin_hands(sheet)
        if number == n
    )


def alone(sheet, who, n):
    played = sheet.played_deals[n - 1]
    gained = [side for side, points in played.points.items() if points > 0]
    return gained == [who] and played.answers["friend"] == who


def only_deal(sheet, who):
    return [each.answers["went_out"] for each in sheet.played_deals] == [who]


def most_out(sheet, who, n, deals):
    out = [each.answers["went_out"] for each in sheet.played_deals]
    rest = [out.count(seat) for seat in sheet.setup.players if seat != who]
    return out.count(who) == n > max(rest) and deals == len(out)


def late(sheet, who, n):
    return sheet.played_deals[n - 1].answers["default_by"] == who


TOGETHER = (
    "The last {players} players were eliminated together, in Deal {n}; {who} had the lowest total."
)
SOME_GAMES = {
    "The highest bid made was {who}’s {n} in Deal {deal}.": highest_bid,
    "Everyone made their bid in Deal {last}.": everyone_made,
    "Everyone made their bid in {n} deals, the last time in Deal {last}.": everyone_made,
    "Nobody made their bid in Deal {last}.": nobody_made,
    "Nobody made their bid in {n} deals, the last time in Deal {last}.": nobody_made,
    "{who} made their bid {n} times in a row, from Deal {first} to Deal {last}.": made_bids,
    "{who} made their bid most often: {times} in {deals} deals.": most_bids,
    "{n} of {bids} bids were made.": bids_made,
    "{who} closed {n} times in a row, from Deal {first} to Deal {last}.": closed,
    "{who} went out {n} times in a row, from Deal {first} to Deal {last}.": went_out,
    "{who} won {n} hands in a row, from Hand {first} to Hand {last}.": scored,
    "{who} was on the winning side {n} times in a row, from Hand {first} to Hand {last}.": scored,
    "{who} were eliminated last, in Deal {deal}.": last_out_after_others,
    "{who} were eliminated in Deal {deal}.": out_at_once,
    TOGETHER: all_out,
    "{who} came back {times}, and won.": winner_came_back,
    "{who} came back {times}.": came_back,
    "{who} each came back {times}.": each_came_back,
    "{who} laid down {cards} at once in Deal {deal}.": whole_hand,
    "{who} laid down {cards} at once {times}, the last time in Deal {deal}.": whole_hands_of_one,
    "Players laid down {cards} at once {times}, most recently {who} in Deal {deal}.": (
        whole_hands_of_several
    ),
    "{who} went gin {times}.": gins,
    "{who} undercut {knocker} in Hand {n}.": undercut,
    "{who} won Hand {n} alone, against everyone else.": alone,
    "{who} went out.": only_deal,
    "{who} went out most often: {times} in {deals} deals.": most_out,
    "{who} called too late in Deal {n}.": late,
}
