"""OpenSpiel's algorithms on our rules, each with the same budget: single rounds with one die each of three faces, the highest wild."""

import time

import numpy as np
from open_spiel.python.algorithms import cfr, external_sampling_mccfr, ismcts, mcts

import dicehouse
from dicehouse.openspiel import load_game, policy_agent

RULESET = dicehouse.Ruleset("liars", "openspiel", faces=3, wild=3)
#: Seconds that an algorithm may train.
BUDGET = 20.0
#: Games that IS-MCTS plays out before each act.
SIMULATIONS = 50


def cfr_plus(game):
    """CFR+, tabular."""
    return _until_spent(cfr.CFRPlusSolver(game), "evaluate_and_update_policy")


def external_sampling(game):
    """External-sampling MCCFR."""
    return _until_spent(external_sampling_mccfr.ExternalSamplingSolver(game), "iteration")


def _until_spent(solver, step):
    start = time.perf_counter()
    while time.perf_counter() - start < BUDGET:
        getattr(solver, step)()
    return policy_agent(solver.average_policy(), seed=1)


class searching:
    """IS-MCTS: no training, but a search before each act."""

    def __init__(self, game):
        self.game, self.luck = game, np.random.RandomState(1)
        evaluator = mcts.RandomRolloutEvaluator(1, self.luck)
        self.bot = ismcts.ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=SIMULATIONS, random_state=self.luck)

    def __call__(self, view):
        self.bot.set_resampler(lambda state, player: self._world(view))
        return int(self.bot.step(self._world(view)))

    def _world(self, view):
        """The game as it may be by what the view tells: any die for the other player."""
        state = self.game.new_initial_state()
        for seat in (0, 1):
            die = view.hand[0] if seat == view.seat else self.luck.randint(3) + 1
            state.apply_action(die - 1)
        for placed in view.bids:
            state.apply_action(view.ruleset.act_number(placed["bid"]))
        return state


ALGORITHMS = {
    "CFR+, tabular": cfr_plus,
    "external-sampling MCCFR": external_sampling,
    "IS-MCTS, 50 simulations an act": searching,
}


def rounds_of(name, train):
    """One line of the table: what an algorithm comes to."""
    game = load_game(RULESET)
    start = time.perf_counter()
    agent = train(game)
    seconds = time.perf_counter() - start
    won, low, high = dicehouse.contest({"it": agent, "odds": "odds"}, RULESET, games=100).won("it")
    read = dicehouse.exploit(agent, RULESET, samples=4)["one_round"]["exploitability"]
    return f"| {name} | {seconds:.0f} | {100 * won:.1f} % ({100 * low:.1f}–{100 * high:.1f}) | {read:.4f} |"
