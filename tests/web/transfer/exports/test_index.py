"""The import and export page links to all exports, and to imports of a league or old results."""

from tests.web.addresses import addresses

ON_OTHER_PAGES = {"/ratings.csv"}  # on the page with the same table


def test_the_import_and_export_page_links_to_all_exports_and_the_import(app, phone, friends):
    page = phone.go("/in-and-out")

    linked = {link["href"] for link in page.root.all("a")}
    exports = {*addresses(app, ".jsonl", ".csv", ".atom")} - ON_OTHER_PAGES
    assert "/matches.csv" in exports
    assert linked >= {"/restore", *exports}
    assert phone.tap("Restore from a backup file").title == "Restore from a backup file"


def test_the_import_and_export_page_links_to_old_results(app, phone):
    phone.go("/in-and-out")
    assert phone.tap("Old results").path == "/import"


def test_the_import_and_export_page_omits_missing_routes(app, phone):
    app.view_functions = {
        name: view for name, view in app.view_functions.items() if name != "feeds.results"
    }

    assert "Results as a feed" not in phone.go("/in-and-out").words
