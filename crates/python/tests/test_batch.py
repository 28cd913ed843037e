"""Many games at once, in arrays."""

import numpy as np
import pytest

import dicehouse


def test_a_batch_plays_games_to_their_end(ruleset):
    env = dicehouse.VecEnv(ruleset, 50, players=3, seed=1)
    assert env.observations.shape == (50, ruleset.observation_size(3)) and env.observations.dtype == np.float32
    assert env.masks.shape == (50, ruleset.act_count(3)) and env.masks.dtype == bool
    ended = 0
    for _ in range(400):
        chosen = env.random_actions()
        assert env.masks[np.arange(50), chosen].all()
        observations, rewards, dones = env.step(chosen)
        assert observations is env.observations and rewards is env.rewards and dones is env.dones
        assert np.allclose(rewards.sum(1), 0, atol=1e-5) and (rewards[~dones] == 0).all()
        ended += int(dones.sum())
    assert ended > 10


def test_a_batch_is_the_same_whatever_the_threads():
    one, two = (dicehouse.vec("liars", "perudo", n=1000, players=3, seed=5, rewards="round", threads=threads) for threads in (1, 2))
    for _ in range(100):
        assert (one.random_actions() == two.random_actions()).all()
        for env in (one, two):
            env.step(env.random_actions().copy())
        for what in ("observations", "masks", "seats", "rewards", "dones"):
            assert (getattr(one, what) == getattr(two, what)).all()
    before = one.reset(seed=5).copy()
    assert (dicehouse.vec("liars", "perudo", n=1000, players=3, seed=5).observations == before).all()
    assert (one.reset(seed=6) != before).any()


def test_a_refused_step_changes_nothing():
    env = dicehouse.vec("liars", "contest", n=8)
    good = env.random_actions().copy()
    before = env.observations.copy(), env.masks.copy(), env.seats.copy()
    wrong = good.copy()
    wrong[5] = env.act_count - 1
    for actions, error, words in [
        (wrong, ValueError, "game 5: act 66 is not legal for seat 0"),
        (good[:3], ValueError, "actions has 3 items, 8 are needed"),
        (good.astype(float), TypeError, "actions is an array of int64, not of float64"),
        (good.astype(np.int32), TypeError, "int32"),
        (good.reshape(4, 2), ValueError, "actions has 1 dimension, not 2"),
        (list(good), TypeError, "not list"),
        (None, TypeError, "not NoneType"),
        (np.full(8, -(2**63)), ValueError, "not legal"),
    ]:
        with pytest.raises(error, match=words):
            env.step(actions)
    assert all((now == then).all() for now, then in zip((env.observations, env.masks, env.seats), before))
    env.step(good)
    for options in ({"n": 0}, {"n": 10**9}, {"players": 1}, {"rewards": "x"}, {"threads": 0}, {"dice": 99}):
        with pytest.raises(ValueError):
            dicehouse.vec(**options)


def test_arrays_that_somebody_froze_are_refused():
    env = dicehouse.vec(n=4)
    env.observations.flags.writeable = False
    with pytest.raises(ValueError):
        env.step(env.random_actions())
