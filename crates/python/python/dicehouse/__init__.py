"""Liar's Dice and its cousins, played in Rust.

Start here::

    import dicehouse

    ruleset = dicehouse.Ruleset("liars", "perudo", dice=3)
    game = ruleset.new_game(players=3, seed=7)
    while not game.is_over:
        view = game.view(game.seat)
        game.apply(view.legal[0])
    print(game.standing)

The parts:

- rules and games: ``Ruleset``, ``Game``, ``View``, ``presets``, ``in_words``
- bots: ``bot``, ``bots``, ``ladder``, ``stranger``, ``strangers``
- records: ``play``, ``Record``, ``review``
- measuring: ``contest``, ``exploit``, ``benchmark``
- solving: ``solve``
- learning: ``vec``, ``dicehouse.pettingzoo``, ``dicehouse.gymnasium``, ``dicehouse.openspiel``

An act is text, as players say it ("3x5", "3 fives", "call"), or a number. A call that is refused raises ``ValueError`` or
``TypeError`` and changes nothing; an act that the rules refuse raises ``Refusal``, a ``ValueError`` with a code.
"""

from ._native import (
    OBSERVATION_VERSION,
    Bot,
    BotPlayer,
    ContestResult,
    Game,
    Record,
    Refusal,
    Review,
    Ruleset,
    Solution,
    VecEnv,
    View,
    __version__,
    bot,
    bots,
    contest,
    exploit,
    in_words,
    ladder,
    play,
    presets,
    review,
    solve,
    stranger,
    strangers,
)
from ._agents import random_agent, solution_agent
from ._benchmark import BenchmarkTable, benchmark
from ._program import run_program


def vec(game="liars", preset=None, *, n=4096, players=2, seed=0, rewards="game", threads=None, **options):
    """Many games at once, stepped in Rust into NumPy arrays: a ``VecEnv``.

    ``rewards`` is "game" (at the end: 1 for the winner, shares of -1 for the others) or "round" (dice and points lost and won, step by
    step). ``threads`` has no influence on what happens.
    """
    return VecEnv(
        Ruleset(game, preset, **options), n, players=players, seed=seed, rewards=rewards, threads=threads
    )


__all__ = [
    "OBSERVATION_VERSION",
    "BenchmarkTable",
    "Bot",
    "BotPlayer",
    "ContestResult",
    "Game",
    "Record",
    "Refusal",
    "Review",
    "Ruleset",
    "Solution",
    "VecEnv",
    "View",
    "__version__",
    "benchmark",
    "bot",
    "bots",
    "contest",
    "exploit",
    "in_words",
    "ladder",
    "play",
    "presets",
    "random_agent",
    "review",
    "run_program",
    "solution_agent",
    "solve",
    "stranger",
    "strangers",
    "vec",
]
