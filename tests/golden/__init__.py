"""Golden playthroughs: one game of each preset in plain text, so that every change of the rules shows in a diff."""
