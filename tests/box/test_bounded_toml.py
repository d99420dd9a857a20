"""TOML from people: what the parser could take long for is refused before it is parsed."""

from __future__ import annotations

import contextlib
import time
import tomllib
from pathlib import Path

import pytest

from rentier.box.bounded_toml import DEEPEST, LONGEST_KEY, MOST_DOTS, load_toml
from rentier.box.reading import read_table
from rentier.errors import RentierError
from rentier.record.position import read_toml

HOME = Path(__file__).parents[2]
DOTTED = ".".join("a" * 10_000)


@pytest.mark.parametrize(
    "text",
    [
        f"{DOTTED} = 1",
        f"x = 1\n[{DOTTED}]",
        f"[[{DOTTED}]]",
        f"x = {{ {DOTTED} = 1 }}",
        f"x = [{{ y = 1, {DOTTED} = 1 }}]",
        " . ".join(['"a"', "'a'"] * 5_000) + " = 1",
        f'x = """\n\\""" [ """\n{DOTTED} = 1',
        f"x = '''it''s'''\n{DOTTED} = 1",
        f'x = "#"  # "\n{DOTTED} = 1',
    ],
)
def test_a_key_with_many_dots_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=f"a key should have at most {MOST_DOTS} dots"):
        load_toml(text)


@pytest.mark.parametrize("text", ["x = " + "[" * 100_000, "x = " + "{a = " * 50_000, "x = [\n" * 30])
def test_deep_nesting_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=f"nested at most {DEEPEST} deep"):
        load_toml(text)


@pytest.mark.parametrize("text", ["a" * 1000 + " = 1", f"['{'a' * 1000}']", f"x = [{{ {'a' * 1000} = 1 }}]"])
def test_a_long_key_is_refused_without_being_shown(text: str) -> None:
    with pytest.raises(ValueError, match=f"a key should have at most {LONGEST_KEY} characters") as refused:
        load_toml(text)
    assert len(str(refused.value)) < 100


@pytest.mark.parametrize(
    "text",
    [
        "about = 'wait ................... for it'",
        f'about = """\n{DOTTED} = 1\n[[[[[[[[[[[[[[[[[[[[[[[[[[[[\n"""',
        f"x = 1  # {DOTTED}",
        "x = [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5, 12.5]",
        "x = 1979-05-27T07:32:00.999999Z",
        "a.b.c = 1\na.b.d = 2\n[e.f]\ng.h = { i.j = [{ k = 1 }] }",
        'x = "\\"[[[[[[[[[[[[[[[[[[[[[["\ny = ["]", "["]',
        "".join(f"[[players]]\ncash = {cash}\n" for cash in range(40)),
    ],
)
def test_anything_else_is_read_as_the_parser_reads_it(text: str) -> None:
    assert load_toml(text) == tomllib.loads(text)


def test_every_file_of_the_project_is_read_as_the_parser_reads_it() -> None:
    files = [*HOME.glob("rentier/**/*.toml"), *HOME.glob("docs/**/*.toml"), *HOME.glob("examples/**/*.toml")]
    assert len(files) > 20
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert load_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize("part", ['"\\"', '"""', "'''a", "[", "a.", "a.\n", '"', '"a".', '\\"', "{a=", "#\n", '"""\\', "''"])
def test_the_time_to_refuse_or_read_grows_with_the_size_and_not_faster(part: str) -> None:
    def seconds(length: int) -> float:
        text, took = part * (length // len(part)), []
        for _ in range(3):
            start = time.thread_time()
            with contextlib.suppress(ValueError):
                load_toml(text)
            took.append(time.thread_time() - start)
        return min(took)

    assert seconds(400_000) < 4 * 20 * max(seconds(20_000), 1e-4)


def test_positions_and_files_are_bounded(tmp_path: Path) -> None:
    with pytest.raises(RentierError, match=r"position: not valid TOML: a key should have at most 10 dots \(at line 1\)"):
        read_toml("position", f"{DOTTED} = 1")
    file = tmp_path / "preset.toml"
    file.write_text(f"\n{DOTTED} = 1")
    with pytest.raises(RentierError, match=r"preset.toml: not valid TOML: a key should have at most 10 dots \(at line 2\)"):
        read_table(file)
