"""The tests of Rentier. A package, so that the folders can share helpers."""
