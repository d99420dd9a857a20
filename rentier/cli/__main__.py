"""`python -m rentier.cli` is `rentier`."""

from rentier.cli import main

main()
