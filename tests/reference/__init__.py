"""A second, slow Monopoly, written from the numbered rules of `docs/rules-reference.md` alone, to check the first by.

Nothing here calls the engine's rules: boards, decks and switches are read from their TOML files, and a game is a generator that
stops wherever a player must decide (`turn.play`). `match.Match` plays it in step with the engine, on the engine's dice and
cards as its events tell them, and compares all that the players can see after every decision. Debts, trades, mortgages and
bankruptcies lead to one another in any order, as they do in the game, so their files import each other.

Not covered: how fair dice, shuffles, the first seat and the dealt deeds are (rules 1.4, 1.5 and 1.8, taken as luck;
`tests/conformance` has them), the decision `roll` and lenient positions (only written positions have them), boards and decks
that are not built in, and the seats that are still to be asked between turns (only who is asked now is compared).

Where the rules leave something open, the reference takes what the engine was seen to do:

- Nobody is asked where there is no choice: to settle a mortgage without the cash to pay it back, to place a building that fits
  one street only, to bid more than the limit, or to manage between turns without deeds where there are no trades.
- A debtor who can never raise the money is asked if there is an offer left and anything to give (edge case 79).
- While a debt is open, an interest that a player of the trade cannot pay waits for it.
- An IOU that is due is paid before any choice that the square leaves: buying, a tax, a card, or the rent that is asked for.
- IOUs held by a bankrupt are lost where the deeds go to the bank. A negative worth pays no share as tax.
- No bonus for ones with one die or in jail (rules 18.1).
- A first tax without a printed share has one of 10 % under `income_tax = choice` (rules 9.6).
- `build_window = between-turns` includes the time before the mover's first roll.
- Where parts of groups may be built on, only the owner's lots count for evenness and mortgages.
- Houses that are left of a group sold down evenly (edge case 65) stand on its last lots.
- Rising bids for a building begin left of the player who asked for it, who opens with no more than the cash at hand. Among
  sealed bids the request is one of the lowest amount, and a tie that would go to nobody goes to the first.

Two pairs of switches are not drawn, because engine and rules differ there: `unmortgage_on_transfer = yes` has no effect with
`mortgage_transfer_fee = no`; and with `even_build = no`, a player counts as wanting hotels for lots of a group that could not
take one yet, if another lot of the group could (`shortage_auction`).
"""
