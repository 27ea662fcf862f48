"""One sentence about what a bad move lost: a forced win, a piece, the safety of the queen, the freedom to move."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from plyboard import evaluation
from plyboard.evaluation import raichu
from plyboard.rules.core import Position
from plyboard.study.chances import Verdict

# What a feature of the evaluation is called when it is lost: features of one name are one loss.
_LOSSES = {
    "hiya": {
        "ninjas": "a ninja",
        "mini_ninjas": "a mini-ninja",
        "samurai": "a samurai",
        "mini_samurai": "a mini-samurai",
        "ninja_moves": "freedom to move",
        "samurai_moves": "freedom to move",
        "attacks": "attacks on the other's pieces",
        "king_threats": "the safety of the king",
        "king_guards": "the safety of the king",
        "king_aims": "the safety of the king",
        "king_falls": "the safety of the king",
        "king_doomed": "the safety of the king",
    },
    "ricocheckers": {
        "distance": "slides on the way to the goals",
        "next": "a slide that shortens the way to the goals",
        "mobility": "freedom to move",
        "arrived": "a piece on its goal",
        "guards": "a guard at home",
        "reach": "ways to slide to a goal",
    },
    "pincer": {
        "material": "a piece",
        "lead": "a piece",
        "mobility": "freedom to move",
        "walls": "pieces' distance from the walls",
        "centre": "the better squares",
        "danger": "a piece's safety",
    },
    "hive": {
        "queen_ring": "air around the queen",
        "queen_ring_3": "air around the queen",
        "queen_ring_4": "air around the queen",
        "queen_ring_5": "air around the queen",
        "queen_free": "the freedom of the queen",
        "queen_covered": "the queen, covered by a beetle",
        "loose_guards": "the guards of the queen",
        "free_ants": "the freedom of an ant",
        "free_beetles": "the freedom of a beetle",
        "free_grasshoppers": "the freedom of a grasshopper",
        "free_spiders": "the freedom of a spider",
        "free_mosquitoes": "the freedom of the mosquito",
        "free_ladybugs": "the freedom of the ladybug",
        "free_pillbugs": "the freedom of the pillbug",
        "covered": "a piece, covered by a beetle",
        "drops": "places beside the other queen",
        "near_beetles": "a beetle's way to the other queen",
        "pillbug_guard": "the pillbug's guard of the queen",
        "guards": "the guards of the queen",
        "loose_attackers": "the attack on the other queen",
        "perched": "a beetle above the other queen's ring",
        "room": "places for new pieces",
        "queen_in_hand": "the queen, not yet placed",
        "ants_in_hand": "an ant in hand",
        "late_free": "the freedom of the pieces",
    },
    "raichu": {
        "sole_raichu": "being the only one with a raichu",
        "sole_raichus": "a raichu",
        "late_raichus": "a raichu",
        "late_prey_raichus": "the safety of its pieces",
        **{
            case + name: loss
            for case in raichu.CASES
            for name, loss in {
                "pichus": "a pichu",
                "pikachus": "a pikachu",
                "pichu_rows": "ground on the way to promotion",
                "pikachu_rows": "ground on the way to promotion",
                "near_pichus": "a pichu close to promotion",
                "near_pikachus": "a pikachu close to promotion",
                "prey_pichus": "the safety of its pieces",
                "prey_pikachus": "the safety of its pieces",
                "promotions": "a way to promotion",
                "mobility": "freedom to move",
                "turn": "turn",
            }.items()
        },
    },
}


def why(position: Position, best: tuple[str, ...], played: tuple[str, ...], before: Verdict, after: Verdict) -> str:
    """What the player to move lost by one line instead of another; the verdicts are seen by that player."""
    if before.win is not None and before.win > 0:
        return f"Misses a forced win in {_plies(before.win)}."
    if after.win is not None and after.win < 0:
        return f"Allows a forced win in {_plies(-after.win)}."
    if after.win == 0:
        return "Loses at once."
    end = _end(position, played)
    outcome = end.outcome()
    if outcome is not None and outcome.winner is None:
        return f"Lets the game end in a draw: {outcome.reason}."
    lost = _lost(position.player, _end(position, best), end)
    return f"Costs {lost}." if lost else "Gives the better chances away."


def _plies(count: int) -> str:
    return f"{count} ply" if count == 1 else f"{count} plies"


def _end(position: Position, line: Iterable[str]) -> Position:
    for move in line:
        position = position.play(move)
    return position


def _lost(player: int, better: Position, worse: Position) -> str | None:
    """The name of what counts most in the difference of two positions to a player."""
    weights = evaluation.shipped(better.game)
    named = _LOSSES.get(better.game, {})
    losses: defaultdict[str, float] = defaultdict(float)
    each = zip(
        evaluation.names(better.game),
        weights.values,
        evaluation.features(better),
        evaluation.features(worse),
        strict=True,
    )
    for name, weight, had, has in each:
        losses[named.get(name, name.replace("_", " "))] += weight * (had - has) * (1 - 2 * player)
    for turn in ("turn", "to move"):  # Whose move it is at the end of a line is nobody's loss.
        losses.pop(turn, None)
    most = max(losses, key=losses.__getitem__, default=None)
    return most if most is not None and losses[most] > 0 else None
