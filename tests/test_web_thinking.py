"""Searches wait for their turn, and nobody starves: neither pages nor other visitors."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyboard
from plyboard.players import PlayerFailed
from plyboard.web.thinker import Question
from plyboard.web.thinking import Search, Thinking
from plyboard.web.turns import Busy, FairQueue

START = str(plyboard.game("pincer").start())


@given(places=st.integers(1, 4), greedy=st.integers(2, 10), modest=st.integers(1, 4))
def test_whoever_asks_for_much_does_not_hold_up_those_who_ask_for_little(places: int, greedy: int, modest: int) -> None:
    served: list[str] = []

    async def run() -> None:
        queue = FairQueue(places)

        async def search(client: str) -> None:
            async with queue.place(client):
                served.append(client)
                await asyncio.sleep(0)

        many = [asyncio.create_task(search("greedy")) for _ in range(greedy)]
        await asyncio.sleep(0)
        few = [asyncio.create_task(search(f"modest {number}")) for number in range(modest)]
        await asyncio.gather(*many, *few)

    asyncio.run(run())
    assert Counter(served) == {"greedy": greedy} | {f"modest {number}": 1 for number in range(modest)}
    # By the time that the last modest one was served, the greedy one had at most its turns among them.
    last = max(served.index(f"modest {number}") for number in range(modest))
    assert served[:last].count("greedy") <= places + modest


def test_a_queue_is_not_endless() -> None:
    async def run() -> None:
        queue = FairQueue(1, most_of_one=2, most=3)
        entered = asyncio.Event()

        async def stay() -> None:
            async with queue.place("a"):
                entered.set()
                await asyncio.sleep(60)

        tasks = [asyncio.create_task(stay()) for _ in range(3)]
        await entered.wait()
        with pytest.raises(Busy, match="2 of your searches"):
            async with queue.place("a"):
                pass
        tasks.append(asyncio.create_task(stay_as(queue, "b")))
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="the server is busy"):
            async with queue.place("c"):
                pass
        # Whoever waits no longer makes room, and a place that was given up goes to the next.
        for task in tasks[:3]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with queue.place("c"):
            pass

    async def stay_as(queue: FairQueue, client: str) -> None:
        async with queue.place(client):
            pass

    asyncio.run(run())


def _with_thinking(work: Callable[[Thinking], Awaitable[None]], places: int = 1) -> None:
    async def run() -> None:
        thinking = Thinking(places)
        try:
            await work(thinking)
        finally:
            thinking.close()

    asyncio.run(run())


def test_players_answer_from_another_process_and_tell_what_they_think() -> None:
    async def work(thinking: Thinking) -> None:
        heard: list[str] = []
        search = Search(
            "me", Question("alphabeta:depth=2", "pincer", START), lambda thought: heard.append(thought.move)
        )
        answer = await thinking.answer(search)
        assert answer.move == answer.thoughts[0].move == heard[-1]
        greedy = await thinking.answer(Search("me", Question("greedy", "pincer", START)))
        assert greedy.move in plyboard.game("pincer").start().moves()

    _with_thinking(work)


@pytest.mark.parametrize("line", ["engine:time=60", "mcts:time=60"])
def test_whoever_thinks_too_long_is_stopped_with_what_they_have(line: str) -> None:
    async def work(thinking: Thinking) -> None:
        search = Search("me", Question(line, "pincer", START), longest=1.5)
        assert (await thinking.answer(search)).move in plyboard.game("pincer").start().moves()
        # Whether the process was kept or ended, the next question is answered.
        assert (await thinking.answer(Search("me", Question("random", "pincer", START)))).move

    _with_thinking(work)


def test_a_search_that_nobody_wants_any_more_makes_room() -> None:
    async def work(thinking: Thinking) -> None:
        thoughts = asyncio.Event()
        long = Search("me", Question("engine:time=60", "pincer", START), lambda thought: thoughts.set())
        task = asyncio.create_task(thinking.answer(long))
        await thoughts.wait()
        task.cancel()
        assert (await thinking.answer(Search("other", Question("random", "pincer", START)))).move

    _with_thinking(work)


def test_a_player_who_fails_says_why() -> None:
    async def work(thinking: Thinking) -> None:
        endless = Search("me", Question("minimax:depth=20", "pincer", START), longest=0.5)
        with pytest.raises(PlayerFailed, match="found no move within"):
            await thinking.answer(endless)
        with pytest.raises(PlayerFailed, match="there is no player 'nobody'"):
            await thinking.answer(Search("me", Question("nobody", "pincer", START)))
        assert (await thinking.answer(Search("me", Question("random", "pincer", START)))).move

    _with_thinking(work)
