"""Games as text and pictures: boards are drawn, actions, positions and records are read and written."""
