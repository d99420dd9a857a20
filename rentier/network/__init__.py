"""Networks that value a state: what they see, how they are computed and taught, and the files that keep them."""
