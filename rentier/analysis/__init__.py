"""Analysis: what agents make of chosen positions; how often squares are landed on, and what deeds bring."""
