"""Error pages: a sentence, and a link home or a button that sends the form again."""

from urllib.parse import quote

from flask import Flask, g, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, NotFound

from scorekeeper.messages import Message, say
from scorekeeper.web import permissions
from scorekeeper.web.entered_values import entered_lines
from scorekeeper.web.i18n import translate_sentence
from scorekeeper.web.security import is_same_origin

RETRYABLE_STATUSES = {503, 507}  # nothing was saved; the request may be sent again unchanged
REASON_HEADER = "Scorekeeper-Why"  # the error message of a retryable response, for the outbox
# Headers of an error page that answers an htmx request for a part of a page. They make htmx replace
# the whole body.
REPLACE_PAGE_HEADERS = (("HX-Retarget", "body"), ("HX-Reswap", "innerHTML"))
ERROR_MESSAGES = {
    400: say("This request is not valid."),
    403: say("This request came from another site, so nothing was saved."),
    404: say("This page does not exist."),
    405: say("This page does not accept this kind of request. Go back, and try again from there."),
    411: say("The request must include its length."),
    413: say("The request is too large, so it was not read."),
    500: say("Something went wrong on the server. Everything already saved is safe."),
}
DEFAULT_ERROR_MESSAGE = say("The request failed.")


def init_app(app: Flask) -> None:
    app.register_error_handler(HTTPException, error_page)


def error_page(error: HTTPException) -> ResponseReturnValue:
    """Return the error page, with the entered values, because it can replace the form."""
    if error.response is not None:
        return error.response
    code = error.code or 500
    sentence = error_message(error, code)
    page = render_template(
        "shared/error.html",
        code=code,
        sentence=sentence,
        resend_fields=resendable_fields(code),
        entered=entered_lines(code) if is_same_origin() else [],
        removal=g.get("removal"),
        is_stranger=permissions.current_right() is None,
    )
    headers = [(name, value) for name, value in error.get_headers() if name != "Content-Type"]
    if code in RETRYABLE_STATUSES:
        headers += [(REASON_HEADER, quote(sentence)), ("Cache-Control", "no-store")]
    if "HX-Request" in request.headers:
        headers += REPLACE_PAGE_HEADERS
    return page, code, headers


def resendable_fields(code: int) -> list[tuple[str, str]] | None:
    """Return the posted fields, or None if the request must not be sent again unchanged.

    Without scripts, the error page replaces the form, so it must contain the values. They include
    the form's key, so an answer that is sent again counts once. Files, and bodies that could not be
    read, cannot be sent again from this page.
    """
    if code not in RETRYABLE_STATUSES or request.method != "POST" or request.files:
        return None
    fields = list(request.form.items(multi=True))
    return None if request.content_length and not fields else fields


def not_found_page(reason: Message) -> ResponseReturnValue:
    """Return the response of `abort(404, reason)`. Error handlers cannot call `abort`."""
    error = NotFound()
    error.description = reason  # type: ignore[assignment]  # as `error_message` expects
    return error_page(error)


def error_message(error: HTTPException, code: int) -> str:
    """Return the sentence of `abort(404, say("..."))`, or the status code's default sentence."""
    sentence: object = error.description
    if isinstance(sentence, Message):
        return translate_sentence(sentence, {})
    return translate_sentence(ERROR_MESSAGES.get(code, DEFAULT_ERROR_MESSAGE), {})
