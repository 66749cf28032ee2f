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
    monkeypatch.setenv(shared.FOLDER_VARIABLE, str(tmp_path))
    calls = Calls()
    one, other = shared.shared(count_words), shared.shared(count_words)  # as in two processes

    assert one(calls, "ana") == other(calls, "ana") == one(calls, "ana") == {"ana": 3}
    assert other(calls, "ana", "bo") == {"ana": 3, "bo": 2}
    assert calls == [("ana",), ("ana", "bo")]


def test_without_a_folder_each_process_computes_the_value(monkeypatch):
    monkeypatch.delenv(shared.FOLDER_VARIABLE)
    calls = Calls()
    one, other = shared.shared(count_words), shared.shared(count_words)

    assert one(calls, "ana") == other(calls, "ana") == {"ana": 3}
    assert len(calls) == 2


def test_only_the_first_process_of_a_run_creates_and_removes_the_folder(monkeypatch):
    monkeypatch.delenv(shared.FOLDER_VARIABLE)

    folder = shared.create_folder()

    assert shared.create_folder() is None
    shared.remove_folder(None)
    assert shared.os.environ[shared.FOLDER_VARIABLE] == folder.name
    shared.remove_folder(folder)
    assert shared.FOLDER_VARIABLE not in shared.os.environ
