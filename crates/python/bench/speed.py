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
GAMES = 100


def openspiel(seconds, observe):
    """Random play of OpenSpiel's game; acts a second."""
    game = pyspiel.load_game("liars_dice")
    choose, acts, start = random.choice, 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
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
    return acts / (time.perf_counter() - start)


def one_game(seconds, observe):
    """Random play of the same rules, one game after the other, with what the seat to act sees."""
    ruleset = dicehouse.Ruleset("liars", "openspiel")
    seen = np.zeros(ruleset.observation_size(), np.float32)
    game = ruleset.new_game(seed=1)
    choose, acts, start = random.choice, 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(20):
            game.restart()
            seat = game.seat
            while seat is not None:
                if observe:
                    game.observe(seat, seen)
                seat = game.apply(choose(game.legal_numbers(seat)))
                acts += 1
    return acts / (time.perf_counter() - start)


def batch(seconds, preset, players):
    """Random play of many games at once, with observations, masks and rewards of every step."""
    env = dicehouse.vec("liars", preset, n=4096, players=players)
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(4):
            env.step(env.random_actions())
            steps += 1
    return steps * env.n / (time.perf_counter() - start)


def speed(quick):
    """Prints the table of speeds."""
    seconds = 0.3 if quick else 1.5
    what = {
        "OpenSpiel liars_dice, from Python": lambda: openspiel(seconds, False),
        "OpenSpiel liars_dice, with information states": lambda: openspiel(seconds, True),
        "dicehouse openspiel, from Python": lambda: one_game(seconds, False),
        "dicehouse openspiel, with observations": lambda: one_game(seconds, True),
        "dicehouse openspiel, 4096 at once": lambda: batch(seconds, "openspiel", 2),
        "dicehouse contest, 4096 at once": lambda: batch(seconds, "contest", 2),
        "dicehouse contest, four players, 4096 at once": lambda: batch(seconds, "contest", 4),
    }
    measured = {name: [] for name in what}
    for _ in range(3 if quick else RUNS):
        for name, run in what.items():
            measured[name].append(run() / 1e6)
    print("million acts a second: median (least to most)")
    for name, runs in measured.items():
        print(f"  {name:<46} {statistics.median(runs):6.2f}  ({min(runs):.2f} to {max(runs):.2f})")


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
