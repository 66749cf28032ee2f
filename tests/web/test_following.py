"""The code a friend scans: it holds the address that other phones can reach."""

import re

from scorekeeper.addresses import home_address


def test_the_code_leads_to_the_front_room_under_the_name_it_was_asked_by(table):
    page = table.test_client().get("/code", headers={"Host": "192.168.1.7:8000"}).text

    assert 'href="http://192.168.1.7:8000/"' in page
    assert 'aria-label="Square code of http://192.168.1.7:8000/"' in page


def test_a_loopback_name_is_replaced_by_the_address_in_the_house(table):
    page = table.test_client().get("/code", headers={"Host": "localhost:8000"}).text

    assert f'href="http://{home_address()}:8000/"' in page


def test_the_code_of_a_match_leads_to_the_match(table):
    page = table.test_client().get("/code?match=7", headers={"Host": "10.0.0.2"}).text

    assert 'href="http://10.0.0.2/matches/7"' in page


def test_anything_else_leads_to_the_front_room(table):
    page = table.test_client().get("/code?match=%3Cb%3E", headers={"Host": "10.0.0.2"}).text

    assert 'href="http://10.0.0.2/"' in page
    assert "<b>" not in page


def test_the_drawing_has_no_style_in_it(table):
    page = table.test_client().get("/code", headers={"Host": "10.0.0.2"}).text

    assert re.search(r'<svg[^>]*class="qr"', page)
    assert "style=" not in page
