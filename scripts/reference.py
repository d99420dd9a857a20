"""Writes the pages of docs/ that list what the program knows, from its own data: `python -m scripts.reference`.

`switches.md` has every preset and every switch, `catalogue.md` every agent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from rentier.agents.catalogue import AgentKind, Setting, agent_kinds, number_text
from rentier.box import Box, Switch, load_box, preset_names, switch_definitions
from rentier.cli.common import setting_text

DOCS = Path(__file__).parent.parent / "docs"
SWITCHES = """\
<!-- written by `python -m scripts.reference`: change the data it reads, not this page -->

# Presets and switches

A preset is a set of rules with a name: a board, its decks, and some sixty switches. `--rules` chooses one and `--set` changes a
switch of it, in every command that plays; on the page to play on both are chosen for a table. A file of your own goes wherever
a preset's name does ([boards, decks and presets of your own](boards.md)). `rentier rules` and `rentier rules PRESET` print what
stands here.

```sh
rentier match aggressive bot --rules tournament --set auction=sealed --set start_cash=1000 --games 20
```"""
CATALOGUE = """\
<!-- written by `python -m scripts.reference`: change the data it reads, not this page -->

# The catalogue of agents

An agent is named by a spec: its name, and after a colon its settings, numbers in their order or any setting by name, as in
`aggressive:trades=no`. A spec goes wherever an agent does: in matches and leagues, on the page to play on, in the thoughts of
`mcts`. `rentier agents` prints this list, and the agents you have saved.

```sh
rentier match aggressive:trades=no khan:greedy reserve:350,150 --games 20
```

Agents of your own are files ([writing an agent](agents.md)), better settings are found by [tuning](tune.md), those of `mcts`
are explained in [looking ahead](looking-ahead.md). How strong they are: [the first league](league.md). What their works say,
and what we read into them: [the works](works.md)."""


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of Markdown."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def code(text: str) -> str:
    """Text as a command writes it."""
    return f"`{text}`"


def switches_page() -> str:
    """Every preset and every switch."""
    boxes = [load_box(name) for name in preset_names()]
    parts = [
        SWITCHES,
        "## Presets",
        table(
            ("preset", "version", "title", "in short"),
            [(f"[{code(box.name)}](#{anchor(box.name)})", str(box.version), box.title, box.about) for box in boxes],
        ),
        "## Switches",
        "Each with what it may be, its default, and the presets that set it otherwise.",
    ]
    for section, switches in groupby(switch_definitions().values(), key=lambda switch: switch.section):
        rows = [(code(s.name), s.explain, s.expected, code(setting_text(s.default)), setters(s, boxes)) for s in switches]
        parts += [f"### {section}", table(("switch", "what it says", "may be", "default", "set otherwise by"), rows)]
    parts += ["## What each preset sets", "Switches that differ from their default; all others have it."]
    for box in boxes:
        parts += preset_section(box)
    return "\n\n".join(parts) + "\n"


def anchor(preset: str) -> str:
    """Where the section of a preset begins."""
    return f"the-preset-{preset}"


def setters(switch: Switch, boxes: list[Box]) -> str:
    """The values that presets give a switch in place of its default, and which do."""
    found: dict[str, list[str]] = {}
    for box in boxes:
        if box.switches[switch.name] != switch.default:
            found.setdefault(setting_text(box.switches[switch.name]), []).append(box.name)
    return "; ".join(f"{code(value)} {', '.join(names)}" for value, names in found.items())


def preset_section(box: Box) -> list[str]:
    """One preset: its board and the switches that it sets."""
    edition = f", edition {code(box.board.edition)}" if box.board.edition else ""
    cards = " and ".join(str(len(cards)) for cards in box.decks)
    squares = len(box.board.squares)
    about = f"{box.title}. {box.about}.\n\nBoard: {box.board.title}{edition}, {squares} squares; decks of {cards} cards."
    rows = [
        (code(switch.name), code(setting_text(box.switches[switch.name])), code(setting_text(switch.default)))
        for switch in switch_definitions().values()
        if box.switches[switch.name] != switch.default
    ]
    settings = table(("switch", "here", "default"), rows) if rows else "Every switch has its default."
    return [f"### The preset {code(box.name)}", about, settings]


def catalogue_page() -> str:
    """Every agent."""
    kinds = agent_kinds()
    parts = [
        CATALOGUE,
        table(
            ("agent", "what it does", "work"),
            [(f"[{code(kind.spec)}](#{kind.spec})", kind.explain, kind.source) for kind in kinds],
        ),
    ]
    for kind in kinds:
        parts += agent_section(kind)
    return "\n\n".join(parts) + "\n"


def agent_section(kind: AgentKind) -> list[str]:
    """One agent: what it does, where it comes from, and all that can be set."""
    source = kind.home.partition(":")[0].replace(".", "/") + ".py"
    specs = " or ".join(map(code, dict.fromkeys((kind.example, *kind.also))))
    parts = [
        f"## {code(kind.spec)}",
        f"{kind.explain}.",
        f"- Written: {specs}\n- Work: {kind.source}\n- Source: [{code(source)}](../{source})",
    ]
    if kind.file or kind.network:
        parts[-1] += f"\n- Comes with {code(kind.file or kind.network)}; another file is named as {code(kind.spec + ':FILE')}"
    if kind.falling:
        parts[-1] += "\n- No number may exceed the one before it"
    if kind.settings:
        rows = [setting_row(setting) for setting in kind.settings]
        parts.append(table(("setting", "may be", "default", "where `rentier tune` looks"), rows))
    if kind.words:
        usual = f"; {code(kind.usual)} is meant where nothing is said" if kind.usual else ""
        parts.append(f"One word may stand for all numbers{usual}:")
        rows = [(code(word), *map(number_text, numbers)) for word, numbers in kind.words]
        parts.append(table(("word", *kind.setting_names), rows))
    return parts


def setting_row(setting: Setting) -> tuple[str, str, str, str]:
    """One setting of an agent."""
    must = "must be said" if setting.required else "may be left out"
    default = must if setting.default is None else code(setting.text(setting.default))
    searched = f"{number_text(setting.range[0])} to {number_text(setting.range[1])}" if setting.range else ""
    return code(setting.name), setting.expected, default, searched


PAGES = {"switches.md": switches_page, "catalogue.md": catalogue_page}


def main() -> None:
    """Write the pages."""
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
