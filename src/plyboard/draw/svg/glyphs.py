"""The pieces, drawn around (0, 0): a square of a board is 40 units wide, a tile of Hive reaches 20 units up and down.

A piece takes the colours of its player from the node around it. In a bug `currentColor` is the colour of its tile.
"""

from __future__ import annotations

import math

from plyboard.draw.svg.nodes import short

# Hi-Ya!: a ninja looks out of a hood, a samurai from under a helmet with a golden crescent, a king is a crown.

NINJA = (
    '<path d="M10-7L19-12L17-5L20-1L10-1z"/>'
    '<circle r="14.5"/>'
    '<rect class="skin" x="-11" y="-6" width="22" height="9.5" rx="4.7"/>'
    '<path class="ink" d="M-8.5-4.5L-1.5-2A3.6 3.6 0 0 1-8.5-4.5zM8.5-4.5L1.5-2A3.6 3.6 0 0 0 8.5-4.5z"/>'
)
SAMURAI = (
    '<path d="M-12 0L-18 11Q-12 14-8 13H8Q12 14 18 11L12 0z"/>'
    '<path class="skin" d="M-9 0H9V6A9 9 0 0 1-9 6z"/>'
    '<path class="ink" d="M-7.5 3L-1.5 5A3.2 3.2 0 0 1-7.5 3zM7.5 3L1.5 5A3.2 3.2 0 0 0 7.5 3zM-3 10H3V11.6H-3z"/>'
    '<path d="M-14 2A14 14 0 0 1 14 2Q0-3-14 2z"/>'
    '<path class="gold" d="M-12-19C-12-9-8-4 0-4S12-9 12-19C10-12 6-9.5 0-9.5S-10-12-12-19z"/>'
)
KING = (
    '<circle r="16.5"/>'
    '<path class="gold" d="M-8 9L-12-5L-5 0L0-10L5 0L12-5L8 9z"/>'
    '<circle class="gold" cx="-12" cy="-5" r="2"/>'
    '<circle class="gold" cy="-10" r="2"/>'
    '<circle class="gold" cx="12" cy="-5" r="2"/>'
)
MINI = 0.68
"""How large a mini is beside a full piece."""

# Ricocheckers: a counter with the number of its player.

_COUNTER = '<circle r="15.5"/><path class="on" stroke-width="3" d="{}"/>'
COUNTERS = (_COUNTER.format("M-4-4L1-8V8M-4 8H6"), _COUNTER.format("M-5-3A5 5 0 1 1 4 0L-5 8H6"))

# Pincer.

TRIANGLE = (
    '<path stroke-width="3" d="M0-15L15 12H-15z"/>'
    '<path class="on" stroke-opacity=".6" stroke-width="2" d="M0-8L9 8H-9z"/>'
)
CIRCLE = '<circle r="14" stroke-width="3"/><circle class="on" stroke-opacity=".6" stroke-width="2" r="8.5"/>'

# Raichu: a small spark, a large bolt, and a star whose eight rays are the directions in which it moves.

_BOLT = '<path class="gold" d="M4-11L-7 2H-1L-4 11L7-2H1z"/>'


def _star(rays: int, outer: float, inner: float) -> str:
    """The path of a star, one ray pointing up."""
    points = []
    for corner in range(2 * rays):
        reach, angle = (inner if corner % 2 else outer), math.pi * corner / rays
        points.append(f"{short(reach * math.sin(angle))} {short(-reach * math.cos(angle))}")
    return f"M{'L'.join(points)}z"


PICHU = f'<circle r="10"/><g transform="scale(.62)">{_BOLT}</g>'
PIKACHU = f'<circle r="15.5"/>{_BOLT}'
RAICHU = f'<path d="{_star(8, 19.5, 13)}"/>{_BOLT}'

# Hive: the bugs from above, the grasshopper from the side.

BUGS = {
    "Q": (
        '<g fill-opacity=".4" stroke-width="1"><ellipse rx="7" ry="3.5" transform="translate(-8-2)rotate(25)"/>'
        '<ellipse rx="7" ry="3.5" transform="translate(8-2)rotate(-25)"/></g>'
        '<path fill="none" d="M-1-9L-4-13M1-9L4-13"/>'
        '<circle cy="-7" r="2.5"/>'
        '<path d="M0-4C7-4 6 6 0 12C-6 6-7-4 0-4z"/>'
        '<path stroke="currentColor" d="M-4 1H4M-3 5H3"/>'
    ),
    "S": (
        '<path fill="none" d="M-2-4L-7-8V-13M-3-3L-11-4L-13-8M-3-1L-11 2L-13 7M-3 0L-8 6V12'
        'M2-4L7-8V-13M3-3L11-4L13-8M3-1L11 2L13 7M3 0L8 6V12"/>'
        '<circle cy="-3" r="3"/>'
        '<circle cy="5" r="4.5"/>'
    ),
    "B": (
        '<path fill="none" d="M-5-2L-11-6M-6 3H-12M-5 7L-10 12M5-2L11-6M6 3H12M5 7L10 12'
        'M-1-10Q-5-10-4-13M1-10Q5-10 4-13"/>'
        '<path d="M-5-5Q0-13 5-5z"/>'
        '<ellipse cy="3" rx="7" ry="8.5"/>'
        '<path stroke="currentColor" d="M-7-3Q0-6 7-3M0-4V12"/>'
    ),
    "G": (
        '<path fill="none" d="M-8 4L-11 11M-4 5L-5 11M-10-1Q-12-9-6-12"/>'
        '<path d="M-12 1C-12-3-8-4-4-3L13 1Q13 3 10 3L-5 5C-10 5-12 4-12 1z"/>'
        '<path fill="none" stroke="currentColor" stroke-width="4.5" d="M0 2L6-8"/>'
        '<path fill="none" stroke-width="2.6" d="M-1 3L6-10L10 12H13"/>'
        '<circle fill="currentColor" stroke="none" cx="-8.5" cy="-.5" r="1.3"/>'
    ),
    "A": (
        '<path fill="none" d="M-2-4L-7-6L-10-11M-2-2H-9L-12 2M-2 0L-7 4L-8 11M2-4L7-6L10-11M2-2H9L12 2M2 0L7 4L8 11'
        'M-1-10L-4-11L-5-14M1-10L4-11L5-14"/>'
        '<circle cy="-8" r="2.6"/>'
        '<ellipse cy="-2" rx="1.8" ry="3"/>'
        '<ellipse cy="7" rx="3.8" ry="4.8"/>'
    ),
    "M": (
        '<path fill="none" stroke-width="1.3" d="M0-7V-14'
        'M-2-3L-9-5L-12-12M-2-1L-11 1L-13 8M2-3L9-5L12-12M2-1L11 1L13 8"/>'
        '<g fill-opacity=".4" stroke-width="1"><ellipse rx="2.6" ry="6.5" transform="translate(-5 5)rotate(32)"/>'
        '<ellipse rx="2.6" ry="6.5" transform="translate(5 5)rotate(-32)"/></g>'
        '<circle cy="-6" r="1.6"/>'
        '<circle cy="-1.5" r="2.4"/>'
        '<path d="M-1 2H1L0 12z"/>'
    ),
    "L": (
        '<path fill="none" d="M-2-10L-5-13M2-10L5-13M-7-3L-12-5M-8 3H-13M-7 8L-11 11M7-3L12-5M8 3H13M7 8L11 11"/>'
        '<circle cy="-6" r="4"/>'
        '<circle cy="3" r="8.5"/>'
        '<path fill="none" stroke="currentColor" d="M-7-3Q0-7 7-3M0-5V12"/>'
        '<g fill="currentColor" stroke="none"><circle cx="-4" cy="1" r="1.8"/><circle cx="4" cy="1" r="1.8"/>'
        '<circle cx="-4" cy="6.5" r="1.8"/><circle cx="4" cy="6.5" r="1.8"/></g>'
    ),
    "P": (
        '<path fill="none" d="M-2-10Q-3-13-6-13M2-10Q3-13 6-13'
        'M-6-5L-11-7M-7-1H-12M-7 3H-12M-6 7L-11 9M6-5L11-7M7-1H12M7 3H12M6 7L11 9"/>'
        '<ellipse cy="1" rx="7" ry="10.5"/>'
        '<path fill="none" stroke="currentColor" stroke-width="1.4" d="M-8-5Q0-2 8-5'
        'M-8-1Q0 2 8-1M-8 3Q0 6 8 3M-7 7Q0 10 7 7"/>'
    ),
}
