"""Genes of Pring 2015 as a file: one number from 0 to 1 for each deed of the London board.

    [genes]
    "Old Kent Road" = 0.147
    "Mayfair" = 0.932

As settings of an agent they are numbered by square; squares of that board without a deed have `NO_GENE`.
"""

from __future__ import annotations

from pathlib import Path

from rentier.box import Box, load_box
from rentier.box.reading import Table, describe, read_table
from rentier.box.record import MOST_SQUARES
from rentier.errors import RentierError

PUBLISHED = Path(__file__).parent / "data" / "pring-genes.toml"
BOARD = "uk-classic"
NO_GENE = 0.5
EXPECTED = "a number from 0 to 1"


def read_genes(path: Path) -> tuple[float, ...]:
    """The genes of a file by number of square; a wrong or missing one is refused in one line."""
    table = read_table(path)
    if "genes" not in table.values:
        raise table.wrong("genes", f'missing; expected a table [genes] with {EXPECTED} for each deed, as in "Mayfair" = 0.9')
    named = table.table("genes")
    table.finish()
    box = load_box(BOARD)
    genes: dict[int, float] = {}
    for name, value in named.values.items():
        square = _deed(box, named, name)
        if square in genes:
            raise named.wrong(name, f"{box.deed_name(square)!r} is given twice, by another of its names too")
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
            raise named.wrong(name, f"{describe(value)} should be {EXPECTED}")
        genes[square] = float(value)
    for number, printed in enumerate(box.board.squares):
        if printed.is_deed and number not in genes:
            raise named.wrong(printed.name, f"missing; expected {EXPECTED}, as for every deed of the London board")
    return tuple(genes.get(number, NO_GENE) for number in range(MOST_SQUARES))


def _deed(box: Box, named: Table, name: str) -> int:
    """The square of a deed by its name."""
    try:
        square = box.square_number(name)
        box.deed_name(square)
    except RentierError as error:
        raise named.wrong(name, str(error)) from None
    return square
