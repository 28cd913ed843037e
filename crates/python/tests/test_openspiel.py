"""OpenSpiel's own tests on our games, and our `openspiel` preset beside its liars_dice."""

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import cfr, exploitability, outcome_sampling_mccfr

import dicehouse.openspiel
from dicehouse import Ruleset
from dicehouse.openspiel import load_game

#: Steps in which the two games are compared.
STEPS = 1_000_000


@pytest.mark.parametrize(
    "name",
    [
        "dicehouse(preset=openspiel)",
        "dicehouse(preset=contest,players=3,options=dice:2)",
        "dicehouse(preset=perudo,options=dice:1)",
        "dicehouse(preset=house,options=dice:1;stacked:50)",
        "dicehouse(game=claims,preset=full,options=rounds:1)",
    ],
)
def test_random_simulations(name):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False)


def test_games_that_make_no_sense_are_refused():
    for parameters in ({"game": "x"}, {"preset": "x"}, {"players": 1}, {"options": "wild:9"}):
        with pytest.raises((ValueError, RuntimeError)):
            pyspiel.load_game("dicehouse", parameters)
    ruleset = Ruleset("liars", "contest", dice=2, wild=1)
    assert load_game(ruleset).ruleset == ruleset


def theirs_in_our_words(text, seat):
    """An information state of theirs, "3 1-4 2-2", as ours has it, "seat 0 |0 [3] 0:1x4 1:2x2"."""
    hand, *bids = text.split(" ")
    dice = " ".join(sorted(hand))
    acts = (f"{at % 2}:{bid.replace('-', 'x')}" for at, bid in enumerate(bids))
    return " ".join([f"seat {seat} |0 [{dice}]", *acts])


@pytest.mark.parametrize(("dice", "share"), [(1, 0.8), (2, 0.2)])
def test_the_openspiel_preset_is_their_game_state_by_state(dice, share):
    """Their game is walked at random beside ours: legal acts, players, information states, returns."""
    theirs = pyspiel.load_game(f"liars_dice(numdice={dice})")
    ruleset = Ruleset("liars", "openspiel", dice=dice)
    call = theirs.num_distinct_actions() - 1
    assert ruleset.act_count(2) == theirs.num_distinct_actions() and ruleset.act(call) == "call"
    luck = random.Random(dice)
    steps = 0
    while steps < STEPS * share:
        their, our = theirs.new_initial_state(), ruleset.new_game(2)
        hands = []
        while their.is_chance_node():
            hands.append(luck.choice(their.legal_actions()))
            their.apply_action(hands[-1])
        our.roll([[face + 1 for face in hands[seat * dice :][:dice]] for seat in (0, 1)])
        while True:
            steps += 1
            assert their.is_terminal() == our.is_over
            if our.is_over:
                assert their.returns() == our.returns
                break
            assert their.current_player() == our.seat
            legal = their.legal_actions()
            assert legal == our.legal_numbers()
            for seat in (0, 1):
                assert theirs_in_our_words(their.information_state_string(seat), seat) == our.information_state(seat)
            act = luck.choice(legal)
            their.apply_action(act)
            our.apply(act)


def test_our_game_has_their_value_and_our_solutions_their_exploitability():
    """Twelve information states by each other: their exploitability of a policy is the same on their game and on ours."""
    theirs, ours = pyspiel.load_game("liars_dice(dice_sides=3)"), load_game(Ruleset("liars", "openspiel", faces=3, wild=3))
    found = [exploitability.exploitability(game, policies.UniformRandomPolicy(game)) for game in (theirs, ours)]
    assert found[0] == pytest.approx(found[1], abs=1e-9)
    solver = cfr.CFRPlusSolver(ours)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    ours_says = exploitability.exploitability(ours, average)
    assert ours_says < 0.02
    # Read by the house itself: what a best response wins on average over both seats is half of what they add up to.
    agent = dicehouse.openspiel.policy_agent(average)
    read = dicehouse.exploit(agent, Ruleset("liars", "openspiel", faces=3, wild=3))["one_round"]["exploitability"]
    assert read == pytest.approx(ours_says, abs=1e-3)


def test_dice_go_to_the_seats_they_are_thrown_for():
    state = load_game(Ruleset("liars", "openspiel", dice=2)).new_initial_state()
    for face in (0, 1, 4, 5):
        assert state.is_chance_node() and len(state.chance_outcomes()) == 6
        state.apply_action(face)
    assert [state.table.view(seat).hand for seat in (0, 1)] == [[1, 2], [5, 6]] and state.current_player() == 0


def test_sampling_algorithms_and_observers_run_on_our_rules():
    game = load_game(Ruleset("liars", "perudo", dice=1, faces=3), players=2)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    np.random.seed(1)
    for _ in range(20):
        solver.iteration()
    agent = dicehouse.openspiel.policy_agent(solver.average_policy())
    assert dicehouse.contest({"it": agent, "odds": "odds"}, game.ruleset, games=10).games == 10
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    seat = state.current_player()
    tensor = np.array(state.information_state_tensor(seat))
    assert tensor.shape == tuple(game.information_state_tensor_shape()) and np.isfinite(tensor).all()
    assert len(state.observation_tensor(seat)) == game.observation_tensor_shape()[0]
    assert '"hand":[1]' in state.observation_string(seat)
    copied = state.clone()
    copied.apply_action(copied.legal_actions()[0])
    assert state.history() != copied.history() and str(state) != str(copied)
    assert str(pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]) == str(state)
