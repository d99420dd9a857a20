"""Which agents of the works can play against the network that learns. Nothing here is compiled."""

from __future__ import annotations

SCRIPTED = ("bot", "phase2", "aggressive", "reserve", "bailis", "cautious")
SAMMUL = ("aggressive", "bailis", "cautious")  # one program of Sammul 2018 with different settings
