"""The games for OpenSpiel: importing this module registers ``dicehouse`` with pyspiel.

``pyspiel.load_game("dicehouse(game=liars,preset=perudo,players=2,options=dice:2;wild:6)")``, or ``load_game(ruleset, players)``. Chance
throws one die at a time, every face as likely as the others. Information states tell all that a seat has seen and done, so that
CFR, best responses and the like run on them.
"""

import numpy as np
import pyspiel

from . import Ruleset

__all__ = ["DicehouseGame", "DicehouseState", "load_game", "policy_agent"]

_PARAMETERS = {"game": "liars", "preset": "", "players": 2, "options": ""}

_GAME_TYPE = pyspiel.GameType(
    short_name="dicehouse",
    long_name="Dicehouse",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=10,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)

# Longer games are possible where dice are won back or bids go round in circles; nobody has seen one.
_LONGEST = 100_000


def load_game(ruleset, players=2):
    """The OpenSpiel game of a ruleset."""
    options = ";".join(f"{name}:{value}" for name, value in _changes(ruleset))
    return pyspiel.load_game(
        "dicehouse", {"game": ruleset.game, "preset": ruleset.preset, "players": players, "options": options}
    )


def _changes(ruleset):
    before = Ruleset(ruleset.game, ruleset.preset).options
    for name, value in ruleset.options.items():
        if before.get(name) != value:
            yield name, str(value).lower() if isinstance(value, bool) else value


def _ruleset(parameters):
    options = dict(option.split(":", 1) for option in parameters["options"].split(";") if option)
    return Ruleset(parameters["game"], parameters["preset"] or None, **options)


class DicehouseGame(pyspiel.Game):
    """A ruleset and a number of players, as OpenSpiel knows games."""

    def __init__(self, params=None):
        parameters = {**_PARAMETERS, **(params or {})}
        self.ruleset = _ruleset(parameters)
        self.players = parameters["players"]
        # Refuses what cannot be played before OpenSpiel gets to see it.
        self.ruleset.new_game(self.players)
        faces = self.ruleset.options.get("faces", 6)
        sides = max(faces, self.players, 100 if self.ruleset.options.get("stacked") else 0)
        information = pyspiel.GameInfo(
            num_distinct_actions=self.ruleset.act_count(self.players),
            max_chance_outcomes=sides,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self._longest(),
        )
        super().__init__(_GAME_TYPE, information, parameters)

    def _longest(self):
        options = self.ruleset.options
        if options.get("one_round") and options["raise"] != "half":
            return self.ruleset.act_count(self.players)
        return _LONGEST

    def new_initial_state(self):
        """A game at its start."""
        return DicehouseState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        """What the players see, as OpenSpiel's observers have it."""
        return _Observer(
            iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), self.ruleset, self.players, params
        )


class DicehouseState(pyspiel.State):
    """A game being played."""

    def __init__(self, game):
        super().__init__(game)
        self.ruleset, self.players = game.ruleset, game.players
        self.table = game.ruleset.new_game(game.players)
        self.thrown = []

    def current_player(self):
        """Whose turn it is: a seat, chance or nobody."""
        turn = self.table.turn
        if turn == "act":
            return self.table.seat
        return pyspiel.PlayerId.CHANCE if turn == "roll" else pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, player):
        return self.table.legal_numbers(player)

    def _next_die(self):
        """The throw that the next die belongs to."""
        left = len(self.thrown)
        for throw in self.table.throws:
            if left < throw["count"]:
                return throw
            left -= throw["count"]
        raise AssertionError("a roll that is complete was not given to the game")

    def chance_outcomes(self):
        """The faces of the next die."""
        sides = self._next_die()["sides"]
        return [(face, 1.0 / sides) for face in range(sides)]

    def _apply_action(self, action):
        if self.table.turn == "act":
            self.table.apply(action)
            return
        self.thrown.append(action + 1)
        counts = [throw["count"] for throw in self.table.throws]
        if len(self.thrown) == sum(counts):
            dice = iter(self.thrown)
            self.table.roll([[next(dice) for _ in range(count)] for count in counts])
            self.thrown = []

    def _action_to_string(self, player, action):
        if player == pyspiel.PlayerId.CHANCE:
            return str(action + 1)
        return self.ruleset.act(action, self.players)

    def is_terminal(self):
        """Whether the game is over."""
        return self.table.is_over

    def returns(self):
        """What the game was worth to each seat."""
        return [float(worth) for worth in self.table.returns]

    def __str__(self):
        hands = " ".join(self.table.information_state(seat) for seat in range(self.players))
        return f"{hands} {self.thrown}" if self.thrown else hands


class _Observer:
    """Information states (with perfect recall) and observations of one seat."""

    def __init__(self, kind, ruleset, players, params):
        if params:
            raise ValueError(f"observations have no parameters, but were given {params}")
        self.kind, self.players = kind, players
        self.seen = ruleset.observation_size(players)
        self.bids = ruleset.act_count(players) if kind.perfect_recall and ruleset.game == "liars" else 0
        # Who bid what: perfect recall of a round. The observation has the rest.
        size = self.seen + players + self.bids * players
        self.tensor = np.zeros(size, np.float32)
        self.dict = {
            "observation": self.tensor[: self.seen],
            "player": self.tensor[self.seen : self.seen + players],
            "bids": self.tensor[self.seen + players :].reshape(players, self.bids),
        }

    def set_from(self, state, player):
        """Writes what `player` sees in `state`."""
        self.tensor.fill(0)
        state.table.observe(player, self.dict["observation"])
        self.dict["player"][player] = 1
        if self.bids:
            view = state.table.view(player)
            for placed in view.bids:
                number = state.ruleset.act_number(placed["bid"], self.players)
                if number is not None:
                    self.dict["bids"][placed["seat"], number] = 1

    def string_from(self, state, player):
        """What `player` sees in `state`, as text."""
        if self.kind.perfect_recall:
            return state.table.information_state(player)
        return state.table.view(player).json()


pyspiel.register_game(_GAME_TYPE, DicehouseGame)


class policy_agent:
    """An OpenSpiel policy for a game of this module, as an agent for ``dicehouse.contest`` and ``exploit``.

    ``policy`` gives probabilities by information state, as tabular policies and the average policies of CFR and MCCFR do.
    """

    def __init__(self, policy, seed=0):
        self.policy, self.luck = policy, np.random.default_rng(seed)

    def mix(self, view):
        """The share of each act in this position."""
        asked = _Asked(view)
        try:
            known = self.policy.action_probabilities(asked, view.seat)
        except KeyError:
            known = {}
        shares = {number: float(known.get(number, 0)) for number in asked.legal}
        # Where the policy has never been, everything is as good as anything else.
        return shares if sum(shares.values()) > 0 else dict.fromkeys(asked.legal, 1.0)

    def __call__(self, view):
        shares = self.mix(view)
        weights = np.array(list(shares.values()))
        return int(self.luck.choice(list(shares), p=weights / weights.sum()))


class _Asked:
    """A view, as far as policies ask for a state: there is no state of which a seat could know more."""

    def __init__(self, view):
        self.key, self.seat, self.legal = view.information_state, view.seat, view.legal_numbers

    def current_player(self):
        return self.seat

    def information_state_string(self, player=None):
        return self.key

    def legal_actions(self, player=None):
        return self.legal
