"""Values that the processes of one run share."""

from tests import shared


def count_words(calls, *words):
    calls.append(words)
    return {word: len(word) for word in words}


class Calls(list):
    """A list of calls with the same `repr` in all processes."""

    def __hash__(self):
        return 0

    def __repr__(self):
        return "calls"


def test_a_value_is_computed_once_and_read_by_other_processes(monkeypatch, tmp_path):
    monkeypatch.setattr(shared, "folder", tmp_path)
    calls = Calls()
    one, other = shared.shared(count_words), shared.shared(count_words)  # as in two processes

    assert one(calls, "ana") == other(calls, "ana") == one(calls, "ana") == {"ana": 3}
    assert other(calls, "ana", "bo") == {"ana": 3, "bo": 2}
    assert calls == [("ana",), ("ana", "bo")]


def test_without_a_folder_each_process_computes_the_value(monkeypatch):
    monkeypatch.setattr(shared, "folder", None)
    calls = Calls()
    one, other = shared.shared(count_words), shared.shared(count_words)

    assert one(calls, "ana") == other(calls, "ana") == {"ana": 3}
    assert len(calls) == 2
