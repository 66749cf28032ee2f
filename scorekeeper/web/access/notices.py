"""The Web Push subscription of the current phone, and the kinds of notifications that it gets.

The page's script subscribes the browser and posts the result as an ordinary form. If no kind of
notification is chosen, the subscription is deleted.
"""

from flask import Blueprint, abort, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access.devices import DeviceNotFound
from scorekeeper.errors import Refused
from scorekeeper.messages import say
from scorekeeper.notices import encryption, subscriptions
from scorekeeper.notices.subscriptions import NoticeKind, PushSubscription
from scorekeeper.web.access import this_phone
from scorekeeper.web.shared import session
from scorekeeper.web.shared.session import current_store

bp = Blueprint("notices", __name__)
NOT_INSTALLED = say(
    "This server cannot send notifications. The person who runs it can change that."
)


@bp.before_request
def require_encryption() -> None:
    if not encryption.is_available():
        abort(404, NOT_INSTALLED)


@bp.post("/phone/notices/key")
def key() -> ResponseReturnValue:
    """Return the public key that browsers subscribe with, as base64url text.

    The key is created when it is first used.
    """
    public = encryption.public_key(subscriptions.vapid_key(current_store()))
    return public, {"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"}


@bp.post("/phone/notices")
def save() -> ResponseReturnValue:
    """Save the kinds of notifications that this phone gets, or switch its notifications off."""
    store, phone = current_store(), session.current_device()
    kinds = [kind.value for kind in NoticeKind if kind in request.form.getlist("kind")]
    try:
        if kinds:
            subscriptions.subscribe(
                store,
                PushSubscription(
                    phone.id,
                    request.form.get("endpoint", ""),
                    request.form.get("p256dh", ""),
                    request.form.get("auth", ""),
                    request.host_url.removesuffix("/"),
                    kinds,
                    "details" in request.form,
                ),
                to_loopback=current_app.config.get("PUSH_TO_LOOPBACK", False),
            )
        else:
            subscriptions.unsubscribe(store, phone.id)
    except Refused as refusal:
        return this_phone.render_this_phone(notice_problem=refusal.problems[0].reason)
    except DeviceNotFound:  # the phone was removed; the next page says so
        pass
    session.current_notifier().subscriptions_changed(store)
    return redirect(url_for("this_phone.show", saved="notices", _anchor="notices"), code=303)
