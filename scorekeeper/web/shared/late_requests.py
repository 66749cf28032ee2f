"""Check a phone's permission again when its POST writes, and respond if the phone has lost it."""

from flask import Flask, current_app, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from scorekeeper.access import late_requests
from scorekeeper.access.devices import PermissionLost
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.rights import Right
from scorekeeper.web import permissions
from scorekeeper.web.error_pages import error_page
from scorekeeper.web.extension_keys import LOG_KEY
from scorekeeper.web.shared import session
from scorekeeper.web.shared.session import HOME_ENDPOINT, current_device, current_store


def init_app(app: Flask) -> None:
    """Register the check and the error handler.

    Call this after `session.init_app`, because the check needs the request's phone.
    """
    app.before_request(check_right_in_transactions)
    app.register_error_handler(PermissionLost, respond_to_late_request)


def check_right_in_transactions() -> None:
    """Let each transaction of a POST check again that the phone has the required permission."""
    required_right = permissions.required_right(request.endpoint)
    if request.method != "POST" or required_right is permissions.PUBLIC:
        return
    device_id = current_device().id
    g.store = late_requests.store_of_phone(current_store(), device_id, required_right)
    log: SqlLog = g.get("log") or current_app.extensions[LOG_KEY]
    g.log = late_requests.LogOfPhone(log, device_id, required_right)


def respond_to_late_request(_: PermissionLost) -> ResponseReturnValue:
    """Respond as if the phone had lost its permission before the request.

    The transaction that noticed the loss has changed nothing. The page shows the entered values. If
    the request needed an owner's permission, the response redirects to the home page instead.
    """
    if permissions.required_right(request.endpoint) is not Right.OWNER:
        for name in ("store", "log", "device", "device_id", "right", "me", "league_name", "clock"):
            g.pop(name, None)
        try:
            session.authenticate_device()
            permissions.enforce_permissions()
        except HTTPException as refusal:
            return error_page(refusal)
    return redirect(url_for(HOME_ENDPOINT), code=303)
