"""Encryption of notifications, compared with the example in RFC 8291, appendix A."""

from scorekeeper.messages import Name, english_template, say
from scorekeeper.notices import encryption
from scorekeeper.notices.encryption import from_base64url
from scorekeeper.notices.subscriptions import NoticeKind
from scorekeeper.notices.texts import Notice, push_message

MAX_ID = 2**31 - 1

BROWSER_KEY = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
ENCRYPTED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN"
)


def test_the_example_of_the_standard_is_encrypted_to_the_same_bytes():
    body = encryption.encrypt(
        b"When I grow up, I want to be a watermelon",
        from_base64url(BROWSER_KEY),
        from_base64url("BTBZMqHH6r4Tts7J_aSIgg"),
        sender=SENDER,
        salt=from_base64url("DGv6ra1nlYgDCS1FRnbzlw"),
    )

    assert encryption.to_base64url(body) == ENCRYPTED


def test_a_point_that_is_not_on_the_curve_is_no_public_key():
    assert encryption.is_public_key(from_base64url(BROWSER_KEY))
    assert not encryption.is_public_key(b"\4" + bytes(64))
    assert not encryption.is_public_key(b"")


def test_the_longest_message_fits_into_the_length_of_all_messages():
    """A text has at most 150 characters, each of up to four bytes."""
    long = say("{who}", who=Name("1"))
    notice = Notice(NoticeKind.OVER, long, long, f"matches/{MAX_ID}", f"over-{MAX_ID}")

    message = push_message(notice, {"1": "🂡" * 200}, english_template, details=True)

    assert 600 < len(message.text) < encryption.PADDED_LENGTH
