"""A second, slow Monopoly, written from the numbered rules of `docs/rules-reference.md` alone, to check the first by.

Nothing here calls the engine's rules: boards, decks and switches are read from their TOML files, and a game is a generator that
stops wherever a player must decide. `test_reference.py` plays it in step with the engine.
"""
