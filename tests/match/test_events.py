"""The encoding of events in the log."""

from scorekeeper.match.events import ResultImported, decode_event, encode_event


def test_an_imported_result_keeps_the_keys_that_it_has_in_older_logs():
    event = ResultImported("loba", ("1", "2"), (1, 2), (-5, 3), "2023-09-03", 4, 7)

    kind, body = encode_event(event)

    assert (kind, body["night"], body["batch"]) == ("result noted", "2023-09-03", 7)
    assert not {"evening", "import_id"} & body.keys()
    assert decode_event(kind, body) == event
