"""How many players and watchers one process of the web app holds: `python bench/web.py [CLIENTS] [SECONDS]`.

All clients play at once, each a game of its own with a move a second, then all watch one game. A move is confirmed when
its event has come back; a watcher has seen it when it has come to them.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles

import httpx
from websockets.asyncio.client import ClientConnection, connect

import plyboard

CLIENTS = int(sys.argv[1]) if len(sys.argv) > 1 else 300
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 15.0


class Client:
    """Someone who has set up a game and holds a line to it."""

    def __init__(self, port: int, game: str) -> None:
        self.port = port
        with httpx.Client(base_url=f"http://127.0.0.1:{port}") as http:
            http.get("/new")
            made = http.post("/games", data={"game": game, "first_seat": "me", "second_seat": "me"})
            self.path = made.headers["location"]
            self.cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        self.latencies: list[float] = []
        self.moves: list[str] = []

    async def open(self) -> ClientConnection:
        return await connect(
            f"ws://127.0.0.1:{self.port}{self.path}/socket", additional_headers={"Cookie": self.cookie}
        )

    async def hear(self, line: ClientConnection) -> None:
        """Wait for the next position."""
        while True:
            message = json.loads(await line.recv())
            if "view" in message:
                self.moves = [move["text"] for move in message["view"]["moves"]]
                return

    async def play(self, line: ClientConnection, end: float) -> None:
        """A move about every second, as long as there are moves."""
        await asyncio.sleep(random.random())
        while time.perf_counter() < end and self.moves:
            begin = time.perf_counter()
            await line.send(json.dumps({"do": "move", "text": random.choice(self.moves)}))
            await self.hear(line)
            self.latencies.append(time.perf_counter() - begin)
            await asyncio.sleep(random.uniform(0.5, 1.5))


async def playing(port: int, process: int) -> None:
    games = plyboard.games()
    clients = await asyncio.gather(
        *(asyncio.to_thread(Client, port, games[number % len(games)]) for number in range(CLIENTS))
    )
    # The games are open in the server already; from here on it is the lines that cost.
    before = _kilobytes(process)
    lines = await asyncio.gather(*(client.open() for client in clients))
    await asyncio.gather(*(client.hear(line) for client, line in zip(clients, lines, strict=True)))
    work = _work(process)
    end = time.perf_counter() + SECONDS
    await asyncio.gather(*(client.play(line, end) for client, line in zip(clients, lines, strict=True)))
    each = (_kilobytes(process) - before) / CLIENTS
    latencies = [late for client in clients for late in client.latencies]
    _report(f"{CLIENTS} play at once: a move is confirmed", latencies)
    print(f"{'':4}{each:.0f} kB a client, {1000 * (_work(process) - work) / len(latencies):.2f} ms of processor a move")
    await asyncio.gather(*(line.close() for line in lines))


async def watching(port: int) -> None:
    player = await asyncio.to_thread(Client, port, "hiya")
    line = await player.open()
    await player.hear(line)
    watchers = await asyncio.gather(*(player.open() for _ in range(CLIENTS)))
    latencies: list[float] = []
    sent = 0.0

    async def watch(watcher: ClientConnection) -> None:
        await watcher.recv()  # What there was before.
        async for _ in watcher:
            latencies.append(time.perf_counter() - sent)

    tasks = [asyncio.create_task(watch(watcher)) for watcher in watchers]
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end and player.moves:
        await asyncio.sleep(0.5)
        sent = time.perf_counter()
        await line.send(json.dumps({"do": "move", "text": random.choice(player.moves)}))
        await player.hear(line)
    await asyncio.sleep(0.5)
    for task in tasks:
        task.cancel()
    _report(f"{CLIENTS} watch a game: a move is seen", latencies)


def _report(what: str, latencies: Sequence[float]) -> None:
    cuts = quantiles(latencies, n=100)
    median, late, worst = (1000 * value for value in (cuts[49], cuts[94], max(latencies)))
    print(f"{what} after {median:.1f} ms (median), p95 {late:.1f} ms, at most {worst:.0f} ms; {len(latencies)} times")


def _kilobytes(process: int) -> int:
    """The memory of a process that is its own."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(("Private_Clean", "Private_Dirty")))


def _work(process: int) -> float:
    """The seconds of processor that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def main() -> None:
    random.seed(1)
    port = _free_port()
    with tempfile.TemporaryDirectory() as directory:
        database = f"sqlite:///{directory}/games.sqlite"
        options = ["--no-browser", "--port", str(port), "--database", database]
        server = subprocess.Popen([sys.executable, "-m", "plyboard", "web", *options], stdout=subprocess.DEVNULL)
        try:
            for _ in range(200):
                try:
                    httpx.get(f"http://127.0.0.1:{port}/api/rules")
                    break
                except httpx.HTTPError:
                    time.sleep(0.1)
            asyncio.run(playing(port, server.pid))
            asyncio.run(watching(port))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
