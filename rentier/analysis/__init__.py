"""Analysis: what agents make of chosen positions."""
