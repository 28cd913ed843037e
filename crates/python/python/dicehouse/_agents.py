"""Agents to start from: anything that can be called with a view and gives an act."""

import random


def random_agent(seed=0):
    """An agent that chooses among the numbered legal acts, all as likely as each other."""
    luck = random.Random(seed)

    def act(view):
        return luck.choice(view.legal_numbers)

    return act


class solution_agent:
    """An agent that plays a round of ``liars`` as a ``Solution`` says. Its ``mix`` lets ``exploit`` read it exactly."""

    def __init__(self, solution, seed=0):
        self.solution = solution
        self.luck = random.Random(seed)

    def mix(self, view):
        """The share of each act in this position."""
        return self.solution.mix([placed["bid"] for placed in view.bids], view.hand)

    def __call__(self, view):
        shares = self.mix(view)
        return self.luck.choices(list(shares), weights=list(shares.values()))[0]
