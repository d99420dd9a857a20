"""Environments for learners: thin adapters over the game, with no rule of their own."""

from rentier.compiled import announce_compiling

announce_compiling()  # before the modules of this room are imported, which compiles the rules where nobody has yet
