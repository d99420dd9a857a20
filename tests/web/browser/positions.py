"""Positions that several tests of the page begin with."""

from __future__ import annotations

AUCTION = """
to_move = 1
actor = 0
decision = "bid"
phase = "landed"
dice = [4, 2]
[[players]]
cash = 300
[[players]]
cash = 100
square = "The Angel, Islington"
[auction]
lot = "The Angel, Islington"
high_bid = 40
leader = 1
bidders = [0, 1]
"""
DEBT = """
decision = "raise"
[[players]]
cash = 20
square = "The Angel, Islington"
deeds = { "Old Kent Road" = 1, "Whitechapel Road" = 1, "Mayfair" = 0 }
[[players]]
deeds = { "The Angel, Islington" = 0 }
[debt]
debtor = 0
creditor = 1
amount = 240
"""
