"""A window without a frame that shows WebKit, for the WebDriver of WebKitGTK.

This file runs in the system's Python, which has PyGObject. The environment contains the size of the
window (WIDTH, HEIGHT in pixels) and a script that runs before the scripts of each page (SCRIPT).
"""

import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402  # the versions must be chosen first


def open_view(_session):
    """Return a view that the WebDriver controls, in a window of its own."""
    settings = WebKit2.Settings()
    settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    scripts = WebKit2.UserContentManager()
    frames, start = (
        WebKit2.UserContentInjectedFrames.ALL_FRAMES,
        WebKit2.UserScriptInjectionTime.START,
    )
    scripts.add_script(WebKit2.UserScript.new(os.environ["SCRIPT"], frames, start, None, None))
    view = WebKit2.WebView(
        is_controlled_by_automation=True,
        web_context=context,
        settings=settings,
        user_content_manager=scripts,
    )
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(int(os.environ["WIDTH"]), int(os.environ["HEIGHT"]))
    window.add(view)
    window.show_all()
    return view


context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.connect(
    "automation-started",
    lambda _context, session: session.connect("create-web-view", open_view),
)
Gtk.main()
