"""The parts of a game told in sentences, by theme."""
