"""What is looked at on the analysis board: a position, and a tree of moves from there, with comments and arrows."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError

import plyboard
from plyboard.draw.text import retold
from plyboard.records.files import form_of
from plyboard.records.record import Played, Record
from plyboard.records.text import write
from plyboard.rules.core import InvalidPosition, PlyboardError, Position, clip
from plyboard.study.chances import verdict
from plyboard.web import boards
from plyboard.web.actions import LONGEST_MOVE, canonical
from plyboard.web.editing import can_edit

LONGEST_POSITION = 10_000
MOST_NODES = 1000
LONGEST_COMMENT = 2000
COMMENT = "comment"
"""The tag of a record that keeps what is said before the first move."""

Move = Annotated[str, Field(max_length=LONGEST_MOVE)]
Name = Annotated[str, Field(max_length=64)]
Comment = Annotated[str, Field(max_length=LONGEST_COMMENT)]
Player = Annotated[str, Field(max_length=500)]
Shape = Annotated[list[Annotated[str, Field(max_length=20)]], Field(min_length=2, max_length=2)]
Shapes = Annotated[list[Shape], Field(max_length=100)]


class BadStudy(PlyboardError):
    """Something to look at that does not hold together."""


class Node(BaseModel):
    """A move of a tree."""

    move: Move
    after: int = Field(ge=-1)
    """The number of the move that it follows; -1 where it is a first one. Of several, the first is the main one."""
    comment: Comment = ""
    shapes: Shapes = []


class Study(BaseModel):
    """A position, and what has been tried from there."""

    game: Name
    start: str = Field(max_length=LONGEST_POSITION)
    players: tuple[Player, Player] = ("?", "?")
    comment: Comment = ""
    shapes: Shapes = []
    nodes: list[Node] = Field(default=[], max_length=MOST_NODES)


class Line(BaseModel):
    """A position by the way that leads to it."""

    game: Name
    start: str = Field(max_length=LONGEST_POSITION)
    moves: list[Move] = Field(default=[], max_length=MOST_NODES)

    def end(self) -> Position:
        """The position itself."""
        position = plyboard.game(self.game).parse(self.start)
        for move in self.moves:
            position = position.play(move)
        return position

    def view(self) -> dict[str, Any]:
        """The position as a page shows it, with its last move as the rules write it."""
        if not self.moves:
            return told(self.end())
        *before, last = self.moves
        position = retold(self.model_copy(update={"moves": before}).end())
        after = position.play(last)
        move = canonical(position, last, after)
        return {"move": move, **told(after, last_move=move, before=position)}


def told(position: Position, **last: Any) -> dict[str, Any]:
    """A position as a page shows it; of a finished game also what it promises, for there is nothing to think about."""
    view = {"view": boards.state(position, **last)}
    return view if position.outcome() is None else {**view, "chance": verdict(position, None).chance}


def opened(study: Study) -> dict[str, Any]:
    """All that a page needs to show a tree; raises what is wrong with it."""
    positions = [plyboard.game(study.game).parse(study.start)]
    nodes = []
    for number, node in enumerate(study.nodes):
        if node.after >= number:
            raise BadStudy(f"move {number + 1} is to follow move {node.after + 1}, which does not come before it")
        before = positions[node.after + 1]
        after = before.play(node.move)
        positions.append(after)
        move = canonical(before, node.move, after)
        nodes.append({**node.model_dump(), "move": move, "player": before.player})
    begin = positions[0]
    return {
        **study.model_dump(),
        "start": str(begin),
        "nodes": nodes,
        "board": boards.board(begin),
        "editable": can_edit(study.game),
        **told(begin),
    }


def read(text: str, game: str) -> Study:
    """What a text tells: a game in any form that records have, or a position, best of the given game."""
    text = text.strip()
    if not text:
        raise BadStudy("there is no text: paste a position, a record, or a GameString of Hive")
    if text.startswith("{"):
        try:
            return Study.model_validate_json(text)
        except ValidationError as error:
            reasons = "; ".join(f"{'.'.join(map(str, part['loc']))}: {part['msg']}" for part in error.errors()[:3])
            raise BadStudy(f"these are no variations as the analysis board writes them: {reasons}") from None
    form = form_of(text)
    if form is not form_of("[") or text.startswith("["):
        games = form.read(text)
        if len(games) != 1:
            raise BadStudy(f"this text tells {len(games)} games: paste one of them, or add them all to the library")
        return of_record(games[0])
    if len(text) > LONGEST_POSITION:
        raise BadStudy(f"this is no position: its text has at most {LONGEST_POSITION:,} characters")
    try:
        return Study(game=game, start=str(plyboard.game(game).parse(text)))
    except InvalidPosition as error:
        for other in plyboard.games():
            try:
                return Study(game=other, start=str(plyboard.game(other).parse(text)))
            except InvalidPosition:
                continue
        title = plyboard.game(game).title
        raise InvalidPosition(f"{clip(text)} is no record, and no position of {title}: {error}") from None


def of_record(record: Record) -> Study:
    """A game as a tree of one branch."""
    if len(record.moves) > MOST_NODES:
        raise BadStudy(f"this game has {len(record.moves)} moves: at most {MOST_NODES} can be analysed")
    return Study(
        game=record.game,
        start=str(record.begin()),
        players=record.players,
        comment=record.tags.get(COMMENT, "")[:LONGEST_COMMENT],
        nodes=[
            Node(move=played.move, after=ply - 1, comment=played.comment[:LONGEST_COMMENT])
            for ply, played in enumerate(record.moves)
        ],
    )


def written(study: Study) -> str:
    """The main line as a record: the first of the moves that follow each other."""
    rules = plyboard.game(study.game)
    begin = rules.parse(study.start)
    main: list[Node] = []
    last = -1
    for number, node in enumerate(study.nodes):
        if node.after == last:
            main.append(node)
            last = number
    record = Record(
        study.game,
        study.players,
        start=None if begin == rules.start() else study.start,
        moves=tuple(Played(node.move, comment=node.comment) for node in main),
        tags={COMMENT: study.comment} if study.comment else {},
    )
    return write([replace(record, outcome=record.final().outcome())])
