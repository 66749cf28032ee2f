"""A league in a pseudo-language, with its owner's phone."""

import pytest

from scorekeeper import create_app
from scorekeeper.server import engines
from tests.language.pseudo import NAMES, pseudo
from tests.members import add_phone
from tests.web.phone import Phone


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    file = tmp_path_factory.mktemp("pseudo") / "matches.sqlite"
    app = create_app({"SQLALCHEMY_DATABASE_URI": str(file), "TRANSLATE": pseudo})
    engines.create_tables(app)
    add_phone(app, name=NAMES[0])
    return app


@pytest.fixture(scope="module")
def people(app):
    """The owner's phone, in a league to which all players have been added."""
    phone = Phone(app)
    phone.go("/league")
    phone.type("⟦Name of the league⟧", "Pseudo")
    phone.tap("⟦Save⟧")
    phone.go("/players")
    for name in NAMES:
        phone.type("⟦Add a name⟧", name)
        phone.tap("⟦Add⟧")
    return phone
