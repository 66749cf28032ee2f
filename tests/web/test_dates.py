"""The filters that format dates in templates."""

import pytest
from flask import render_template_string


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("full_date", "Thursday 19 November 1998"),
        ("medium_date", "Thu 19 Nov 1998"),
        ("weekday_date", "Thu 19 Nov"),
        ("month_and_year", "November 1998"),
        ("day_of_month", "Thursday 19"),
        ("other_year", "1998"),
    ],
)
def test_a_date_filter_returns_text_that_needs_no_translation(app, name, text):
    with app.test_request_context():
        assert render_template_string(f"{{{{ '1998-11-19'|{name} }}}}") == text
