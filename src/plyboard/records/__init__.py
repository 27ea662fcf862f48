"""A game written down, as text and in a store."""

from plyboard.records.files import FORMS, UnreadableFile, append, load
from plyboard.records.record import InvalidRecord, Played, Record, UnfitRecord
from plyboard.records.text import read, write

__all__ = [
    "FORMS",
    "InvalidRecord",
    "Played",
    "Record",
    "UnfitRecord",
    "UnreadableFile",
    "append",
    "load",
    "read",
    "write",
]
