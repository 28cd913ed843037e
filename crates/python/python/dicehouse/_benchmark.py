"""One table that says how strong an agent is."""

import dataclasses

from ._native import Ruleset, bot, contest, exploit, ladder, stranger, strangers

#: Changes whenever the table of the same agent could.
BENCHMARK_VERSION = 1

#: Single rounds of `liars` that are read exactly: preset, options, dice.
_ROUNDS = [("openspiel", {}, (1, 1)), ("contest", {"faces": 3}, (1, 2)), ("perudo", {"faces": 3}, (2, 1))]


@dataclasses.dataclass(frozen=True)
class BenchmarkTable:
    """What ``benchmark`` found. ``print`` it, or look into its fields."""

    agent: str
    version: int
    games: int
    #: (kind, opponent, games won in percent, low, high), the ends those of the 95 % interval.
    meetings: list
    #: (rules, dice, what a best response wins beyond the value).
    rounds: list
    #: Seconds for an act, on average.
    decision_time: float

    @property
    def mean(self):
        """Games won in percent, all rungs and strangers taken together."""
        return sum(row[2] for row in self.meetings) / max(len(self.meetings), 1)

    def __str__(self):
        lines = [f"{self.agent}: benchmark {self.version}, {self.games} games against each"]
        for kind, opponent, won, low, high in self.meetings:
            lines.append(f"  {kind:<9} {opponent:<10} {won:5.1f} %  ({low:.1f} to {high:.1f})")
        for rules, dice, value in self.rounds:
            found = "cannot be read" if value is None else f"exploitable by {value:.4f} a round"
            lines.append(f"  round     {rules}, {dice[0]} against {dice[1]}: {found}")
        lines.append(f"  an act takes {1000 * self.decision_time:.2f} ms")
        return "\n".join(lines)


def benchmark(agent, *, name="agent", games=200, seed=1, samples=16, threads=None, rungs=None, with_strangers=True, rounds=True):
    """Measures an agent for ``liars``: a function of a view, a ``Bot`` or the name of a house bot.

    It meets each rung of the ladder and each stranger for two under the preset ``contest``, ``games`` games each, every deal in both
    seats; and a best response in small single rounds, where that can be computed exactly. Seeds and versions are fixed, so that
    tables of different agents can be compared.
    """
    ruleset = Ruleset("liars", "contest")
    player = bot("liars", agent) if isinstance(agent, str) else agent
    opponents = [("ladder", rung, bot("liars", rung)) for rung in (ladder("liars") if rungs is None else rungs)]
    if with_strangers:
        opponents += [("stranger", who, stranger(who)) for who, _ in strangers()]
    meetings, times = [], []
    for kind, who, opponent in opponents:
        found = contest({name: player, f"{who}'": opponent}, ruleset, games=games, seed=seed, threads=threads)
        meetings.append((kind, who, *(100 * share for share in found.won(name))))
        times.append(found.decision_time(name))
    return BenchmarkTable(
        agent=name,
        version=BENCHMARK_VERSION,
        games=games,
        meetings=meetings,
        rounds=[_round(player, samples, seed, *one) for one in (_ROUNDS if rounds else [])],
        decision_time=sum(times) / max(len(times), 1),
    )


def _round(player, samples, seed, preset, options, dice):
    ruleset = Ruleset("liars", preset, **options)
    found = exploit(player, ruleset, dice=dice, samples=samples, seed=seed)["one_round"]
    return str(ruleset), dice, None if found is None else found["exploitability"]


__all__ = ["BENCHMARK_VERSION", "BenchmarkTable", "benchmark"]
