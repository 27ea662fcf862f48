"""A game written down, as text and in a store."""

from plyboard.records.record import Played, Record

__all__ = ["Played", "Record"]
