"""One agent against house bots, as a Gymnasium environment.

``gymnasium.make("dicehouse/Liars-v1", opponents=["odds", "gambler"])`` after ``import dicehouse.gymnasium``; there are also
``dicehouse/Claims-v1`` and ``dicehouse/Pairs-v1``. Observations are those of ``dicehouse.pettingzoo``: numbers and a mask of legal acts.
An act that is not legal costs the game: it ends with a reward of -1 and ``info["illegal"]`` says why.
"""

import gymnasium
import gymnasium.spaces
import numpy as np

from . import Bot, Ruleset, bot

__all__ = ["DicehouseEnv", "register"]

_DEFAULTS = {"liars": ("contest", "gambler"), "claims": ("simple", "chancer"), "pairs": ("standard", "steady")}


class DicehouseEnv(gymnasium.Env):
    """One agent, in a random seat unless ``seat`` names one, against house bots."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self, game="liars", preset=None, *, opponents=None, seat=None, rewards="game", render_mode=None, **options
    ):
        default_preset, default_bot = _DEFAULTS.get(game, (None, None))
        self.ruleset = Ruleset(game, preset or default_preset, **options)
        opponents = [default_bot] if opponents is None else [opponents] if isinstance(opponents, str) else opponents
        self.bots = [given if isinstance(given, Bot) else bot(game, given) for given in opponents]
        self.players = len(self.bots) + 1
        if rewards not in ("game", "round"):
            raise ValueError(f'rewards cannot be "{rewards}": they are game or round')
        if render_mode not in (None, "ansi"):
            raise ValueError(f'render_mode cannot be "{render_mode}": it is ansi or None')
        if seat is not None and not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat} at this table: it has 0 to {self.players - 1}")
        self.by_round, self.fixed_seat, self.render_mode = rewards == "round", seat, render_mode
        acts, seen = self.ruleset.act_count(self.players), self.ruleset.observation_size(self.players)
        self.action_space = gymnasium.spaces.Discrete(acts)
        self.observation_space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-np.inf, np.inf, (seen,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (acts,), np.int8),
            }
        )
        self.game = None

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        number = lambda: int(self.np_random.integers(1 << 62))  # noqa: E731
        self.game = self.ruleset.new_game(self.players, seed=number())
        self.seat = int(self.np_random.integers(self.players)) if self.fixed_seat is None else self.fixed_seat
        others = [seat for seat in range(self.players) if seat != self.seat]
        self.others = {seat: one.player(number()) for seat, one in zip(others, self.bots)}
        self._let_others_act()
        return self._observation(), {}

    def step(self, action):
        if self.game is None or self.game.is_over:
            raise ValueError("the game is over: reset starts another one")
        if not self.action_space.contains(action):
            raise ValueError(f"there is no act {action}: acts are 0 to {self.action_space.n - 1}")
        before = self.game.worth[self.seat]
        try:
            self.game.apply(int(action), self.seat)
        except ValueError as refusal:
            self.game = None
            empty = {
                "observation": np.zeros(self.observation_space["observation"].shape, np.float32),
                "action_mask": np.zeros(self.action_space.n, np.int8),
            }
            return empty, -1.0, True, False, {"illegal": str(refusal)}
        self._let_others_act()
        over = self.game.is_over
        gained = self.game.worth[self.seat] - before if self.by_round else self.game.returns[self.seat]
        # Somebody who is out of the game only waits for its end.
        return self._observation(), float(gained), over, False, {}

    def _let_others_act(self):
        while not self.game.is_over and self.seat not in self.game.to_act:
            seat = self.game.seat
            self.game.apply(self.others[seat].act(self.game, seat), seat)

    def _observation(self):
        return {
            "observation": self.game.observe(self.seat),
            "action_mask": self.game.mask(self.seat).view(np.int8),
        }

    def render(self):
        return self.game.view(self.seat).text() if self.render_mode == "ansi" and self.game else None


def register():
    """Registers the environments with Gymnasium; importing this module does it."""
    for game in _DEFAULTS:
        name = f"dicehouse/{game.capitalize()}-v1"
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point="dicehouse.gymnasium:DicehouseEnv", kwargs={"game": game})


register()
