"""Write the rules that the page shows, from docs/rules-reference.md: `python -m scripts.rules_page`.

Only the text of each rule and the names of its switches are taken; sources, code and tests are for readers of the reference.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parent.parent / "docs" / "rules-reference.md"
TARGET = Path(__file__).parent.parent / "rentier" / "web" / "page" / "rules.json"
LAST_CHAPTER = 15  # the others are about short games, worth, and house rules, which the switches of a table say

CHAPTER = re.compile(r"^## (\d+) (.+)$", re.MULTILINE)
RULE = re.compile(r'^- <a id="rule-[\d-]+"></a>\*\*([\d.]+)\*\* (.*?)(?=^- <a|^#|\Z)', re.MULTILINE | re.DOTALL)
SWITCHES = re.compile(r"Switch(?:es)?: ((?:`\w+`(?:, )?)+)")
LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
ORIGIN = re.compile(r"\s*\*[^*]+\*$")  # where a rule comes from


def rules() -> list[dict[str, Any]]:
    """Return the topics with their rules: number, text, and the switches that change it."""
    parts = CHAPTER.split(SOURCE.read_text(encoding="utf-8"))[1:]
    chapters = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    return [
        {"topic": title, "rules": [_rule(*found) for found in RULE.findall(text)]}
        for number, title, text in chapters
        if int(number) <= LAST_CHAPTER
    ]


def _rule(number: str, entry: str) -> dict[str, Any]:
    """Return one rule."""
    text, _, rest = entry.partition("\\\n")
    plain = LINK.sub(r"\1", " ".join(text.split())).replace("`", "")
    switches = SWITCHES.search(" ".join(rest.split()))
    return {
        "number": number,
        "text": ORIGIN.sub("", plain),
        "switches": re.findall(r"\w+", switches[1]) if switches else [],
    }


def rules_text() -> str:
    """Return the file."""
    return json.dumps(rules(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    TARGET.write_text(rules_text(), encoding="utf-8")
