"""Compiles everything, the package and what tests compile for themselves, on all cores: `python -m tests.compile_all`."""

from __future__ import annotations

from pathlib import Path

from rentier.precompile import PACKAGE, Sources, compile_all

SOURCES = Sources(PACKAGE, Path(__file__).parent)


def main() -> None:
    modules = len(SOURCES.compiling())
    compile_all(SOURCES, lambda done, names: print(f"compiled {done} of {modules}; now {', '.join(names)}", flush=True))


if __name__ == "__main__":
    main()
