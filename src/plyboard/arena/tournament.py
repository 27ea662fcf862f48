"""Many players, many games: a tournament from its first meeting to its table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from plyboard.arena import schedule
from plyboard.arena.game import NUMBER, GameTask, derived_seed
from plyboard.arena.openings import Opening, openings, usual
from plyboard.arena.runner import Runner
from plyboard.arena.schedule import Meeting
from plyboard.arena.scores import cross_table, total
from plyboard.arena.settings import Settings
from plyboard.arena.standings import standings
from plyboard.arena.tables import Section
from plyboard.records import Record


@dataclass
class Tournament:
    """A tournament in one game. The same settings give the same games again where the players do not go by time."""

    settings: Settings
    title: str = "tournament"
    first_number: int = 1
    """The number of its first game, where several tournaments are played one after the other."""
    _meetings: dict[Meeting, Sequence[int]] = field(default_factory=dict)
    """Who has met, or meets right now, with the numbers of their games."""
    _ended: dict[int, Record] = field(default_factory=dict)
    _drawn: dict[str, list[Opening]] = field(default_factory=dict)

    def play(self, runner: Runner) -> Iterator[Record]:
        """Play it to its end; each game comes as it ends."""
        of = self.settings
        while meetings := schedule.following(of.format, of.players, of.rounds, self.results()):
            tasks = [task for meeting in meetings for task in self._tasks(meeting)]
            for record in runner.play(tasks) if tasks else ():
                self._ended[int(record.tags[NUMBER])] = record
                yield record

    @property
    def records(self) -> list[Record]:
        """The games that have ended, in the order in which they were drawn up."""
        return [record for _, record in sorted(self._ended.items())]

    @property
    def expected(self) -> int:
        """How many games there will be, without play-offs."""
        count = len(self.settings.players)
        rounds = self.settings.rounds or schedule.usual_rounds(count)
        meetings = {
            "round-robin": count * (count - 1) // 2,
            "gauntlet": count - 1,
            "swiss": rounds * (count // 2),
            "knockout": count - 1,
        }
        return meetings[self.settings.format] * self.settings.games

    def results(self) -> dict[Meeting, tuple[float, float]]:
        """The points of each meeting. A game that could not be played counts for nobody."""
        found: dict[Meeting, tuple[float, float]] = {}
        for meeting, numbers in self._meetings.items():
            if meeting.second is None:
                found[meeting] = (self.settings.games, 0)
                continue
            table = cross_table(self._ended[number] for number in numbers if number in self._ended)
            found[meeting] = total(table, meeting.first).points, total(table, meeting.second).points
        return found

    def section(self) -> Section:
        """The table as it stands."""
        of = self.settings
        table = cross_table(self.records)
        rows = standings(of.format, of.players, self.results(), table, of.anchor)
        return Section(of.game, of.options, of.format, rows, table, self.records)

    def _tasks(self, meeting: Meeting) -> list[GameTask]:
        """The games of a meeting, two from each opening; all who meet in a round have the same openings."""
        of = self.settings
        begin = self.first_number + sum(map(len, self._meetings.values()))
        tags = {"Event": self.title, "Round": meeting.label(), "Seed": str(of.seed)}
        seats = [] if meeting.second is None else [(meeting.first, meeting.second), (meeting.second, meeting.first)]
        begins = [(opening, pair) for opening in self._openings_of(meeting) for pair in seats]
        self._meetings[meeting] = range(begin, begin + len(begins))
        return [
            GameTask(
                game=of.game,
                players=pair,
                number=number,
                seed=derived_seed(of.seed, number),
                options=of.options,
                opening=opening,
                limit=of.limit,
                max_plies=of.max_plies,
                tags=tags | ({"Time": of.time} if of.time else {}),
            )
            for number, (opening, pair) in enumerate(begins, begin)
        ]

    def _openings_of(self, meeting: Meeting) -> list[Opening]:
        if meeting.label() not in self._drawn:
            games = 2 if meeting.play_off else self.settings.games
            self._drawn[meeting.label()] = list(islice(self._source, games // 2))
        return self._drawn[meeting.label()]

    @cached_property
    def _source(self) -> Iterator[Opening]:
        of = self.settings
        return openings(of.openings or usual(of.game), of.game, of.options, of.seed)
