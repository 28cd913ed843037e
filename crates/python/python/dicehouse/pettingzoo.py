"""The games as PettingZoo environments.

``env("liars", "contest", players=4)`` is an AEC environment, ``parallel_env`` the same game turn by turn for the parallel API:
all agents answer in every step, and the answer of the one to act counts.

An observation is a dict: "observation" has the numbers that ``dicehouse.Game.observe`` gives, "action_mask" says which acts are legal.
``docs/python.md`` documents both.
"""

import gymnasium.spaces
import numpy as np
from pettingzoo import AECEnv, ParallelEnv

from . import Refusal, Ruleset

__all__ = ["env", "parallel_env", "raw_env"]


def env(game="liars", preset=None, *, players=2, rewards="game", illegal="refuse", max_cycles=None, render_mode=None, **options):
    """The AEC environment of a ruleset.

    ``rewards`` is "game" (at the end) or "round" (dice and points, step by step). ``illegal`` says what becomes of an illegal act:
    "refuse" raises and changes nothing, "fault" punishes it as the rules say. After ``max_cycles`` cycles, as many acts each as there
    are players, the game is truncated.
    """
    table = _Table(Ruleset(game, preset, **options), players, rewards, illegal, max_cycles, render_mode)
    return DicehouseAEC(table)


def parallel_env(
    game="liars", preset=None, *, players=2, rewards="game", illegal="refuse", max_cycles=None, render_mode=None, **options
):
    """The same game for the parallel API: every agent answers in every step, and the answers of those to act count.

    After ``max_cycles`` steps the game is truncated; the other arguments are those of ``env``.
    """
    table = _Table(Ruleset(game, preset, **options), players, rewards, illegal, max_cycles, render_mode)
    return DicehouseParallel(table)


#: PettingZoo's name for an environment without wrappers; this one needs none.
raw_env = env


class DicehouseAEC(AECEnv):
    """One game as an AEC environment."""

    def __init__(self, table):
        super().__init__()
        self.table = table
        self.metadata = table.metadata
        self.render_mode = table.render_mode
        self.possible_agents = list(table.names)
        self.spaces = table.spaces()

    def observation_space(self, agent):
        return self.spaces[agent][0]

    def action_space(self, agent):
        return self.spaces[agent][1]

    def reset(self, seed=None, options=None):
        self.table.reset(seed)
        self.acted = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.table.names[self.table.game.seat]

    def observe(self, agent):
        return self.table.observe(agent)

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        # The game refuses what is not legal, before anything changes here.
        self.rewards = self.table.play(agent, action)
        self.acted += 1
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        over = self.table.game.is_over
        full = self.table.max_cycles is not None and self.acted >= self.table.max_cycles * self.table.players
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, full and not over)
        self.agent_selection = self.agents[0] if over or full else self.table.names[self.table.game.seat]
        if self.render_mode == "human":
            self.render()

    def render(self):
        return self.table.render()

    def close(self):
        pass


class DicehouseParallel(ParallelEnv):
    """One game for the parallel API, turn by turn."""

    def __init__(self, table):
        self.table = table
        self.metadata = {**table.metadata, "name": table.metadata["name"].replace("_v", "_parallel_v")}
        self.render_mode = table.render_mode
        self.possible_agents = list(table.names)
        self.spaces = table.spaces()

    def observation_space(self, agent):
        return self.spaces[agent][0]

    def action_space(self, agent):
        return self.spaces[agent][1]

    def reset(self, seed=None, options=None):
        self.table.reset(seed)
        self.steps = 0
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions):
        due = [self.table.names[seat] for seat in self.table.game.to_act]
        missing = [agent for agent in due if agent not in actions]
        if missing:
            raise ValueError(f"there is no action for {', '.join(missing)}, who must act")
        before = self.table.game.clone()
        rewards = dict.fromkeys(self.agents, 0.0)
        try:
            for agent in due:
                for other, gained in self.table.play(agent, actions[agent]).items():
                    rewards[other] += gained
        except Exception:
            self.table.game = before
            raise
        self.steps += 1
        over = self.table.game.is_over
        full = self.table.max_cycles is not None and self.steps >= self.table.max_cycles
        observations = self._observations()
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, full and not over)
        infos = {agent: {} for agent in self.agents}
        if over or full:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, terminations, truncations, infos

    def _observations(self):
        return {agent: self.table.observe(agent, waiting=True) for agent in self.agents}

    def render(self):
        return self.table.render()

    def close(self):
        pass


class _Table:
    """What both environments have in common: a game, its agents' names and what they see."""

    def __init__(self, ruleset, players, rewards, illegal, max_cycles, render_mode):
        if illegal not in ("refuse", "fault"):
            raise ValueError(f'illegal cannot be "{illegal}": it is refuse or fault')
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles cannot be {max_cycles}: it is a number from 1")
        if rewards not in ("game", "round"):
            raise ValueError(f'rewards cannot be "{rewards}": they are game or round')
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f'render_mode cannot be "{render_mode}": it is ansi, human or None')
        self.ruleset, self.players, self.by_round = ruleset, players, rewards == "round"
        self.faults, self.max_cycles, self.render_mode = illegal == "fault", max_cycles, render_mode
        self.metadata = {
            "render_modes": ["ansi", "human"],
            "name": f"dicehouse_{ruleset.game}_v1",
            "is_parallelizable": False,
        }
        self.acts = ruleset.act_count(players)
        self.seen = ruleset.observation_size(players)
        self.names = [f"seat_{seat}" for seat in range(players)]
        self.seats = {name: seat for seat, name in enumerate(self.names)}
        self.luck = np.random.default_rng()
        self.game = None

    def spaces(self):
        """The observation space and the action space of each agent; the same ones each time, as PettingZoo asks for."""
        return {
            name: (
                gymnasium.spaces.Dict(
                    {
                        "observation": gymnasium.spaces.Box(-np.inf, np.inf, (self.seen,), np.float32),
                        "action_mask": gymnasium.spaces.Box(0, 1, (self.acts,), np.int8),
                    }
                ),
                gymnasium.spaces.Discrete(self.acts),
            )
            for name in self.names
        }

    def reset(self, seed):
        if seed is not None:
            self.luck = np.random.default_rng(seed)
        self.game = self.ruleset.new_game(self.players, seed=int(self.luck.integers(1 << 63)))

    def observe(self, agent, waiting=False):
        seat = self.seats[agent]
        mask = self.game.mask(seat).view(np.int8)
        if waiting and not mask.any():
            # Whose answer does not count may answer anything.
            mask[:] = 1
        return {"observation": self.game.observe(seat), "action_mask": mask}

    def play(self, agent, action):
        """Plays an act; what it was worth to each agent."""
        before = self.game.worth if self.by_round else None
        try:
            self.game.apply(action, self.seats[agent])
        except Refusal:
            if not self.faults:
                raise
            self.game.fault("illegal", self.seats[agent])
        if self.by_round:
            gained = [float(now - then) for then, now in zip(before, self.game.worth)]
        else:
            gained = self.game.returns
        return dict(zip(self.names, gained))

    def render(self):
        text = self.game.view().text()
        if self.render_mode == "human":
            print(text)
            return None
        return text
