"""Hive: the hive on its honeycomb, and above and below it what the players have in hand."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from plyboard.draw.svg import glyphs
from plyboard.draw.svg.honeycomb import ACROSS, RADIUS, centre, comb, hex_name, outline
from plyboard.draw.svg.look import InvalidPicture, Look
from plyboard.draw.svg.nodes import at, node, short, words
from plyboard.draw.svg.parts import Place, Setting, Token
from plyboard.draw.svg.themes import FONT
from plyboard.rules import hive
from plyboard.rules.core import IllegalMove, PythonPosition, shown
from plyboard.rules.hive import HivePosition

SIDE = 400
HAND = 46
"""The height of the strip with a player's hand."""

LARGEST_SCALE = 2.2
"""A hive of few pieces is not drawn larger than this."""

RISE, HIGHEST = 4, 7
"""How much higher a piece on a stack is drawn than the one that it sits on, and how much higher the top at most."""

COLOURS = ("white", "black")


def draw(position: PythonPosition, look: Look) -> tuple[int, int, str]:
    """Width, height and nodes of the picture."""
    told = cast(HivePosition, position)
    trail = _trail(told, look.last_move)
    lit = [_named(told, name) for name in look.highlights]
    stacks = told.hive.stacks
    from_the_back = sorted(stacks, key=lambda hex: centre(hex)[::-1])
    view = _view({*stacks, *trail, *lit} or {0})
    field = node(
        "svg",
        comb(view),
        node("g", *(tile for hex in from_the_back for tile in _stack(told, hex)), class_="pieces"),
        *(_mark(told, hex, "last", "trail") for hex in trail),
        *(_mark(told, hex, "lit", "glow") for hex in lit),
        *(badge for hex in from_the_back for badge in _badges(told, hex)),
        class_="hive",
        y=HAND,
        width=SIDE,
        height=SIDE - 2 * HAND,
        viewBox=" ".join(map(short, view)),
    )
    upper, lower = (0, 1) if look.flip else (1, 0)
    body = node(
        "g",
        node("rect", class_="frame", width=SIDE, height=SIDE, rx=12),
        field,
        _hand(told, upper, 0),
        _hand(told, lower, SIDE - HAND),
        **_WRITING,
    )
    return SIDE, SIDE, body


_WRITING: dict[str, object] = {
    "font_family": FONT,
    "font_weight": "bold",
    "text_anchor": "middle",
    "stroke_width": 1.8,
    "stroke_linejoin": "round",
    "stroke_linecap": "round",
}


def setting(position: PythonPosition) -> Setting:
    """What stays all through a game."""
    strips = [
        node("g", node("rect", class_="hand", y=top, width=SIDE, height=HAND, rx=12), _turn(top, data_turn=player))
        for player, top in ((1, 0), (0, SIDE - HAND))
    ]
    names = (*hive.BASE_PIECES, *cast(HivePosition, position).expansions)
    return Setting(
        width=SIDE,
        height=SIDE,
        shape="hex",
        centre=(SIDE / 2, SIDE / 2),
        still=node("rect", class_="frame", width=SIDE, height=SIDE, rx=12) + node("g", *strips, class_="turning"),
        looks={
            piece: node("g", *_drawn(piece, covered=False), class_=_colour(piece), **_WRITING)
            for piece in (colour + name for colour in hive.COLOURS for name in names)
        },
        room=(0, HAND, SIDE, SIDE - 2 * HAND),
        largest=LARGEST_SCALE,
    )


def places(position: PythonPosition) -> list[Place]:
    """The hexes of the hive and those beside it, and the piles in the hands."""
    told = cast(HivePosition, position)
    stacks = told.hive.stacks
    hexes = {*stacks, *(hex + offset for hex in stacks for offset in hive.AROUND)} or {0}
    return [Place(hex_name(hex), *centre(hex)) for hex in sorted(hexes)] + [
        Place(pile_name(hive.COLOURS[player] + kind), x, HAND / 2 if player else SIDE - HAND / 2, hand=player)
        for player in (0, 1)
        for x, kind in _piles(told)
    ]


def tokens(position: PythonPosition) -> list[Token]:
    """The pieces of the hive from back to front, and those in the hands, the next one of a pile last."""
    told = cast(HivePosition, position)
    stacks = told.hive.stacks
    return [
        Token(hex_name(hex), piece, hive.COLOURS.index(piece[0]), _lift(told, hex, level), _rests(told, piece))
        for hex in sorted(stacks, key=lambda hex: centre(hex)[::-1])
        for level, piece in enumerate(stacks[hex])
    ] + [
        Token(pile_name(piece), piece, player, 2 * level)
        for player in (0, 1)
        for _, kind in _piles(told)
        for level, piece in enumerate(reversed(_alike(told, player, kind)))
    ]


def pile_name(piece: str) -> str:
    """How the pile is named in which a piece lies before it is placed: `hand-wA` of all white ants."""
    return f"hand-{piece[:2]}"


def _view(hexes: Collection[int]) -> tuple[float, float, float, float]:
    """The part of the honeycomb to show, all these hexes with a bit of their neighbours: left, top, width, height."""
    across, down = zip(*map(centre, hexes), strict=True)
    room = SIDE / (SIDE - 2 * HAND)
    wide, high = max(across) - min(across) + 1.2 * ACROSS, max(down) - min(down) + 2.4 * RADIUS
    width = max(wide, high * room, SIDE / LARGEST_SCALE)
    height = width / room
    return (min(across) + max(across) - width) / 2, (min(down) + max(down) - height) / 2, width, height


def _place(position: HivePosition, hex: int, level: int | None = None) -> tuple[float, float]:
    """The middle of a piece on a hex that so many others lie under, or of the top one."""
    x, y = centre(hex)
    return x, y - _lift(position, hex, level)


def _lift(position: HivePosition, hex: int, level: int | None = None) -> float:
    """How much higher a piece is drawn that so many others lie under, or the top one."""
    top = len(position.hive.stacks.get(hex, ".")) - 1
    return min(RISE, HIGHEST / max(top, 1)) * (top if level is None else level)


def _mark(position: HivePosition, hex: int, filled: str, ring: str) -> str:
    """A hex that is marked: an empty one is filled, around a piece there is a ring."""
    return node(
        "path",
        class_=ring if hex in position.hive.stacks else filled,
        d=outline(RADIUS - 1),
        transform=at(*_place(position, hex)),
        data_cell=hex_name(hex),
        stroke_width=2.4,
    )


def _stack(position: HivePosition, hex: int) -> list[str]:
    """The pieces of a hex from bottom to top."""
    stack = position.hive.stacks[hex]
    described = " on ".join(reversed(stack))
    return [
        _tile(
            piece,
            described,
            covered=piece != stack[-1],
            transform=at(*_place(position, hex, level)),
            data_at=hex_name(hex),
        )
        for level, piece in enumerate(stack)
    ]


def _badges(position: HivePosition, hex: int) -> list[str]:
    """What is to be known about a hex: that its top piece is stunned, how many pieces there are."""
    stack = position.hive.stacks[hex]
    x, y = _place(position, hex)
    badges = []
    if _rests(position, stack[-1]):
        badges.append(
            node("path", class_="stunned", d=outline(RADIUS - 4.5), stroke_dasharray="3 4", transform=at(x, y))
        )
    if len(stack) > 1:
        disc = node("circle", class_="height", r=6)
        number = node("text", str(len(stack)), class_="number", y=3.6, font_size=10)
        badges.append(node("g", disc, number, transform=at(x + 15, y - 6), stroke_width=1.2))
    return badges


def _rests(position: HivePosition, piece: str) -> bool:
    """Whether a piece was moved just now, so that no pillbug throws it: without pillbugs nobody could anyway."""
    return position.stunned == piece and "P" in position.expansions


def _tile(piece: str, described: str, *, covered: bool, **attributes: object) -> str:
    """The node of a piece."""
    return node(
        "g",
        node("title", words(described)),
        *_drawn(piece, covered=covered),
        class_=f"piece {_colour(piece)}",
        data_piece=piece,
        data_player=hive.COLOURS.index(piece[0]),
        **attributes,
    )


def _drawn(piece: str, *, covered: bool) -> tuple[str, ...]:
    """A tile, its bug, and its name without the colour."""
    hidden = "hidden" if covered else None
    return (
        node("path", d=outline(RADIUS - 1.2), stroke_width=1.2),
        node("g", glyphs.BUGS[piece[1]], class_=piece[:2].lower(), transform=at(0, -3.5, 0.84)),
        node("text", piece[1:], class_=f"on-{_colour(piece)}", y=14.5, font_size=8.5, visibility=hidden),
    )


def _colour(piece: str) -> str:
    return COLOURS[hive.COLOURS.index(piece[0])]


def _hand(position: HivePosition, player: int, top: float) -> str:
    """What a player has not yet placed, each kind of bug in its place; of alike pieces the next one is on top."""
    middle = top + HAND / 2
    nodes = [node("rect", class_="hand", y=top, width=SIDE, height=HAND, rx=12)]
    if position.outcome() is None and position.player == player:
        nodes.append(_turn(top))
    for x, kind in _piles(position):
        alike = _alike(position, player, kind)
        for level, piece in enumerate(reversed(alike)):
            place_in_pile = at(x - 4 + 2 * level, middle + 2 - 2 * level)
            nodes.append(_tile(piece, f"{piece} in hand", covered=piece != alike[0], transform=place_in_pile))
        if len(alike) > 1:
            nodes.append(node("text", str(len(alike)), class_="label", x=x + 20, y=middle + 18, font_size=15))
    return node("g", *nodes, class_="hand-of", data_player=player)


def _turn(top: float, **attributes: object) -> str:
    """The sign in a hand that its player is to move."""
    return node("rect", class_="turn", x=3, y=top + 10, width=5, height=HAND - 20, rx=2.5, **attributes)


def _piles(position: HivePosition) -> list[tuple[float, str]]:
    """The middle of the place of each kind of bug in a hand."""
    kinds = dict.fromkeys(name[0] for name in (*hive.BASE_PIECES, *position.expansions))
    step = (SIDE - 16) / len(kinds)
    return [(8 + step * (place + 0.5), kind) for place, kind in enumerate(kinds)]


def _alike(position: HivePosition, player: int, kind: str) -> list[str]:
    """The pieces of one kind in a player's hand, the next one first."""
    return [piece for piece in position.hand(player) if piece[1] == kind]


def _named(position: HivePosition, name: str) -> int:
    """The hex that a user named by a piece in play, and which side of it."""
    try:
        return position.read_hex(name.strip().lower())
    except IllegalMove as error:
        raise InvalidPicture(f"a highlight: {error}") from None


def _trail(position: HivePosition, move: str | None) -> list[int]:
    """The hexes where the piece that moved last came from and where it is now."""
    if move is None and position.played:
        move = position.played[-1]
    name = ("pass" if move is None else move).replace("_", " ").lower().split()[:1]
    if name == ["pass"]:
        return []
    piece = hive.PIECES.get("".join(name))
    if piece is None or piece not in position.where:
        raise InvalidPicture(f"the last move is {shown(move)}; it must begin with a piece in play")
    before = position.start(position.expansions)
    for earlier in position.played[:-1]:
        before = before.play(earlier)
    was, now = before.where.get(piece), position.where[piece]
    return [now] if was is None or was == now else [was, now]
