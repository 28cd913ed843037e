"""An agent as a program: it plays in ``dicehouse contest`` and on a server, over standard input and output."""

import json
import sys

from ._native import Ruleset, View


def run_program(agent, name="python", lines=None, out=None):
    """Plays as a program, in the messages of ``docs/protocol.md``, until it is told to end.

    A program of three lines enters an agent in a contest::

        import dicehouse
        from my_agent import agent
        dicehouse.run_program(agent)
    """
    out = out or sys.stdout
    ruleset, names, events = None, [], []
    for line in lines or sys.stdin:
        message = json.loads(line)
        kind = message.get("type")
        if kind == "hello":
            reply = {"type": "ready", "protocol": 1, "name": name}
        elif kind == "act":
            view = View._of_message(
                ruleset, json.dumps(message["view"]), json.dumps(message["legal"]), names, json.dumps(events)
            )
            act = agent(view)
            if not isinstance(act, str):
                act = ruleset.act(act, len(names))
            reply = {"type": "move", "id": message["id"], "act": act}
        elif kind == "bye":
            return
        else:
            if kind == "start":
                ruleset = Ruleset.from_json(json.dumps(message["ruleset"]))
                names, events = [seat["name"] for seat in message["seats"]], []
            elif kind == "events":
                events += message["events"]
            continue
        print(json.dumps(reply), file=out, flush=True)
