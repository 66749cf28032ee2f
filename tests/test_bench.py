"""The test client of `make bench` has its own phone in the measured league."""

from bench import owner
from scorekeeper import create_app
from scorekeeper.server.engines import engine_of


def test_adding_the_benchmark_device_twice_gives_it_access(sqlite):
    app = create_app({"SQLALCHEMY_DATABASE_URI": sqlite})
    phone = owner.browser(app)
    phone.token = None  # not the phone of the tests
    assert phone.get("/players").status_code == 404

    for _ in range(2):
        owner.let_in(app)

    assert phone.get("/players").status_code == 200
    engine_of(app).dispose()
