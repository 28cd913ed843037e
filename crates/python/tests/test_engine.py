"""Rulesets, games and views."""

import copy
import json
import pickle
import threading

import numpy as np
import pytest
from conftest import play_on

import dicehouse
from dicehouse import Refusal, Ruleset


def test_a_ruleset_is_a_preset_with_options_changed():
    short = Ruleset("liars", "perudo", dice=3, palifico=False)
    assert str(short) == "liars perudo (dice=3, palifico=false)"
    assert eval(repr(short)) == short and hash(eval(repr(short))) == hash(short)
    assert short.options["dice"] == 3 and short.options["wild"] == 1
    assert short.replace(wild=6) == Ruleset("liars", "perudo", dice=3, palifico=False, wild=6) != short
    assert Ruleset("liars", "variation", wild=None).options["wild"] == "none"
    assert Ruleset.from_toml(short.toml()) == Ruleset.from_json(short.json()) == short
    assert pickle.loads(pickle.dumps(short)) == short
    assert "3 dice" in short.explain()


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: Ruleset("chess"), ValueError, 'there is no game "chess": the games are liars, claims and pairs'),
        (lambda: Ruleset("liars", "poker"), ValueError, 'liars has no preset "poker": it has house, contest'),
        (lambda: Ruleset("liars", faces=1), ValueError, 'faces cannot be "1": it is a number from 2 to 9'),
        (lambda: Ruleset("liars", colour="red"), ValueError, "colour"),
        (lambda: Ruleset("liars", dice=1.5), TypeError, "an option is text, a number, True, False or None, not float"),
        (lambda: Ruleset("liars", dice=[1]), TypeError, "not list"),
        (lambda: Ruleset(3), TypeError, ""),
        (lambda: Ruleset.from_toml("game = "), ValueError, "line 1"),
        (lambda: Ruleset("liars").new_game(1), ValueError, "liars cannot be played by 1: it seats 2 to 10 players"),
        (lambda: Ruleset("liars").new_game(11), ValueError, "it seats 2 to 10"),
        (lambda: Ruleset("liars").new_game(-3), ValueError, "-3 players"),
        (lambda: Ruleset("liars").new_game(2.0), TypeError, ""),
        (lambda: Ruleset("liars").new_game(10**40), ValueError, "too large"),
        (lambda: Ruleset("liars").new_game(2, seed=-1), ValueError, "seed cannot be -1"),
        (lambda: Ruleset("liars").new_game(2, seed="x"), TypeError, ""),
        (lambda: Ruleset("claims").new_game(2, games_won=[1]), ValueError, "games_won has 1 numbers"),
        (lambda: dicehouse.bot("liars", "dicy"), ValueError, 'there is no bot "dicy": the bots are dicey'),
        (lambda: dicehouse.bot("claims", "dicey"), ValueError, "dicey plays liars, not claims"),
        (lambda: dicehouse.stranger("odds"), ValueError, 'there is no stranger "odds"'),
    ],
)
def test_wrong_arguments_raise_in_the_words_of_the_command_line(make, error, words):
    with pytest.raises(error) as raised:
        make()
    assert words in str(raised.value)


def test_games_of_every_preset_are_played_to_their_end(ruleset, luck):
    for players in (2, 4):
        game = ruleset.new_game(players, seed=luck.randrange(1 << 64))
        for game in play_on(game, luck):
            assert game.turn == "act" and game.seat == game.to_act[0]
            assert game.returns == [0.0] * players and game.standing is None
            numbered = [ruleset.act(number, players) for number in game.legal_numbers()]
            assert set(numbered) <= set(game.legal()) and game.mask().nonzero()[0].tolist() == game.legal_numbers()
        assert game.turn == "over" and game.seat is None
        assert abs(sum(game.returns)) < 1e-6 and max(game.returns) >= 0
        assert len(game.standing["places"]) == players


def test_the_same_seed_gives_the_same_game(ruleset, luck):
    acts = []
    game = ruleset.new_game(3, seed=5)
    for game in play_on(game, luck):
        acts.append(luck.choice(game.legal()))
        break
    one, other = (ruleset.new_game(3, seed=5) for _ in range(2))
    for game in (one, other):
        game.apply(acts[0])
    assert one.history(0) == other.history(0) and one.record().text == other.record().text
    assert ruleset.new_game(3, seed=6).record().text != ruleset.new_game(3, seed=5).record().text


def test_chance_can_be_an_explicit_act():
    game = Ruleset("liars", "openspiel").new_game()
    assert game.turn == "roll" and game.seat is None
    assert game.throws == [{"what": "hand", "seat": seat, "count": 1, "sides": 6} for seat in (0, 1)]
    for wrong in ([[1]], [[1], [7]], [[1], [0]], [[1, 2], [3]], [[1], [1000]], []):
        with pytest.raises(ValueError):
            game.roll(wrong)
        assert game.turn == "roll" and game.history() == []
    for wrong in (3, [3, 4], [["a"], [1]], None):
        with pytest.raises(TypeError):
            game.roll(wrong)
    game.roll([[2], (5,)])
    assert game.view(0).hand == [2] and game.view(1).hand == [5] and game.view().hand is None
    assert game.apply("2x2") == 1 and game.apply("liar!") is None
    assert game.returns == [-1.0, 1.0] and game.standing["places"] == [2, 1]
    assert game.record().verify() == "given"


def test_a_refused_act_changes_nothing_and_says_why():
    game = Ruleset("liars", "contest").new_game(2, seed=1)
    game.apply("3x4")
    before = pickle.dumps(game)
    with pytest.raises(Refusal) as refused:
        game.apply("3x3")
    assert refused.value.code == "too-low" and refused.value.details["least"] == 4
    assert str(refused.value) == "3x3 is too low after 3x4: with a lower face you need at least 4"
    for wrong, error in [("call", Refusal), ("exact", Refusal), ("claim 3", Refusal)][1:] + [
        ("nonsense", ValueError), (-1, ValueError), (10**9, ValueError), (10**99, ValueError), (None, TypeError),
        (1.5, TypeError), (True, TypeError), ([], TypeError), (b"call", TypeError),
    ]:
        with pytest.raises(error):
            game.apply(wrong)
    with pytest.raises(Refusal) as refused:
        game.apply("4x4", 0)
    assert refused.value.code == "not-your-turn"
    for seat, error in [(2, ValueError), (-1, ValueError), ("0", TypeError), (1 << 70, ValueError)]:
        with pytest.raises(error):
            game.apply("4x4", seat)
    for wrong in ("tired", ""):
        with pytest.raises(ValueError):
            game.fault(wrong)
    assert pickle.dumps(game) == before
    game.apply(np.int64(game.legal_numbers()[0]))
    assert pickle.dumps(game) != before


def test_a_game_that_is_over_refuses_everything(luck):
    game = Ruleset("liars", "openspiel").new_game(2, seed=1)
    for game in play_on(game, luck):
        pass
    for call in (game.legal, game.mask, game.observe, game.fault, lambda: game.apply("call"), lambda: game.roll([])):
        with pytest.raises(ValueError):
            call()


def test_copies_go_their_own_way(ruleset, luck):
    game = ruleset.new_game(3, seed=3)
    for step, game in enumerate(play_on(game, luck)):
        if step == 5:
            break
    before = pickle.dumps(game)
    copies = [game.clone(), copy.copy(game), copy.deepcopy(game), pickle.loads(before)]
    endings = set()
    for one in copies:
        assert pickle.dumps(one) == before
        same = type(luck)(7)
        for one in play_on(one, same):
            pass
        endings.add(one.record().text)
    assert len(endings) == 1 and pickle.dumps(game) == before
    other = game.clone(seed=99)
    for other in play_on(other, luck):
        pass
    # Dice of two seeds prove nothing.
    assert other.record().verify() == "given"


def test_a_restarted_game_is_a_new_one(ruleset, luck):
    game = ruleset.new_game(2, seed=1)
    for game in play_on(game, luck):
        pass
    game.restart(seed=7)
    assert pickle.dumps(game) == pickle.dumps(ruleset.new_game(2, seed=7))
    first = game.history(0)
    game.restart()
    again = pickle.loads(pickle.dumps(game))
    for game in play_on(game, luck):
        pass
    # The next deal of the same seed.
    assert again.history(0) != first and game.record().verify() == "deal"
    explicit = ruleset.new_game(2)
    explicit.restart()
    assert explicit.turn == "roll" and explicit.history() == []


def test_quick_dice_are_repeatable_and_prove_nothing(ruleset, luck):
    one, other = (ruleset.new_game(3, seed=5, verifiable=False) for _ in range(2))
    deals = set()
    for _ in range(3):
        deals.add(str([one.history(seat) for seat in range(3)]))
        while not one.is_over:
            act = luck.choice(one.legal())
            one.apply(act)
            other.apply(act)
            if luck.random() < 0.1:
                other = pickle.loads(pickle.dumps(other))
        assert one.record().text == other.record().text and one.record().verify() == "given"
        one.restart()
        other.restart()
    assert len(deals) == 3


def test_faults_are_punished_as_the_rules_say():
    game = Ruleset("liars", "contest").new_game(2, seed=1)
    game.fault("timeout")
    assert game.worth == [4.0, 5.0] and game.history()[-4]["event"] != "acted"


def test_views_have_the_fields_of_the_house_and_never_change():
    game = Ruleset("liars", "perudo").new_game(3, seed=4)
    view = game.view(game.seat)
    assert view.game == "liars" and view.seat == game.seat and len(view.hand) == 5
    assert json.loads(view.json()) == view.data and view.legal == game.legal()
    assert view.legal_numbers == game.legal_numbers() and (view.mask() == game.mask()).all()
    assert (view.observation() == game.observe()).all() and "hand" in dir(view) and "text" in dir(view)
    with pytest.raises(AttributeError, match='a view of liars has no "scores"'):
        view.scores
    with pytest.raises(AttributeError):
        view.hand = []
    before = view.json()
    game.apply(view.legal[0])
    assert view.json() == before and game.view(view.seat) != view
    assert game.view().seat is None and game.view().legal == []


def test_what_others_hide_is_in_no_view_text_or_array(ruleset, luck):
    """Two games that differ only in hidden dice look the same to a seat (invariant 2)."""
    if ruleset.game == "liars":
        # Stacked dice are shown to all.
        ruleset = ruleset.replace(stacked=0)
    compared = 0
    for _ in range(40):
        one = ruleset.new_game(3)
        other = ruleset.new_game(3)
        viewer = luck.randrange(3)
        for _ in range(30):
            if one.turn == "roll":
                dice = [[luck.randint(1, throw["sides"]) for _ in range(throw["count"])] for throw in one.throws]
                changed = [
                    [luck.randint(1, throw["sides"]) for _ in hand]
                    if throw["what"] == "hand" and throw["seat"] != viewer
                    else hand
                    for throw, hand in zip(one.throws, dice)
                ]
                one.roll(dice)
                other.roll(changed)
            elif one.is_over:
                break
            else:
                act = luck.choice(one.legal())
                if act in ("call", "exact") or ruleset.game == "pairs":
                    break
                one.apply(act)
                other.apply(act)
            views = [game.view(viewer) for game in (one, other)]
            for what in (
                lambda view: view.json(),
                lambda view: view.text(),
                lambda view: view.history,
                lambda view: view.information_state,
                lambda view: view.observation().tobytes(),
                lambda view: view.mask().tobytes(),
            ):
                assert what(views[0]) == what(views[1])
            compared += pickle.dumps(one) != pickle.dumps(other)
    assert compared > 20 or ruleset.game == "pairs"


def test_observations_are_documented_field_by_field(ruleset):
    fields = ruleset.observation_fields(3)
    assert [start for _, start, _ in fields] == [sum(size for _, _, size in fields[:at]) for at in range(len(fields))]
    assert sum(size for _, _, size in fields) == ruleset.observation_size(3)


def test_arrays_can_be_written_into():
    ruleset = Ruleset("liars", "contest")
    game = ruleset.new_game(2, seed=1)
    out = np.full(ruleset.observation_size(2), 7, np.float32)
    assert game.observe(0, out) is out and (out == game.observe(0)).all()
    for wrong, error, words in [
        (np.zeros(3, np.float32), ValueError, "out has 3 items"),
        (np.zeros(out.size), TypeError, "out is an array of float32, not of float64"),
        (np.zeros((out.size, 1), np.float32), ValueError, "out has 1 dimension, not 2"),
        (np.zeros(2 * out.size, np.float32)[::2], ValueError, "out"),
        ([0.0] * out.size, TypeError, "not list"),
    ]:
        with pytest.raises(error, match=words):
            game.observe(0, wrong)
    frozen = np.zeros(out.size, np.float32)
    frozen.flags.writeable = False
    with pytest.raises(ValueError):
        game.observe(0, frozen)


def test_what_is_shareable_is_shared_by_threads():
    ruleset = Ruleset("liars", "perudo")
    view = ruleset.new_game(2, seed=1).view(0)
    bot = dicehouse.bot("liars", "odds")
    expected = (view.json(), view.text(), str(ruleset))
    wrong = []

    def look():
        for seed in range(20):
            game = ruleset.new_game(2, seed=seed)
            game.apply(bot.player(seed).act(game))
            if (view.json(), view.text(), str(ruleset)) != expected:
                wrong.append(seed)

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_no_nonsense_gets_further_than_a_value_or_type_error(luck):
    """Calls every method with whatever comes along: nothing but ValueError, TypeError and the like, and never a panic."""
    ruleset = Ruleset("liars", "perudo", dice=2)
    record = dicehouse.play(ruleset, ["odds", "gambler"])
    solution = dicehouse.solve(Ruleset("liars", "openspiel", faces=2, wild=2), target=0.1)
    vec = dicehouse.vec(n=3)
    things = [
        None, True, -1, 0, 1, 7, 10**6, 10**30, 1.5, float("nan"), "", "call", "3x5", "x" * 300, "\0", b"b", [], [1], [[1], [2]],
        {}, {"a": 1}, (1, 1), (1,), object(), np.zeros(3), np.zeros(3, np.int64), lambda view: "call", lambda view: 1 / 0, ruleset,
        ruleset.new_game(2, seed=1), record, solution, vec, dicehouse.bot("liars", "odds"), {"a": "odds", "b": "gambler"},
    ]
    allowed = (ValueError, TypeError, AttributeError, OSError, ZeroDivisionError, KeyError, IndexError)
    owners = [
        ruleset, ruleset.new_game(2, seed=1), ruleset.new_game(2), ruleset.new_game(2, seed=1).view(0), record, solution, vec,
        dicehouse.bot("liars", "odds"), dicehouse.bot("liars", "odds").player(), dicehouse.Ruleset, dicehouse.Record, dicehouse.View,
        dicehouse.Game, dicehouse,
    ]
    slow = {"contest", "benchmark", "exploit", "review", "solve", "vec", "VecEnv", "run_program", "save", "load"}
    calls = 0
    for owner in owners:
        for name in dir(owner):
            method = getattr(owner, name, None)
            if not callable(method) or name in slow or name.startswith("__") or isinstance(method, type(pytest)):
                continue
            for _ in range(25):
                arguments = [luck.choice(things) for _ in range(luck.randrange(4))]
                calls += 1
                try:
                    method(*arguments)
                except allowed:
                    pass
    assert calls > 1000
    for call in (dicehouse.contest, dicehouse.exploit, dicehouse.review, dicehouse.solve, dicehouse.VecEnv, dicehouse.Record):
        for _ in range(60):
            arguments = [luck.choice(things[:25]) for _ in range(1 + luck.randrange(2))]
            with pytest.raises(allowed):
                call(*arguments)
