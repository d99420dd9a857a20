"""Rentier: a laboratory for the property-trading board game."""
