"""The reference of rules: all that it names exists, the code cites its rules, and nothing cites a rule that it lacks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from rentier.box import switch_definitions

HOME = Path(__file__).parent.parent
PAGE = HOME / "docs" / "rules-reference.md"
CHAPTERS = 18
EDGE_CASES = 91
RULE, EDGE_CASE = "rule", "edge case"
Citation = tuple[str, str]  # RULE or EDGE_CASE, and its number

ENTRY = re.compile(r'^- <a id="([a-z0-9-]+)"></a>\*\*([\d.]+)\*\* (.*?)(?=^- |^#|\Z)', re.MULTILINE | re.DOTALL)
DETAILS = re.compile(r"(?:Switch(?:es)?: (?P<switches>.+?) · )?Code: (?P<code>.+?) · Tests?: (?P<tests>.+)")
NUMBER = r"\d+(?:\.\d+)?"
CITED = re.compile(rf"\b(rules?|edge cases?) ({NUMBER}(?:(?:,| and| to|, and) {NUMBER})*)", re.IGNORECASE)
RANGE = re.compile(rf"({NUMBER})(?: to ({NUMBER}))?")
WRITTEN_BY_HAND = {".py", ".md", ".js", ".toml"}
FOLDERS = ("rentier", "tests", "docs", "scripts", "examples", "benchmarks")


@dataclass(frozen=True)
class Entry:
    """A rule or an edge case as the page gives it. What stands for no code or no test is not among `code` and `tests`."""

    kind: str
    number: str
    anchor: str
    text: str
    switches: tuple[str, ...]
    code: tuple[str, ...]
    tests: tuple[str, ...]
    details: str


def quoted(text: str | None) -> tuple[str, ...]:
    """What stands between backquotes."""
    return tuple(re.findall(r"`([^`]+)`", text or ""))


def read_page(page: str) -> list[Entry]:
    """Every rule and edge case of the page."""
    entries = []
    for anchor, number, body in ENTRY.findall(page):
        text, _, details = body.partition("\\\n")
        details = " ".join(details.split())
        found = DETAILS.fullmatch(details)
        assert found, f"{number}: the line of details should be 'Switches: ... · Code: ... · Tests: ...', not {details!r}"
        kind = RULE if "." in number else EDGE_CASE
        names = (quoted(found[part]) for part in ("switches", "code", "tests"))
        entries.append(Entry(kind, number, anchor, " ".join(text.split()), *names, details))
    return entries


@cache
def entries() -> tuple[Entry, ...]:
    """The entries of the page in the project."""
    return tuple(read_page(PAGE.read_text(encoding="utf-8")))


def spread(first: str, last: str) -> Iterator[str]:
    """The numbers of a range: 6 to 9, or 9.1 to 9.5."""
    chapter, dot, start = first.rpartition(".")
    last_chapter, _, end = (last or first).rpartition(".")
    assert chapter == last_chapter, f"{first} to {last} should be a range within one chapter"
    assert int(start) <= int(end), f"{first} to {last} should rise"
    for number in range(int(start), int(end) + 1):
        yield f"{chapter}{dot}{number}"


def citations(text: str) -> set[Citation]:
    """The rules, chapters and edge cases that a text cites, also across the lines of a comment."""
    joined = re.sub(r"\s*\n[\s#]*", " ", text)
    return {
        (RULE if word.lower().startswith("rule") else EDGE_CASE, number)
        for word, numbers in CITED.findall(joined)
        for first, last in RANGE.findall(numbers)
        for number in spread(first, last)
    }


def known(found: tuple[Entry, ...]) -> set[Citation]:
    """What may be cited: rules, edge cases and whole chapters."""
    return {(entry.kind, entry.number) for entry in found} | {
        (RULE, entry.number.partition(".")[0]) for entry in found if entry.kind == RULE
    }


def texts() -> Iterator[tuple[Path, str]]:
    """The files that may cite a rule, but for this one, which cites some that do not exist."""
    for folder in FOLDERS:
        for path in sorted((HOME / folder).rglob("*")):
            if path.suffix in WRITTEN_BY_HAND and path.is_file() and path != Path(__file__):
                yield path, path.read_text(encoding="utf-8")
    for path in sorted(HOME.glob("*.md")):
        yield path, path.read_text(encoding="utf-8")


def has_test(name: str) -> bool:
    """Whether `file::test_name` is a test, the file being named from tests/."""
    file, _, function = name.partition("::")
    path = HOME / "tests" / file
    return path.is_file() and bool(re.search(rf"^def {re.escape(function)}\(", path.read_text(encoding="utf-8"), re.MULTILINE))


def missing(entry: Entry) -> list[str]:
    """The files, switches and tests that an entry names although there are none."""
    return [
        *(f"{entry.number}: no switch {name}" for name in entry.switches if name not in switch_definitions()),
        *(f"{entry.number}: no file rentier/{name}" for name in entry.code if not (HOME / "rentier" / name).is_file()),
        *(f"{entry.number}: no test tests/{name}" for name in entry.tests if not has_test(name)),
    ]


def uncited(entry: Entry) -> list[str]:
    """The code files that an entry names although they do not cite it. A citation of its whole chapter is not enough."""
    return [
        f"rentier/{name} does not cite {entry.kind} {entry.number}"
        for name in entry.code
        if (entry.kind, entry.number) not in citations((HOME / "rentier" / name).read_text(encoding="utf-8"))
    ]


def test_rules_and_edge_cases_are_numbered_without_a_gap() -> None:
    rules = [tuple(map(int, entry.number.split("."))) for entry in entries() if entry.kind == RULE]
    assert sorted({chapter for chapter, _ in rules}) == [*range(1, CHAPTERS + 1)]
    for chapter in range(1, CHAPTERS + 1):
        numbers = [number for other, number in rules if other == chapter]
        assert numbers == [*range(1, len(numbers) + 1)], f"chapter {chapter}"
    assert [int(entry.number) for entry in entries() if entry.kind == EDGE_CASE] == [*range(1, EDGE_CASES + 1)]


def test_every_entry_can_be_linked_to() -> None:
    for entry in entries():
        assert entry.anchor == f"{entry.kind} {entry.number}".replace(" ", "-").replace(".", "-")


def test_every_file_switch_and_test_that_is_named_exists() -> None:
    assert [line for entry in entries() for line in missing(entry)] == []


def test_every_entry_has_code_and_a_test_or_says_why_not() -> None:
    for entry in entries():
        assert entry.code or "Code: none" in entry.details, entry.number
        assert entry.tests or re.search(r"Test: none: \w+", entry.details), f"{entry.number} should say why it has no test"
    assert [entry.number for entry in entries() if not entry.tests] == ["1.7", "16.8", "18.13"]


def test_every_number_that_is_cited_exists() -> None:
    exists = known(entries())
    unknown = [
        f"{path.relative_to(HOME)} cites {kind} {number}"
        for path, text in texts()
        for kind, number in sorted(citations(text) - exists)
    ]
    assert unknown == []


def test_the_code_cites_what_it_carries_out() -> None:
    assert [line for entry in entries() for line in uncited(entry)] == []


def test_the_page_names_the_code_that_cites_a_rule() -> None:
    code = {(entry.kind, entry.number): entry.code for entry in entries()}
    for path in sorted((HOME / "rentier").rglob("*.py")):
        name = str(path.relative_to(HOME / "rentier"))
        for cited in sorted(citations(path.read_text(encoding="utf-8")) & set(code)):
            assert name in code[cited], f"rentier/{name} cites {' '.join(cited)}, and the page does not name it there"


def test_the_index_names_every_switch_with_its_rules_and_edge_cases() -> None:
    index = PAGE.read_text(encoding="utf-8").partition("## Index of switches")[2]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in index.splitlines() if line.startswith("| `")]
    assert [row[0].strip("`") for row in rows] == [*switch_definitions()]
    for name, _, _, rules, cases in rows:
        changed = [entry for entry in entries() if name.strip("`") in entry.switches]
        assert rules.split(", ") == [entry.number for entry in changed if entry.kind == RULE], name
        assert [*filter(None, cases.split(", "))] == [entry.number for entry in changed if entry.kind == EDGE_CASE], name


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("Decline to buy (rules 4.2).", {(RULE, "4.2")}),
        ("Landing (rules 4, 6 to 9).", {(RULE, number) for number in "46789"}),
        ("Cards (rules 9.1 to 9.3)", {(RULE, "9.1"), (RULE, "9.2"), (RULE, "9.3")}),
        ("(rules 14.4 and 14.5 forbid both)", {(RULE, "14.4"), (RULE, "14.5")}),
        ("(rules 15, edge cases 79 to 81)", {(RULE, "15"), (EDGE_CASE, "79"), (EDGE_CASE, "80"), (EDGE_CASE, "81")}),
        ("Edge cases 85, 90 and 91: the end.", {(EDGE_CASE, "85"), (EDGE_CASE, "90"), (EDGE_CASE, "91")}),
        ("equally many turns (rules\n    16.6, edge\n    case 90)", {(RULE, "16.6"), (EDGE_CASE, "90")}),
        ("x = 1  # a comment (rules\n    # 10.2)", {(RULE, "10.2")}),
        ("the rules of 2018, and rules, 5 of them", set()),
    ],
)
def test_citations_are_found(text: str, cited: set[Citation]) -> None:
    assert citations(text) == cited


@pytest.mark.parametrize("text", ["rules 9.5 to 9.1", "rules 9.1 to 10.2", "edge cases 5 to 2"])
def test_a_range_that_is_none_is_noticed(text: str) -> None:
    with pytest.raises(AssertionError, match="should"):
        citations(text)


FORGED = """\
- <a id="rule-4-2"></a>**4.2** Buying is optional. *All.*\\
  Switches: `auction`, `auktion` · Code: `game/agenda.py`, `game/agendas.py` · Tests: `rules/test_auctions.py::test_nothing`,
  `rules/test_nothing.py::test_passing_is_final`, `rules/test_auctions.py::test_passing_is_final`
"""


def test_what_does_not_exist_is_noticed() -> None:
    (entry,) = read_page(FORGED)
    assert missing(entry) == [
        "4.2: no switch auktion",
        "4.2: no file rentier/game/agendas.py",
        "4.2: no test tests/rules/test_auctions.py::test_nothing",
        "4.2: no test tests/rules/test_nothing.py::test_passing_is_final",
    ]


def test_a_file_that_does_not_cite_its_rule_is_noticed() -> None:
    (entry,) = read_page(FORGED.replace(", `game/agendas.py`", ", `game/bits.py`"))
    assert uncited(entry) == ["rentier/game/bits.py does not cite rule 4.2"]
    (chapter_alone,) = read_page(FORGED.replace("4.2", "10.9").replace("game/agenda.py`, `game/agendas.py", "game/jail.py"))
    assert uncited(chapter_alone) == ["rentier/game/jail.py does not cite rule 10.9"]


def test_a_citation_of_nothing_is_noticed() -> None:
    assert citations("rules 4.2, 4.4 and 19") - known(entries()) == {(RULE, "4.4"), (RULE, "19")}
    assert citations("edge cases 91 and 92") - known(entries()) == {(EDGE_CASE, "92")}
