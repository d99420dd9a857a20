"""Games in sentences, and as moves on the board, made of the events that the rules report."""
