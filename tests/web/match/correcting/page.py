"""Read the changes that a correction page lists, and open the match on another player's phone."""

from tests.members import add_phone


def changes(page):
    part = page.by_id("changes")
    return [line.words for line in part.all("li")] if part else []


def friend_of(phone):
    """Return the phone of another player, with the match open."""
    add_phone(phone.app, token="friend")
    friend = phone.another_phone()
    friend.client.token = "friend"
    return friend
