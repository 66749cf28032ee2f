"""Helpers that upload old results through the pages, and read the preview and the standings."""

from sqlalchemy import select

from scorekeeper.db.tables import Matches, MatchEvents, Players
from scorekeeper.server import engines
from tests.web.loba_matches import table_columns
from tests.web.page import Page

HEADINGS = "Fecha;Juego;Jugador;Puesto;Puntos\n"
FINE = HEADINGS + (
    "03/09/2023;Chinchon;Ana;1;62\n03/09/2023;Chinchon;BRUNO;2;109\n03/09/2023;Chinchon;Gema;3;103\n"
    "10/09/2023;Loba;Gema;1;\n10/09/2023;Loba;Ana;2;\n"
)


def multipart_body(key, name, data):
    """Return the body of a multipart form with a key and a file."""
    part = '--cut-here\r\nContent-Disposition: form-data; name="{}"{}\r\n\r\n'
    head = f"{part.format('key', '')}{key}\r\n" + part.format("file", f'; filename="{name}"')
    return head.encode() + data + b"\r\n--cut-here--\r\n"


def send_file(phone, data, name="old.csv"):
    """Choose a file on the page, send it as a browser would, and return the page that follows."""
    form = phone.page.find("Check the file", "button").closest("form")
    assert form["enctype"] == "multipart/form-data"
    key = next(box["value"] for box in form.all("input") if box["name"] == "key")
    data = data.encode() if isinstance(data, str) else data
    response = phone.client.post(
        form["action"],
        data=multipart_body(key, name, data),
        content_type="multipart/form-data; boundary=cut-here",
        headers={"Origin": "http://localhost"},
    )
    if response.status_code == 303:
        return phone.go(response.headers["Location"])
    phone.page = Page(response.status_code, form["action"], response.text)
    return phone.page


def upload_file(phone, data, name="old.csv"):
    phone.go("/import")
    return send_file(phone, data, name)


def imported_rows(app):
    """Return the rows of the tables that an import could change, one list per table."""
    with engines.store_of(app).engine.connect() as connection:
        return [
            connection.execute(select(each.__table__)).all()
            for each in (Matches, MatchEvents, Players)
        ]


def listed_names(page, heading):
    return [line.all("b")[0].words for line in page.part(heading).all("li")]


def chosen_option(page, name):
    return next(o.words for o in page.find(name, "select").all("option") if "selected" in o)


def import_file(phone, data):
    """Upload this file, import all of it, and return the page that follows."""
    upload_file(phone, data)
    return phone.tap("Import")


def table_rows(page):
    """Return a list of cell texts for each table row on the page except the first."""
    return [[c.words for c in line.all("th", "td")] for line in page.root.all("tr")][1:]


def standings(phone):
    """Return (name, matches, wins) for each player in the all-time standings."""
    return table_columns(phone.go("/season/all"), "Player", "M", "W")
