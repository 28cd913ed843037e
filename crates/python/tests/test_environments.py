"""PettingZoo's and Gymnasium's own tests, unchanged, and what they do not ask."""

import functools
import pickle
import types
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import dicehouse.gymnasium
from dicehouse import pettingzoo

GAMES = [("liars", "contest", 4), ("liars", "perudo", 2), ("claims", "full", 3), ("pairs", "standard", 2)]


@pytest.fixture(params=GAMES, ids=lambda game: " ".join(map(str, game)))
def make(request):
    game, preset, players = request.param
    return functools.partial(pettingzoo.env, game, preset, players=players)


@pytest.fixture(params=GAMES, ids=lambda game: " ".join(map(str, game)))
def make_parallel(request):
    game, preset, players = request.param
    return functools.partial(pettingzoo.parallel_env, game, preset, players=players)


def test_api(make):
    with warnings.catch_warnings():
        # It says so of every unbounded observation, and of masks of agents that are not to act.
        warnings.simplefilter("ignore")
        api_test(make(), num_cycles=300)
        api_test(make(rewards="round"), num_cycles=100)


def test_seed(make):
    seed_test(make, num_cycles=100)


def test_render(make, capsys):
    render_test(make)
    assert "Seat 1" in capsys.readouterr().out


def test_parallel_api(make_parallel):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(make_parallel(), num_cycles=200)


def test_parallel_seed(make_parallel):
    parallel_seed_test(functools.partial(make_parallel, illegal="fault"), num_cycles=50)


def test_max_cycles():
    """In `pairs` everybody acts once a round. The test chooses acts without looking at masks: faults, by the rules."""
    max_cycles_test(
        types.SimpleNamespace(
            env=functools.partial(pettingzoo.env, "pairs", illegal="fault"),
            parallel_env=functools.partial(pettingzoo.parallel_env, "pairs", illegal="fault"),
        )
    )


def test_rewards_of_a_game_add_up(make):
    for rewards in ("game", "round"):
        env = make(rewards=rewards)
        env.reset(seed=4)
        worth = np.array(env.table.game.worth)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        env.action_space(env.possible_agents[0]).seed(1)
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            totals[agent] += reward
            mask = observation["action_mask"]
            env.step(None if termination or truncation else int(np.flatnonzero(mask)[-1]))
        game = env.table.game
        expected = game.returns if rewards == "game" else np.array(game.worth) - worth
        assert np.allclose(list(totals.values()), expected)


def test_a_refused_step_changes_nothing():
    env = pettingzoo.env("liars", "contest")
    env.reset(seed=1)
    before = pickle.dumps(env.table.game)
    for wrong, error in [(60 + 6, ValueError), (-1, ValueError), (10**6, ValueError), (None, TypeError), (0.5, TypeError)]:
        with pytest.raises(error):
            env.step(wrong)
    assert pickle.dumps(env.table.game) == before and env.agent_selection == "seat_0"
    parallel = pettingzoo.parallel_env("pairs", players=2)
    parallel.reset(seed=1)
    before = pickle.dumps(parallel.table.game)
    legal = parallel.table.game.legal_numbers(0)[0]
    for wrong in ({"seat_0": legal}, {"seat_0": legal, "seat_1": -1}):
        with pytest.raises(ValueError):
            parallel.step(wrong)
        assert pickle.dumps(parallel.table.game) == before


@pytest.mark.parametrize(
    "options", [{"rewards": "x"}, {"illegal": "x"}, {"max_cycles": 0}, {"render_mode": "x"}, {"players": 1}, {"game": "x"}, {"wild": 9}]
)
def test_environments_that_make_no_sense(options):
    for make in (pettingzoo.env, pettingzoo.parallel_env):
        with pytest.raises(ValueError):
            make(**options)


@pytest.mark.parametrize("name", ["Liars", "Claims", "Pairs"])
def test_gymnasium(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gymnasium.make(f"dicehouse/{name}-v1").unwrapped, skip_render_check=True)


def test_gymnasium_against_several_bots():
    env = gymnasium.make("dicehouse/Liars-v1", opponents=["odds", "gambler", "fox"], render_mode="ansi", disable_env_checker=True)
    won = 0
    for seed in range(20):
        observation, _ = env.reset(seed=seed)
        over = False
        while not over:
            act = np.flatnonzero(observation["action_mask"])[0]
            observation, reward, over, _, _ = env.step(act)
        won += reward > 0
        assert reward in (1.0, pytest.approx(-1 / 3))
    assert won < 12 and "Seat" in env.render()


def test_gymnasium_is_repeatable_and_ends_with_an_illegal_act():
    def play(env):
        seen = []
        for seed in (3, None, None):
            observation, _ = env.reset(seed=seed)
            for _ in range(5):
                observation, reward, over, _, _ = env.step(int(np.flatnonzero(observation["action_mask"])[0]))
                seen.append((observation["observation"].tobytes(), reward, over))
                if over:
                    break
        return seen

    one, other = (dicehouse.gymnasium.DicehouseEnv("claims") for _ in range(2))
    assert play(one) == play(other)
    env = dicehouse.gymnasium.DicehouseEnv("liars", seat=0)
    observation, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(illegal)
    assert (reward, over) == (-1.0, True) and info["illegal"]
    with pytest.raises(ValueError, match="reset starts another one"):
        env.step(0)
    for options in ({"seat": 5}, {"rewards": "x"}, {"render_mode": "x"}, {"opponents": ["nobody"]}):
        with pytest.raises(ValueError):
            dicehouse.gymnasium.DicehouseEnv("liars", **options)
