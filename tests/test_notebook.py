"""The tour in examples/tour.ipynb: it runs, and prints what it shows.

Its outputs are made by `jupyter nbconvert --to notebook --execute --inplace examples/tour.ipynb`, after `rentier compile`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

TOUR = Path(__file__).parent.parent / "examples" / "tour.ipynb"
LONGEST_TEXT = 1000  # characters of one output, so that the notebook reads well where it is only shown
TIMEOUT = 600


@pytest.fixture
def tour() -> Any:
    return nbformat.read(TOUR, as_version=4)


def code_cells(notebook: Any) -> list[Any]:
    """Return the cells with code."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def printed(cell: Any) -> str:
    """Return all that a cell has printed; what is compiled is told on the error stream, and differs."""
    return "".join(output.text for output in cell.outputs if output.get("name") == "stdout")


def shown(cell: Any) -> list[Any]:
    """Return what a cell has shown in other ways, such as a board."""
    return [output.data for output in cell.outputs if "data" in output]


def test_the_notebook_is_valid_and_has_its_outputs(tour: Any) -> None:
    nbformat.validate(tour)
    cells = code_cells(tour)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    for cell in cells:
        assert cell.outputs
        assert len(printed(cell)) < LONGEST_TEXT
        assert {output.output_type for output in cell.outputs} <= {"stream", "execute_result"}
        assert not any(output.get("name") == "stderr" for output in cell.outputs)


@pytest.mark.slow
def test_the_notebook_prints_what_it_shows(tour: Any, tmp_path: Path) -> None:
    played = nbformat.read(TOUR, as_version=4)
    NotebookClient(played, timeout=TIMEOUT, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    for cell, again in zip(code_cells(tour), code_cells(played), strict=True):
        assert printed(again) == printed(cell)
        assert shown(again) == shown(cell)
