"""The proof that something was learned: matches against the weights of the start, those before, and chance."""

from __future__ import annotations

from collections.abc import Mapping

from plyboard.arena.pairs import Pairs
from plyboard.learn.selfplay import Judge, Order, orders, score
from plyboard.learn.settings import Settings

OPPONENTS = ("start", "previous", "random")


Proof = Mapping[str, Pairs]
"""What weights scored against each of the opponents, in pairs of games with the seats changed."""


def share(pairs: Pairs) -> str:
    """The share of the points with its error.

    >>> share(Pairs((0, 0, 50, 0, 50)))
    '75.0 % ± 4.9'
    """
    return f"{100 * pairs.score:.1f} % ± {100 * pairs.score_error:.1f}"


def elo(pairs: Pairs) -> str:
    """The difference in strength with its error.

    >>> elo(Pairs((0, 0, 50, 0, 50))), elo(Pairs((0, 0, 0, 0, 7)))
    ('Elo +191 ± 46', 'Elo +∞')
    """
    if abs(pairs.elo) == float("inf"):
        return "Elo +∞" if pairs.elo > 0 else "Elo -∞"
    return f"Elo {pairs.elo:+.0f} ± {'∞' if pairs.elo_error == float('inf') else f'{pairs.elo_error:.0f}'}"


def told(pairs: Pairs) -> str:
    """The share of the points and what it means."""
    return f"{share(pairs)} ({elo(pairs)}, {2 * pairs.total} games)"


def prove(settings: Settings, judge: Judge, others: Mapping[str, Judge], cluster: str | None) -> Proof:
    """Let a player play against others and against chance; the openings are the same in every proof."""
    pattern = Order(
        settings.game,
        seed=2 * settings.seed + 1,
        judge=judge,
        nodes=settings.proof_nodes,
        features=settings.features,
        opening=settings.opening,
    )

    def against(opponent: Judge, explore: float = 0.0) -> Pairs:
        return score(orders(pattern, settings.starts(), 0, settings.proof_games, opponent, explore), cluster)

    return {name: against(other) for name, other in others.items()} | {"random": against(judge, explore=1.0)}
