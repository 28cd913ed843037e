"""Stubs, help, the page of the documentation and the notebooks: all of it as the package is."""

import inspect
import json
import pathlib
import re
import subprocess
import sys

import nbformat
import pytest

import dicehouse

HERE = pathlib.Path(__file__).parent
PAGE = HERE.parents[2] / "docs" / "python.md"
NOTEBOOKS = sorted((HERE.parent / "notebooks").glob("*.ipynb"))


def test_stubs_say_what_the_module_has(tmp_path):
    allowed = tmp_path / "allowed.txt"
    # Views look their fields up, which is no method of the type; and the module lists its names by itself.
    allowed.write_text("dicehouse._native.View.__getattr__\ndicehouse._native.__all__\n")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "dicehouse._native", "--allowlist", allowed],
        capture_output=True, text=True, cwd=tmp_path,
    )
    assert checked.returncode == 0, checked.stdout


def test_help_helps():
    for name in dicehouse.__all__:
        thing = getattr(dicehouse, name)
        if not (inspect.isclass(thing) or callable(thing)):
            continue
        assert inspect.getdoc(thing), name
        methods = vars(thing) if inspect.isclass(thing) else {}
        for method, what in methods.items():
            if not method.startswith("_") and (callable(what) or inspect.isdatadescriptor(what)):
                assert inspect.getdoc(what), f"{name}.{method}"
    assert "..." not in str(inspect.signature(dicehouse.contest))


def blocks():
    found = re.findall(r"(<!-- not run[^\n]*\n)?```python\n(.*?)```", PAGE.read_text(), re.S)
    return [block for left_out, block in found if not left_out]


def test_the_page_runs(capsys):
    names = {}
    for block in blocks():
        exec(compile(block, str(PAGE), "exec"), names)
    assert len(blocks()) >= 12


def test_the_page_documents_every_field_and_name():
    text = PAGE.read_text()
    documented = {}
    for game, section in re.findall(r"\n`(liars|claims|pairs)`:\n\n(.*?)(?=\n\n)", text, re.S):
        documented[game] = re.findall(r"^\| `(\w+)` \|", section, re.M)
    for game, fields in documented.items():
        assert fields == [name for name, _, _ in dicehouse.Ruleset(game).observation_fields()]
    assert set(documented) == {"liars", "claims", "pairs"}
    assert f"version {dicehouse.OBSERVATION_VERSION} of the layout" in text
    for name in ("vec", "benchmark", "run_program", "contest", "exploit", "solve", "review", "play", "bot"):
        assert f"dicehouse.{name}(" in text


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path, monkeypatch, capsys):
    nbformat.validate(json.loads(path.read_text()))
    monkeypatch.setenv("DICEHOUSE_NOTEBOOK_SECONDS", "6")
    names = {"__name__": "__main__"}
    for cell in json.loads(path.read_text())["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"], "notebooks are kept without their output"
            exec(compile("".join(cell["source"]), str(path), "exec"), names)
    if path.stem == "train-an-agent":
        assert names["result"].won("mine")[0] > names["result"].won("random")[0], str(names["result"])


def test_there_are_three_notebooks():
    assert [path.stem for path in NOTEBOOKS] == ["play-and-look", "solve-and-exploit", "train-an-agent"]
