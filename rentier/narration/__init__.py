"""Games in sentences and as moves on the board, from the events that the rules report."""
