"""Write the pages of docs/ that are generated from the program's own data: `python -m scripts.reference`.

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

A preset is a named set of rules: a board, its decks, and about sixty switches. In every command that plays, `--rules` chooses a
preset and `--set` changes one of its switches; on the [web page](web.md) you choose both for a table. A file of your own can be
used wherever a preset's name can ([boards, decks and presets of your own](boards.md)). `rentier rules` and
`rentier rules PRESET` print what is listed here.

```sh
rentier match aggressive bot --rules tournament --set auction=sealed --set start_cash=1000 --games 20
```"""
CATALOGUE = """\
<!-- written by `python -m scripts.reference`: change the data it reads, not this page -->

# The catalogue of agents

A spec names an agent: its name, and after a colon its settings, either numbers in order or any setting by name, as in
`aggressive:trades=no`. Specs are used wherever an agent is needed: in matches and leagues, on the web page, and inside `mcts`.
`rentier agents` prints this list, and the agents you have saved.

```sh
rentier match aggressive:trades=no khan:greedy reserve:350,150 --games 20
```

Your own agents are files ([writing an agent](agents.md)). [Tuning](tune.md) finds better settings, and
[looking ahead](looking-ahead.md) explains those of `mcts`. [Leagues](league.md) show how strong the agents are, and
[the works](works.md) says where they come from and how we read their authors."""


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def code(text: str) -> str:
    """Return a text as inline code."""
    return f"`{text}`"


def switches_page() -> str:
    """Return the page of every preset and every switch."""
    boxes = [load_box(name) for name in preset_names()]
    parts = [
        SWITCHES,
        "## Presets",
        table(
            ("preset", "version", "title", "in short"),
            [(f"[{code(box.name)}](#{anchor(box.name)})", str(box.version), box.title, box.about) for box in boxes],
        ),
        "## Switches",
        "Every switch with its possible values, its default, and the presets that set another value.",
    ]
    for section, switches in groupby(switch_definitions().values(), key=lambda switch: switch.section):
        rows = [(code(s.name), s.explain, s.expected, code(setting_text(s.default)), setters(s, boxes)) for s in switches]
        parts += [f"### {section}", table(("switch", "meaning", "values", "default", "other values in presets"), rows)]
    parts += ["## What each preset sets", "Only switches that differ from their default are listed."]
    for box in boxes:
        parts += preset_section(box)
    return "\n\n".join(parts) + "\n"


def anchor(preset: str) -> str:
    """Return the anchor of a preset's section."""
    return f"the-preset-{preset}"


def setters(switch: Switch, boxes: list[Box]) -> str:
    """Return the values other than its default that presets give a switch, and which presets do so."""
    found: dict[str, list[str]] = {}
    for box in boxes:
        if box.switches[switch.name] != switch.default:
            found.setdefault(setting_text(box.switches[switch.name]), []).append(box.name)
    return "; ".join(f"{code(value)} {', '.join(names)}" for value, names in found.items())


def preset_section(box: Box) -> list[str]:
    """Return the section of a preset: its board and the switches that it sets."""
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
    """Return the page of every agent."""
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
    """Return the section of an agent: what it does, where it comes from, and its settings."""
    source = kind.target.partition(":")[0].replace(".", "/") + ".py"
    specs = " or ".join(map(code, dict.fromkeys((kind.example, *kind.aliases))))
    parts = [
        f"## {code(kind.spec)}",
        f"{kind.explain}.",
        f"- Spec: {specs}\n- Work: {kind.source}\n- Source: [{code(source)}](../{source})",
    ]
    if kind.file or kind.network:
        parts[-1] += f"\n- Bundled file: {code(kind.file or kind.network)}; for another file write {code(kind.spec + ':FILE')}"
    if kind.non_increasing:
        parts[-1] += "\n- No number may exceed the one before it"
    if kind.settings:
        rows = [setting_row(setting) for setting in kind.settings]
        parts.append(table(("setting", "values", "default", "range for `rentier tune`"), rows))
    if kind.words:
        default = f"; the default is {code(kind.default_word)}" if kind.default_word else ""
        parts.append(f"One word may stand for all numbers{default}:")
        rows = [(code(word), *map(number_text, numbers)) for word, numbers in kind.words]
        parts.append(table(("word", *kind.setting_names), rows))
    return parts


def setting_row(setting: Setting) -> tuple[str, str, str, str]:
    """Return the row of one setting of an agent."""
    must = "required" if setting.required else "optional"
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
