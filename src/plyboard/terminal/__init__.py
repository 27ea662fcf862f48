"""Games in the terminal: played by people and computers in either seat, and gone through again."""

from plyboard.terminal.game import TerminalGame
from plyboard.terminal.replay import Replay
from plyboard.terminal.saving import Saving
from plyboard.terminal.screen import ask, coloured, print_moves
from plyboard.terminal.thinking import score, thinking_aloud, watched

__all__ = [
    "Replay",
    "Saving",
    "TerminalGame",
    "ask",
    "coloured",
    "print_moves",
    "score",
    "thinking_aloud",
    "watched",
]
