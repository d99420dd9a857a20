"""Looking ahead: Monte Carlo tree search, and the odds to win by playing on."""
