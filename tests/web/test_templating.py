"""All templates share the globals of the template environment."""

from tests.web.phone import Phone


def test_templates_have_the_globals_of_the_environment_and_no_copies(app):
    Phone(app).go("/")
    app.jinja_env.globals["later"] = "added after the page was loaded"

    template = app.jinja_env.get_template("league/home.html")
    assert template.globals is app.jinja_env.globals
    assert "later" in template.globals
