"""How fast the package plays, beside OpenSpiel's liars_dice, in one run: `cargo xtask bench-python`.

With --table it makes the tables of docs/python.md instead: the benchmark of house bots and of OpenSpiel's algorithms.
"""

import random
import statistics
import sys
import time

import numpy as np
import pyspiel

import dicehouse

#: Each is measured this often, in turns, and the median counts.
RUNS = 7
#: Games of each pair in the table.
GAMES = 60


def openspiel(clock, observe):
    """Random play of OpenSpiel's game; how many acts."""
    game = pyspiel.load_game("liars_dice")
    choose, acts = random.choice, 0
    while clock.goes_on():
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(choose(state.legal_actions()))
                    continue
                if observe:
                    state.information_state_tensor(state.current_player())
                state.apply_action(choose(state.legal_actions()))
                acts += 1
    return acts


def one_game(clock, observe):
    """Random play of the same rules, one game after the other, with what the seat to act sees."""
    ruleset = dicehouse.Ruleset("liars", "openspiel")
    seen = np.zeros(ruleset.observation_size(), np.float32)
    game = ruleset.new_game(seed=1, verifiable=False)
    choose, acts = random.choice, 0
    while clock.goes_on():
        for _ in range(20):
            game.restart()
            seat = game.seat
            while seat is not None:
                if observe:
                    game.observe(seat, seen)
                seat = game.apply(choose(game.legal_numbers(seat)))
                acts += 1
    return acts


def batch(clock, preset, players):
    """Random play of many games at once, with observations, masks and rewards of every step."""
    env = dicehouse.vec("liars", preset, n=4096, players=players)
    acts = 0
    while clock.goes_on():
        for _ in range(4):
            env.step(env.random_actions())
            acts += env.n
    return acts


class Clock:
    """A number of seconds of time, and the processor time that went into them."""

    def __init__(self, seconds):
        self.seconds, self.wall, self.cpu = seconds, time.perf_counter(), time.process_time()

    def goes_on(self):
        """Whether there are seconds left."""
        return time.perf_counter() - self.wall < self.seconds

    def rates(self, acts):
        """Million acts a second, and a second of one processor."""
        return acts / 1e6 / (time.perf_counter() - self.wall), acts / 1e6 / (time.process_time() - self.cpu)


def speed(quick):
    """Prints the table of speeds."""
    what = {
        "OpenSpiel `liars_dice` from Python": lambda clock: openspiel(clock, False),
        "the same with information states": lambda clock: openspiel(clock, True),
        "`openspiel` from Python": lambda clock: one_game(clock, False),
        "the same with observations": lambda clock: one_game(clock, True),
        "`openspiel`, 4096 games at once": lambda clock: batch(clock, "openspiel", 2),
        "`contest`, 4096 games at once": lambda clock: batch(clock, "contest", 2),
        "`contest` for four, 4096 games at once": lambda clock: batch(clock, "contest", 4),
    }
    measured = {name: [] for name in what}
    for _ in range(3 if quick else RUNS):
        for name, run in what.items():
            clock = Clock(0.3 if quick else 1.5)
            measured[name].append(clock.rates(run(clock)))
    print("| million acts | a second | least to most | a second of one processor |\n| --- | ---: | ---: | ---: |")
    for name, runs in measured.items():
        wall, cpu = zip(*runs)
        spread = f"{min(wall):.2f}–{max(wall):.2f}"
        print(f"| {name} | {statistics.median(wall):.2f} | {spread} | {statistics.median(cpu):.2f} |")


def table():
    """Prints the benchmark of house bots, and of OpenSpiel's algorithms in single rounds, as tables of Markdown."""
    from algorithms import ALGORITHMS, rounds_of

    agents = {"random": dicehouse.random_agent(1), "gambler": "gambler", "odds": "odds", "master": "master"}
    tables = [dicehouse.benchmark(agent, name=name, games=GAMES) for name, agent in agents.items()]
    print(f"| | {' | '.join(one.agent for one in tables)} |")
    print(f"| --- |{' ---: |' * len(tables)}")
    for at, (kind, who, *_) in enumerate(tables[0].meetings):
        rows = (one.meetings[at] for one in tables)
        cells = (f"{won:.0f} ({low:.0f}–{high:.0f})" for _, _, won, low, high in rows)
        print(f"| {kind} `{who}` | {' | '.join(cells)} |")
    for at, (rules, dice, _) in enumerate(tables[0].rounds):
        print(f"| one round of {rules}, {dice[0]} against {dice[1]} | {' | '.join(f'{one.rounds[at][2]:.3f}' for one in tables)} |")
    print(f"| ms an act | {' | '.join(f'{1000 * one.decision_time:.2f}' for one in tables)} |\n")
    print("| algorithm | seconds | won against `odds` | exploitability |\n| --- | ---: | ---: | ---: |")
    for name, train in ALGORITHMS.items():
        print(rounds_of(name, train), flush=True)


if __name__ == "__main__":
    if "--table" in sys.argv:
        table()
    else:
        speed("--quick" in sys.argv)
