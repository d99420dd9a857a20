"""A player for `rentier referee` as a Python class: one method per kind of decision, all of them optional.

rentier referee examples/referee/agent.py phase2 --rules adjudicator2018
"""

RESERVE = 200  # cash that a purchase, a bid or a house must leave


def me(state):
    return state["players"][state["seat"]]


class Agent:
    """Buys and builds while it keeps a reserve, leaves jail early, sells and mortgages only what a debt asks for."""

    def begin_game(self, game):
        self.squares = game["board"]
        self.deeds = {square["deed"]: square for square in self.squares if "deed" in square}

    def receive_state(self, state):
        """Called after every decision of any player; `state["done"]` says what was done."""

    def bmst_decision(self, state):
        if state["decision"] == "raise":
            return self._raise_money(state)
        for action in state["actions"]:
            word, _, deed = action.partition(" ")
            if word == "build" and me(state)["cash"] - self.deeds[deed]["house_cost"] >= RESERVE:
                return action
        return None

    def _raise_money(self, state):
        """Mortgage before selling; if neither is possible, return None, which is bankruptcy."""
        for word in ("mortgage", "sell"):
            for action in state["actions"]:
                if action.startswith(word):
                    return action
        return None

    def buy_property(self, state):
        price = self.squares[me(state)["square"]]["price"]
        return "buy" in state["actions"] and me(state)["cash"] - price >= RESERVE

    def auction_property(self, state):
        lot = state["auction"]["lot"]
        if lot not in self.deeds:
            return 0  # one of the bank's last houses or hotels
        bid = min(self.deeds[lot]["price"] * 3 // 4, me(state)["cash"] - RESERVE)
        return bid if bid >= state["bid"]["least"] else 0

    def respond_trade(self, state):
        """Accepts what is worth more by the printed prices, unless it hands over two deeds or more."""
        offer = state["offer"]
        gain = self._worth(offer["gives"]) - self._worth(offer["asks"])
        return gain > 0 and len(offer["asks"]["deeds"]) < 2

    def _worth(self, side):
        return side["cash"] + sum(self.deeds[deed]["price"] for deed in side["deeds"])

    def jail_decision(self, state):
        if state["turn"] < 35 and "use card" in state["actions"]:
            return "C"
        if state["turn"] < 35 and "pay fine" in state["actions"]:
            return "P"
        return "R"
