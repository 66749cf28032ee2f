"""The wheel contains everything and works when installed without the checkout."""

import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.server.processes import ROOT, get, serving

# Folders of the checkout, and their locations in the wheel.
CARRIED = {
    "templates": "scorekeeper/templates",
    "static": "scorekeeper/static",
    "migrations": "scorekeeper/migrations",
    "docs/rules": "scorekeeper/docs/rules",
    "scorekeeper": "scorekeeper",
}


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), cwd=ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed_command(wheel, tmp_path_factory):
    """The path of the `scorekeeper` command in a fresh environment with the wheel installed.

    The environment uses the dependencies of the running Python, so that nothing is downloaded.
    """
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, symlinks=True)
    python = str(folder / "bin" / "python")
    # The pip of the running Python: installing pip into the new environment takes much longer.
    pip = (sys.executable, "-m", "pip", "--python", python)
    run(*pip, "install", "--no-deps", "--no-index", "--no-compile", "--quiet", str(wheel))
    packages = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    Path(packages, "needed.pth").write_text(sysconfig.get_path("purelib"))
    return folder / "bin" / "scorekeeper"


def test_the_wheel_contains_every_packaged_file(wheel):
    with zipfile.ZipFile(wheel) as packed:
        carried = set(packed.namelist())

    for here, there in CARRIED.items():
        files = {
            f"{there}/{file.relative_to(ROOT / here).as_posix()}"
            for file in (ROOT / here).rglob("*")
            if file.is_file() and "__pycache__" not in file.parts
        }
        assert files
        assert sorted(files - carried) == []


def test_the_wheel_contains_only_the_package_and_no_bytecode(wheel):
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()

    assert {re.sub(r"-.*", "", name.partition("/")[0]) for name in names} == {"scorekeeper"}
    assert [name for name in names if "__pycache__" in name] == []


@pytest.mark.thorough
def test_the_installed_wheel_serves_from_an_empty_folder(installed_command, tmp_path):
    with serving(tmp_path, command=[str(installed_command)]) as (_process, host, port):
        page, html = get(host, port, "/join")
        styles, _ = get(host, port, "/static/css/base.css")
        rules, _ = get(host, port, "/rules/gin")

    assert (page.status, styles.status, rules.status) == (200, 200, 200)
    assert b"css/base.css?v=" in html


def test_the_installed_wheel_scores_without_the_checkout(installed_command, tmp_path):
    assert run(str(installed_command), "score", "-", input="[]", cwd=tmp_path) == "[]\n"
