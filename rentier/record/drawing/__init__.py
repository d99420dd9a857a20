"""The parts of the drawing of the board."""
