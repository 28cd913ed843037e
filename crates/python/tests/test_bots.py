"""House bots, contests, exploitation and solutions."""

import pytest

import dicehouse
from dicehouse import Ruleset


def test_every_house_bot_plays_its_game():
    for game in ("liars", "claims", "pairs"):
        ruleset = Ruleset(game)
        listed = dicehouse.bots(game)
        assert {"name", "difficulty", "about", "options", "version"} <= set(listed[0])
        assert set(dicehouse.ladder(game)) <= {one["name"] for one in listed}
        for one in listed:
            bot = dicehouse.bot(game, one["name"])
            table = ruleset.new_game(2, seed=1)
            players = [bot.player(seed) for seed in (1, 2)]
            for _ in range(12):
                if table.is_over:
                    break
                table.apply(players[table.seat].act(table))
            assert bot.game == game and bot.about == one["about"]


def test_a_bot_plays_the_same_through_every_door():
    """Asked step by step, or at a table of the house: the same seed, the same game."""
    ruleset = Ruleset("liars", "perudo")
    record = dicehouse.play(ruleset, ["adept", "fox", "master"], seed=9)
    luck = [(9 << 32) + seat for seat in range(3)]
    players = [dicehouse.bot("liars", name).player(seed) for name, seed in zip(["adept", "fox", "master"], luck)]
    game = ruleset.new_game(3, seed=9)
    while not game.is_over:
        game.apply(players[game.seat].act(game))
    assert [act for *_, act in record.decisions()] == [act for *_, act in game.record().decisions()]


def test_a_player_sits_in_one_game():
    ruleset = Ruleset("liars", "contest")
    player, game = dicehouse.bot("liars", "odds").player(), ruleset.new_game(2, seed=1)
    with pytest.raises(ValueError, match="it is not this seat's turn"):
        player.act(game, 1)
    for _ in range(3):
        game.apply(player.act(game) if game.seat == 0 else game.legal()[-1])
    player.act(game, game.seat)
    with pytest.raises(ValueError, match="sits in another game"):
        player.act(ruleset.new_game(2, seed=2))
    with pytest.raises(ValueError, match="does not play"):
        dicehouse.bot("claims", "master").player().act(ruleset.new_game(2, seed=2))


def test_contests_measure_with_intervals():
    ruleset = Ruleset("liars", "contest", dice=2)
    players = {"random": dicehouse.random_agent(1), "odds": "odds", "plain": dicehouse.stranger("plain")}
    found = dicehouse.contest(players, ruleset, games=40, seed=3)
    mean, low, high = found.won("random")
    assert low <= mean <= high < found.won("odds")[0] and found.games == 120
    assert found.data["entrants"] == ["random", "odds", "plain"] and found.decision_time("odds") > 0
    assert "odds" in str(found)
    house = {"odds": "odds", "gambler": "gambler"}
    one, two = (dicehouse.contest(house, ruleset, games=60, seed=3, threads=threads) for threads in (1, 2))
    assert one.data["standings"][0]["wins"] == two.data["standings"][0]["wins"]
    with pytest.raises(ValueError, match="there was no player"):
        found.won("nobody")


@pytest.mark.parametrize(
    ("arguments", "options", "error", "words"),
    [
        (({"a": "odds"},), {}, ValueError, ""),
        (({"a": "odds", "b": "nobody"},), {}, ValueError, "there is no bot"),
        (({"a": "odds", "b": 3},), {}, TypeError, "b is of type int"),
        (({"a": "odds", "b": "odds"},), {"games": 0}, ValueError, "games cannot be 0"),
        (({"a": "odds", "b": "odds"},), {"seats": 11}, ValueError, "seats cannot be 11"),
        (({"a": "odds", "b": "odds"},), {"format": "league"}, ValueError, 'there is no format "league"'),
        (({"a": "odds", "b": "odds"},), {"threads": 0}, ValueError, "threads cannot be 0"),
        ((["odds"],), {}, TypeError, ""),
        (({1: "odds", 2: "odds"},), {}, TypeError, ""),
    ],
)
def test_contests_that_make_no_sense(arguments, options, error, words):
    with pytest.raises(error) as raised:
        dicehouse.contest(*arguments, Ruleset("liars", "contest"), **{"games": 2, **options})
    assert words in str(raised.value)


def test_solutions_are_equilibria():
    solution = dicehouse.solve(Ruleset("liars", "openspiel"))
    # OpenSpiel's own value of this game is -7/327.
    assert abs(solution.value - -7 / 327) < 0.01 and solution.exploitability <= 0.001
    shares = solution.mix(["1x3"], [6])
    assert abs(sum(shares.values()) - 1) < 1e-6 and set(shares) == {"call", *(f"1x{face}" for face in (4, 5, 6)), *(f"2x{face}" for face in range(1, 7))}
    found = dicehouse.exploit(dicehouse.solution_agent(solution))["one_round"]
    assert found["exploitability"] < 0.002
    for bids, hand in [(["call"], [1]), (["2x9"], [1]), ([], [7]), ([], [1, 2]), (["2x6", "1x1"], [1])]:
        with pytest.raises(ValueError):
            solution.mix(bids, hand)
    claims = dicehouse.solve(Ruleset("claims", rounds=1))
    assert 0.3 < claims.first_wins < 0.7 and claims.size > 0
    for ruleset, options, words in [
        (Ruleset("pairs"), {}, "pairs cannot be solved"),
        (Ruleset("claims"), {"dice": (1, 1)}, "dice are for liars"),
        (Ruleset("liars", "contest"), {}, "cannot be solved exactly"),
        (Ruleset("liars", "markovok"), {"dice": (1, 1)}, "circles|order"),
        (Ruleset("liars", "openspiel"), {"target": 0}, "target must be above 0"),
        (Ruleset("liars", "openspiel"), {"dice": (0, 1)}, "dice cannot be 0"),
    ]:
        with pytest.raises(ValueError, match=words):
            dicehouse.solve(ruleset, **options)


def test_python_code_can_be_read():
    def always_calls(view):
        return "call" if "call" in view.legal else "1x1"

    ruleset = Ruleset("liars", "openspiel")
    found = dicehouse.exploit(always_calls, ruleset, games=4)
    assert found["one_round"]["exploitability"] > 0.5 and found["whole_games"]["games"] == 4
    assert dicehouse.exploit(dicehouse.stranger("plain"), ruleset)["one_round"]["exploitability"] > 0
    assert dicehouse.exploit("shark", Ruleset("claims", rounds=1))["best_response_wins"] >= 0.5
    with pytest.raises(ValueError, match="nobody can be read"):
        dicehouse.exploit("master", Ruleset("pairs"))
    with pytest.raises(ZeroDivisionError):
        dicehouse.exploit(lambda view: 1 / 0, ruleset)
    with pytest.raises(TypeError):
        dicehouse.exploit(3)


def test_the_benchmark_is_one_table():
    table = dicehouse.benchmark(dicehouse.random_agent(1), games=4, samples=2, rungs=["bluffer", "master"], with_strangers=False)
    assert [row[1] for row in table.meetings] == ["bluffer", "master"] and table.mean < 60
    assert [dice for _, dice, _ in table.rounds] == [(1, 1), (1, 2), (2, 1)]
    assert all(value > 0 for _, _, value in table.rounds)
    assert "exploitable by" in str(table) and "an act takes" in str(table)
