"""`rentier genetic`: evolve players with genes; winners have children, and the best genes remain."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rentier.agents.pring_genes import find_granularity, genes_text
from rentier.cli.common import (
    STANDARD_OUTPUT,
    check_out,
    check_writable,
    console,
    count,
    executor_options,
    json_option,
    open_workers,
    overrides_text,
    read_rules,
    write_json,
)
from rentier.cli.progress import games_bar
from rentier.cli.settings import read_settings, settings_options
from rentier.files import write_text
from rentier.learn.heredity import Genetics

if TYPE_CHECKING:
    from rentier.box import Box
    from rentier.learn.genetic import Evolution

BAR = 20  # width of the longest bar, in columns
SHOWN = 40  # genes in the table
EPILOG = """\b
Examples:
  rentier genetic --out run
  rentier genetic --population 1000 --games 40000 --granularity groups --out groups
  rentier genetic --parents 1 --crossing none --mutated 3 --mutation redraw --out wild"""


@click.command(epilog=EPILOG)
@settings_options(Genetics)
@click.option("--rules", default="pring2015", show_default=True, metavar="PRESET|FILE", help="Rules to play by.")
@click.option(
    "--set", "overrides", multiple=True, metavar="SWITCH=VALUE", help="Change a switch (an option of the rules); repeatable."
)
@executor_options
@click.option("--out", required=True, metavar="FOLDER", help="Save the run there; the same command resumes it.")
@json_option
def command(
    *,
    rules: str,
    overrides: tuple[str, ...],
    executor: str,
    jobs: int | None,
    out: str,
    json_file: str | None,
    **options: Any,
) -> None:
    """Evolve players by the genetic algorithm of Pring 2015.

    In each step, some players are drawn from the population, play a few games, and are replaced by children of the winners.
    Saved in the --out folder: the population and the history of its genes as Parquet, the mean genes as TOML, and a plot (extra
    `lab`). The population plays as `genes:FOLDER/population.parquet`, its best player as
    `genes:FOLDER/population.parquet,best`. After Ctrl-C the same command resumes.
    """
    from rentier.arena.pictures import plots

    genetics = read_settings(Genetics(), options)
    genetics.check()
    workers = open_workers(executor, jobs)
    box = read_rules(rules, overrides)
    check_writable(json_file)
    check_out(out)
    plots()
    from rentier.learn.genetic import evolve

    with games_bar(genetics.games + genetics.trial * genetics.population // genetics.players) as bar:
        watch = None if bar is None else bar.tell
        evolution = evolve(box, genetics, workers, out=Path(out), progress=bar, watch=watch)
    if evolution.is_finished:
        write_genes(evolution, Path(out), box)
    if json_file is not None:
        write_json(json_file, as_dict(evolution, box))
    if json_file != STANDARD_OUTPUT:
        print_evolution(evolution, box, Path(out))
    if not evolution.is_finished:
        print(f"rentier: stopped after {evolution.games} of {genetics.games} games; the same command resumes", file=sys.stderr)
        sys.exit(130)


def write_genes(evolution: Evolution, folder: Path, box: Box) -> None:
    """Write the mean genes as a file to read and to play from, and draw them."""
    from rentier.learn.pictures import draw_genes

    granularity = find_granularity(evolution.genetics.granularity)
    means = dict(zip(evolution.population.names, map(float, evolution.population.means()), strict=True))
    write_text(folder / "genes.toml", genes_text(granularity, means))
    title = f"{box.name}, {count(evolution.genetics.population)} players, {count(evolution.games)} games"
    draw_genes(evolution, title, folder / "genes.svg")


def as_dict(evolution: Evolution, box: Box) -> dict[str, object]:
    """Return the run as `--json` writes it; null for a gene that no player has."""
    from rentier.papers.measures import known

    population = evolution.population
    columns = zip(population.names, population.means().tolist(), population.spreads().tolist(), strict=True)
    return {
        "rules": box.name,
        "rules_version": box.version,
        "overrides": dict(box.overrides),
        "settings": dict(vars(evolution.genetics)),
        "games": evolution.games,
        "finished": evolution.is_finished,
        "generation": float(population.generation.mean()),
        "seconds": evolution.seconds,
        "genes": [{"name": name, "mean": known(mean), "spread": known(spread)} for name, mean, spread in columns],
    }


def print_evolution(evolution: Evolution, box: Box, folder: Path) -> None:
    """Print the mean of every gene, highest first, and how to play with them."""
    from rich.table import Table

    population = evolution.population
    spreads = dict(zip(population.names, population.spreads().tolist(), strict=True))
    table = Table()
    for heading in ("gene", "mean", "spread", ""):
        table.add_column(heading, justify="right" if heading in ("mean", "spread") else "left")
    for name, mean in evolution.leading(SHOWN):
        table.add_row(name, f"{mean:.3f}", f"{spreads[name]:.3f}", "█" * round(mean * BAR))
    out = console()
    own = evolution.genetics
    out.print(f"{box.name}{overrides_text(box.overrides)}, {count(own.population)} players, seed {own.seed}", style="italic")
    out.print(table)
    if len(population.names) > SHOWN:
        out.print(f"and {len(population.names) - SHOWN} more genes, in {folder / 'genes.toml'}")
    generation = f"mean generation {population.generation.mean():.0f}"
    speed = f"{evolution.seconds:.1f} s, {count(evolution.games / max(evolution.seconds, 1e-9))} games/s"
    out.print(f"{count(evolution.games)} games, {generation}; {speed}")
    if evolution.is_finished:
        out.print(f"to play with them: genes:{folder / 'population.parquet'} or genes:{folder / 'population.parquet'},best")
