"""A game written down, as text and in a store."""

from plyboard.records.files import UnreadableFile, append, load
from plyboard.records.record import InvalidRecord, Played, Record
from plyboard.records.text import read, write

__all__ = ["InvalidRecord", "Played", "Record", "UnreadableFile", "append", "load", "read", "write"]
