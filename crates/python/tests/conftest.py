"""What the tests share."""

import random

import pytest

import dicehouse

#: Every preset, as (game, preset).
PRESETS = [(game, preset) for game, preset, _ in dicehouse.presets()]


def play_on(game, luck, most=10_000):
    """Plays random acts until the game is over; yields before each of them."""
    for _ in range(most):
        if game.is_over:
            return
        yield game
        game.apply(luck.choice(game.legal_numbers()))
    raise AssertionError("the game does not end")


@pytest.fixture
def luck():
    return random.Random(20261116)


@pytest.fixture(params=PRESETS, ids=lambda preset: " ".join(preset))
def ruleset(request):
    return dicehouse.Ruleset(*request.param)
