"""/robots.txt: search engines may open only public links and static files.

Pages that must not be indexed have the header `X-Robots-Tag: noindex`, which search engines read
only if they may open the page. URLs of links are secret, so the file does not list them.
"""

from flask import Blueprint, Response

bp = Blueprint("robots", __name__)
RULES = """User-agent: *
Allow: /shown/
Allow: /l/*/shown/
Allow: /static/
Disallow: /
"""


@bp.get("/robots.txt")
def show() -> Response:
    return Response(RULES, mimetype="text/plain")
