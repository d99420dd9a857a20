"""A second, slow Monopoly, written from the numbered rules of `docs/rules-reference.md` alone, to check the first by.

Nothing here calls the engine's rules: boards, decks and switches are read from their TOML files, and a game is a generator that
stops wherever a player must decide (`turn.play`). `match.Match` plays it in step with the engine, on the engine's dice and
cards as its events tell them, and compares all that the players can see after every decision. Debts, trades, mortgages and
bankruptcies lead to one another in any order, as they do in the game, so their files import each other.

Not covered: how fair dice, shuffles, the first seat and the dealt deeds are (rules 1.4, 1.5 and 1.8, taken as luck;
`tests/conformance` has them), the decision `roll` and lenient positions (only written positions have them), boards and decks
that are not built in, and the seats that are still to be asked between turns (only who is asked now is compared).
"""
