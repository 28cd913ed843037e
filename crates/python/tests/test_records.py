"""Records: written, read, verified, reviewed, told."""

import re

import pytest
from conftest import play_on

import dicehouse


def test_a_game_becomes_a_record_that_can_be_verified(ruleset, luck, tmp_path):
    game = ruleset.new_game(3, seed=11)
    for game in play_on(game, luck):
        pass
    record = game.record(names=["Ann", "Bob", "Cleo"])
    assert record.verify() == "deal" and record.names == ["Ann", "Bob", "Cleo"]
    assert record.standing == game.standing and record.ruleset == ruleset
    path = tmp_path / "game.jsonl"
    record.save(path)
    assert dicehouse.Record.load(path).text == record.text == path.read_text()
    assert "Ann" in record.story() and len(record.public_story()) <= len(record.story())
    for seat, view, legal, act in record.decisions():
        assert act in legal and view["viewer"] == {"seat": seat}


def test_a_changed_record_is_caught():
    record = dicehouse.play(dicehouse.Ruleset("liars", "contest"), ["odds", "gambler"], seed=3)
    assert record.verify() == "deal"
    lines = record.text.splitlines()
    dice = next(at for at, line in enumerate(lines) if '"dice":[' in line and "rolled" in line)
    changed = re.sub(r'"dice":\[(\d)', lambda found: f'"dice":[{int(found[1]) % 6 + 1}', lines[dice], count=1)
    assert changed != lines[dice]
    with pytest.raises(ValueError, match=f"line {dice + 1}"):
        dicehouse.Record("\n".join([*lines[:dice], changed, *lines[dice + 1 :]]) + "\n").verify()
    for nonsense in ("", "{}", "[]", "x", lines[0][:40], "\n\n"):
        with pytest.raises(ValueError):
            dicehouse.Record(nonsense)
    with pytest.raises(OSError):
        dicehouse.Record.load("/no/such/file")


def test_a_game_that_is_not_over_has_a_record_too():
    game = dicehouse.Ruleset("liars", "contest").new_game(2, seed=1)
    game.apply("2x3")
    record = game.record()
    assert record.standing is None and record.verify() == "deal"
    with pytest.raises(ValueError, match="1 names for 2 seats"):
        game.record(names=["Ann"])


def test_python_code_and_house_bots_play_together():
    ruleset = dicehouse.Ruleset("claims", "full")
    record = dicehouse.play(ruleset, [lambda view: view.legal[-1], "master", dicehouse.random_agent(1)], seed=2)
    assert record.verify() == "deal" and record.names == ["Seat 0", "master", "Seat 2"]
    again = dicehouse.play(ruleset, [lambda view: view.legal[-1], "master", dicehouse.random_agent(1)], seed=2)
    assert again.text == record.text


def test_an_error_in_python_code_is_raised():
    def broken(view):
        raise KeyError("my own mistake")

    ruleset = dicehouse.Ruleset("liars", "contest")
    with pytest.raises(KeyError, match="my own mistake"):
        dicehouse.play(ruleset, [broken, "odds"])
    with pytest.raises(ValueError, match="answered call, which is not legal there"):
        dicehouse.play(ruleset, [lambda view: "call", "odds"])
    with pytest.raises(TypeError, match="an act is text or a number, not NoneType"):
        dicehouse.contest({"a": lambda view: None, "b": "odds"}, ruleset, games=10)
    with pytest.raises(TypeError, match="a player is the name of a house bot"):
        dicehouse.play(ruleset, [3, "odds"])


def test_a_review_judges_decisions():
    record = dicehouse.play(dicehouse.Ruleset("liars", "contest", dice=2), ["odds", "bluffer"], seed=5)
    review = dicehouse.review(record, effort=0.1)
    assert len(review.accuracy) == 2 and all(0 <= accuracy <= 100 for accuracy in review.accuracy)
    assert review.data["players"][0]["name"] == "odds" and len(review.data["decisions"]) == len(record.decisions())
    assert "accuracy" in str(review) and "<html" in review.html() and review.text(60, all=True)
    for wrong in (0, -1, 1000, float("nan")):
        with pytest.raises(ValueError, match="effort cannot be"):
            dicehouse.review(record, effort=wrong)
