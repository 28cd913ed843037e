"""Play in words, for language models; and agents as programs."""

import io
import json
import random

import dicehouse
from dicehouse import Ruleset, in_words


def test_a_model_can_play_in_words(ruleset, luck):
    """All that a model needs is in the text, and what it answers in words is understood."""
    game = ruleset.new_game(2, seed=8)
    while not game.is_over:
        view = game.view(game.seat)
        text = view.text()
        assert text.splitlines()[-1].startswith("Your turn: ")
        act = luck.choice(view.legal)
        words = in_words(act)
        before = len(game.history())
        game.apply(words)
        acted = [event for event in game.history(view.seat)[before:] if event["event"] in ("acted", "decided")]
        assert acted
    assert game.view().text()


def test_acts_in_words_both_ways():
    for act, words in [
        ("3x5", "bid 3 fives"), ("call", "call"), ("exact", "say exact"), ("claim 9", "claim 9"), ("let pass", "let it pass"),
        ("immunity", "play the card"), ("no immunity", "keep the card"), ("4+10-3", "mark 4 and 10, remove the 3"),
    ]:
        assert in_words(act) == words and in_words(words) == words


def test_refusals_are_words():
    game = Ruleset("liars", "perudo").new_game(2, seed=1)
    game.apply("3 fives")
    try:
        game.apply("two threes")
    except dicehouse.Refusal as refusal:
        assert str(refusal).startswith("2x3 is too low after 3x5")


def test_an_agent_is_a_program_of_the_protocol():
    ruleset = Ruleset("claims", "full")
    game = ruleset.new_game(2, seed=1)
    while game.legal()[0] != "call":
        game.apply(game.legal()[0])
    view, seat = game.view(game.seat), game.seat
    start = {"type": "start", "ruleset": json.loads(ruleset.json()), "seat": seat, "seats": [{"name": "Ann"}, {"name": "Bob"}]}
    act = {"type": "act", "id": 7, "view": json.loads(view.json()), "legal": {"decide": "answer"}}
    lines = [{"type": "hello"}, start, {"type": "events", "events": view.history}, act, {"type": "news"}, {"type": "bye"}, {"type": "x"}]
    seen, out = [], io.StringIO()

    def agent(asked):
        seen.append((asked.json(), asked.information_state, asked.legal))
        return random.Random(1).choice(asked.legal_numbers)

    dicehouse.run_program(agent, "mine", [json.dumps(line) for line in lines], out)
    ready, move = map(json.loads, out.getvalue().splitlines())
    assert ready == {"type": "ready", "protocol": 1, "name": "mine"}
    assert move["id"] == 7 and move["act"] in view.legal
    assert seen == [(view.json(), view.information_state, view.legal)]
