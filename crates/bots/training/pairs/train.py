"""Learns the value behind the `planner` bot of solo `pairs`. See README.md.

Fitted value iteration on the afterstates of self-play:

    V(s) = sum over the 252 rolls of  P(roll) * max over legal splits of V(s after the split)

with the exact final score where the game has ended. The sum is exact, never sampled: from
one afterstate there are only 396 different effects (66 pairs of sums x 6 removed faces), so
the network looks at 396 successors and the 252 rolls pick among those.

One wide *teacher* network bootstraps from its own moving average and plays the games;
smaller *students*, the sizes one would ship, learn the same targets beside it.
"""

import argparse
import json
import math
import os
import time

import torch
import torch.nn.functional as F

import game
from weights import save_weights

SCALE = 100.0  # the networks speak in hundreds of points
ILLEGAL = 1e5  # subtracted (points) from splits that are only legal as a free ride


class Tables:
    """game.py's tables on a device."""

    def __init__(self, device):
        def t(x, dtype=torch.long):
            return torch.tensor(x, dtype=dtype, device=device)

        splits = [game.splits_of(r) for r in game.ROLLS]
        width = max(map(len, splits))
        self.splits = t([s + [s[0]] * (width - len(s)) for s in splits])  # [252, 15]
        self.roll_p = t([game.roll_probability(r) for r in game.ROLLS], torch.float32)
        self.first = t([a for a, _ in game.SUM_PAIRS])
        self.second = t([b for _, b in game.SUM_PAIRS])
        # Marking a < b adds delta_1[a] + delta_1[b]; marking a twice adds delta_2[a] + 0.
        self.left = t([a if a != b else game.NUMBERS + a for a, b in game.SUM_PAIRS])
        self.right = t([b if a != b else 2 * game.NUMBERS for a, b in game.SUM_PAIRS])
        steps = [[game.remove(s, f) for f in range(game.FACES)] for s in game.COUNTERS]
        steps.append([(game.FINISHED, False)] * game.FACES)
        self.next_id = t([[n for n, _ in row] for row in steps])
        self.free = t([[f for _, f in row] for row in steps], torch.bool)
        self.score = t([[game.number_score(i, m) for m in range(game.MARK_CAP + 1)]
                        for i in range(game.NUMBERS)], torch.float32)
        # Multi-hot counter features of every counter id (the finished one stays 0: its
        # network value is never used).
        hot = torch.zeros(game.FINISHED + 1, game.FEATURES - game.COUNTER_BASE)
        for i, s in enumerate(game.COUNTERS):
            for f in game.counter_features(s):
                hot[i, f - game.COUNTER_BASE] = 1.0
        self.counter_hot = hot.to(device)
        self.mirror_id = t([game.COUNTER_ID[s[::-1]] for s in game.COUNTERS] + [game.FINISHED])
        self.numbers = torch.arange(game.NUMBERS, device=device)
        self.mark_levels = torch.arange(game.MARK_CAP + 1, device=device)


class Net:
    """Multi-layer perceptron on the 203 one-hot inputs; weights are [in, out]."""

    def __init__(self, sizes, device, generator=None):
        self.sizes = [game.FEATURES, *sizes, 1]
        self.w, self.b = [], []
        for i, (n, m) in enumerate(zip(self.sizes, self.sizes[1:])):
            fan_in = 20 if i == 0 else n  # twenty inputs are active at a time
            w = torch.randn(n, m, generator=generator) * math.sqrt(2.0 / fan_in)
            if m == 1:
                w = w * 0.1
            self.w.append(w.to(device))
            self.b.append(torch.zeros(m, device=device))

    def parameters(self):
        return self.w + self.b

    def clone(self):
        other = object.__new__(Net)
        other.sizes = self.sizes
        other.w = [x.detach().clone() for x in self.w]
        other.b = [x.detach().clone() for x in self.b]
        return other

    def forward(self, x):
        """Values in units of SCALE for dense inputs [B, 203]."""
        for w, b in zip(self.w[:-1], self.b[:-1]):
            x = F.relu(torch.addmm(b, x, w))
        return torch.addmm(self.b[-1], x, self.w[-1]).squeeze(1)

    def state(self):
        return {"sizes": self.sizes, "w": [x.cpu() for x in self.w], "b": [x.cpu() for x in self.b]}

    @staticmethod
    def from_state(state, device):
        net = object.__new__(Net)
        net.sizes = state["sizes"]
        net.w = [x.to(device) for x in state["w"]]
        net.b = [x.to(device) for x in state["b"]]
        return net


def inputs(tb, marks, cid):
    hot = (marks.unsqueeze(2) == tb.mark_levels).float().flatten(1)
    return torch.cat([hot, tb.counter_hot[cid]], 1)


def expand(base, deltas, counters, left, right):
    """First hidden layer of all 396 successors: [B, 66, 6, H]."""
    pairs = base.unsqueeze(1) + deltas[:, left] + deltas[:, right]
    return F.relu(pairs.unsqueeze(2) + counters.unsqueeze(1)).to(WORK)


WORK = torch.float32  # half precision on a GPU


def first_layer_tables(tb, net):
    """Tables from which the first hidden layer of any successor is a short sum."""
    w = net.w[0]
    marks = w[: game.COUNTER_BASE].view(game.NUMBERS, game.MARK_CAP + 1, -1)
    return marks, tb.counter_hot @ w[game.COUNTER_BASE :] + net.b[0]


def successor_values(tb, net, tables, marks, cid, expand=expand):
    """Q in points for every effect [B, 396], ILLEGAL lower where only a free ride allows it."""
    mark_rows, counter_rows = tables
    n = tb.numbers
    once = (marks + 1).clamp(max=game.MARK_CAP)
    twice = (marks + 2).clamp(max=game.MARK_CAP)

    def deltas_of(rows):
        now = rows[n, marks]
        zero = torch.zeros_like(now[:, :1])
        return now.sum(1), torch.cat([rows[n, once] - now, rows[n, twice] - now, zero], 1)

    base, deltas = deltas_of(mark_rows)
    nxt = tb.next_id[cid]
    h = expand(base, deltas, counter_rows[nxt], tb.left, tb.right).flatten(0, 2)
    for w, b in zip(net.w[1:-1], net.b[1:-1]):
        h = torch.addmm(b.to(WORK), h, w.to(WORK)).relu_()
    v = (h.float() @ net.w[-1] + net.b[-1]) * SCALE
    v = v.view(-1, len(game.SUM_PAIRS), game.FACES)

    score, score_deltas = deltas_of(tb.score.unsqueeze(2))
    after = (score.unsqueeze(1) + score_deltas[:, tb.left] + score_deltas[:, tb.right])
    v = torch.where((nxt == game.FINISHED).unsqueeze(1), after, v)
    v = v - ILLEGAL * tb.free[cid].unsqueeze(1)
    return v.flatten(1)


def backup(tb, q):
    """Exact expectation over the next roll of the best legal split, in points."""
    best = q[:, tb.splits.flatten()].view(-1, *tb.splits.shape).amax(2)
    best = torch.where(best < -ILLEGAL / 2, best + ILLEGAL, best)
    return best @ tb.roll_p


def advance(tb, marks, cid, effect):
    pair, face = effect // game.FACES, effect % game.FACES
    marks = marks.clone()
    one = torch.ones_like(pair).unsqueeze(1)
    marks.scatter_add_(1, tb.first[pair].unsqueeze(1), one)
    marks.scatter_add_(1, tb.second[pair].unsqueeze(1), one)
    return marks.clamp_(max=game.MARK_CAP), tb.next_id[cid, face]


def final_score(tb, marks):
    return tb.score[tb.numbers, marks].sum(1)


@torch.no_grad()
def play(tb, net, games, seed, depth=0, symmetric=False, chunk=4096):
    """Final scores of greedy games; depth 1 looks one exact roll further ahead."""
    device = tb.roll_p.device
    g = torch.Generator(device=device).manual_seed(seed)
    tables = first_layer_tables(tb, net)

    def q_of(marks, cid):
        return successor_values(tb, net, tables, marks, cid)

    def value_after(marks, cid):
        """Depth-1 value of afterstates: exact score, or one exact backup."""
        v = torch.cat([backup(tb, q_of(m, c)) for m, c in zip(marks.split(chunk), cid.split(chunk))])
        return torch.where(cid == game.FINISHED, final_score(tb, marks), v)

    def plain_value(marks, cid):
        v = net.forward(inputs(tb, marks, cid)) * SCALE
        if symmetric:
            m = net.forward(inputs(tb, marks.flip(1), tb.mirror_id[cid])) * SCALE
            v = (v + m) / 2
        return torch.where(cid == game.FINISHED, final_score(tb, marks), v)

    scores, rounds = [], 0
    marks = torch.zeros(games, game.NUMBERS, dtype=torch.long, device=device)
    cid = torch.zeros(games, dtype=torch.long, device=device)
    while len(marks):
        rounds += len(marks)
        roll = torch.multinomial(tb.roll_p, len(marks), replacement=True, generator=g)
        options = tb.splits[roll]
        width = options.shape[1]
        m, c = advance(tb, marks.repeat_interleave(width, 0), cid.repeat_interleave(width),
                       options.flatten())
        v = value_after(m, c) if depth else plain_value(m, c)
        v = v.view(-1, width) - ILLEGAL * tb.free[cid].gather(1, options % game.FACES)
        pick = torch.arange(len(marks), device=device) * width + v.argmax(1)
        marks, cid = m[pick], c[pick]
        done = cid == game.FINISHED
        scores.append(final_score(tb, marks[done]))
        marks, cid = marks[~done], cid[~done]
    return torch.cat(scores), rounds / games


def report(tb, net, name, games, seed, **how):
    start = time.time()
    parts = [play(tb, net, min(16384, games - i), seed + i, **how) for i in range(0, games, 16384)]
    s = torch.cat([p[0] for p in parts])
    line = {"net": name, **how, "games": games, "seed": seed, "mean": round(s.mean().item(), 2),
            "se": round((s.std() / math.sqrt(games)).item(), 2), "sd": round(s.std().item(), 1),
            "p500": round((s >= 500).float().mean().item(), 4), "rounds": round(parts[0][1], 2),
            "seconds": round(time.time() - start, 1)}
    print(json.dumps(line), flush=True)
    return line


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("--out", default="out")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--steps", type=int, default=100_000)
    p.add_argument("--seconds", type=float, default=1e9, help="stop early (the schedule shrinks to fit)")
    p.add_argument("--batch", type=int, default=2048, help="games played side by side")
    p.add_argument("--teacher", default="1024-256-64")
    p.add_argument("--students", default="512-128-64,256-64-32,128-32-32")
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--lr-end", type=float, default=1e-5)
    p.add_argument("--ema", type=float, default=0.999)
    p.add_argument("--explore", type=float, default=20.0, help="top temperature (points) of exploring games")
    p.add_argument("--init", help="checkpoint.pt to go on from")
    p.add_argument("--report-every", type=int, default=2000)
    p.add_argument("--eval-every", type=int, default=20_000)
    p.add_argument("--games", type=int, default=100_000)
    p.add_argument("--lookahead-games", type=int, default=10_000)
    a = p.parse_args()

    global WORK
    fused = expand
    device = "cuda" if torch.cuda.is_available() else "cpu"
    if device == "cuda":
        WORK = torch.float16
        torch.backends.cuda.matmul.allow_tf32 = True
        fused = torch.compile(expand, dynamic=False)
    os.makedirs(a.out, exist_ok=True)
    cpu_gen = torch.Generator().manual_seed(a.seed)
    gen = torch.Generator(device=device).manual_seed(a.seed)
    tb = Tables(device)

    names = [a.teacher] + [s for s in a.students.split(",") if s]
    nets = [Net([int(n) for n in name.split("-")], device, cpu_gen) for name in names]
    if a.init:
        saved = torch.load(a.init, weights_only=True)
        nets = [Net.from_state(saved[n], device) if n in saved else net for n, net in zip(names, nets)]
    averages = [net.clone() for net in nets]
    params = [x.requires_grad_() for net in nets for x in net.parameters()]
    optimiser = torch.optim.Adam(params, lr=torch.tensor(a.lr, device=device) if device == "cuda" else a.lr,
                                 betas=(0.9, 0.99), fused=device == "cuda")

    marks = torch.zeros(a.batch, game.NUMBERS, dtype=torch.long, device=device)
    cid = torch.zeros(a.batch, dtype=torch.long, device=device)
    # Half of the games are played greedily, the others with a temperature.
    heat = torch.linspace(-a.explore, a.explore, a.batch, device=device).clamp(min=0).unsqueeze(1)
    ended = torch.zeros((), device=device)
    total = torch.zeros((), device=device)
    losses = torch.zeros(len(nets), device=device)
    history = []

    def save(step):
        torch.save({n: v.state() for n, v in zip(names, averages)}, os.path.join(a.out, "checkpoint.pt"))
        for n, v in zip(names, averages):
            save_weights(os.path.join(a.out, f"{n}.weights"), [w.tolist() for w in v.w], [b.tolist() for b in v.b], SCALE)
        with open(os.path.join(a.out, "history.json"), "w") as f:
            json.dump({"args": vars(a), "step": step, "history": history}, f)

    start = last = time.time()
    step = 0
    progress = 0.0
    while step < a.steps and progress < 1.0:
        if step % 50 == 0:
            progress = max(step / a.steps, (time.time() - start) / a.seconds)
            lr = a.lr_end + (a.lr - a.lr_end) * 0.5 * (1 + math.cos(math.pi * min(progress, 1.0)))
            lr *= min(1.0, (step + 50) / 500)
            for group in optimiser.param_groups:
                if device == "cuda":
                    group["lr"].fill_(lr)
                else:
                    group["lr"] = lr
        with torch.no_grad():
            q = successor_values(tb, averages[0], first_layer_tables(tb, averages[0]), marks, cid, fused)
            target = backup(tb, q) / SCALE
            # The mirror image (face d -> 7 - d, number n -> 14 - n) has the same value.
            flip = torch.rand(a.batch, device=device, generator=gen) < 0.5
            seen_marks = torch.where(flip.unsqueeze(1), marks.flip(1), marks)
            x = inputs(tb, seen_marks, torch.where(flip, tb.mirror_id[cid], cid))
        parts = torch.stack([F.smooth_l1_loss(net.forward(x), target, beta=0.5) for net in nets])
        optimiser.zero_grad(set_to_none=True)
        parts.sum().backward()
        optimiser.step()
        with torch.no_grad():
            decay = 0.0 if step < 10 else min(a.ema, step / (step + 10)) if not a.init else a.ema
            for avg, net in zip(averages, nets):
                torch._foreach_lerp_(avg.parameters(), net.parameters(), 1 - decay)
            losses += parts.detach()
            roll = torch.multinomial(tb.roll_p, a.batch, replacement=True, generator=gen)
            options = tb.splits[roll]
            noise = -torch.log(-torch.log(torch.rand(options.shape, device=device, generator=gen) + 1e-9) + 1e-9)
            pick = (q.gather(1, options) + heat * noise).argmax(1, keepdim=True)
            marks, cid = advance(tb, marks, cid, options.gather(1, pick).squeeze(1))
            over = cid == game.FINISHED
            greedy_over = over & (heat.squeeze(1) == 0)
            ended += greedy_over.sum()
            total += (final_score(tb, marks) * greedy_over).sum()
            marks = marks.masked_fill(over.unsqueeze(1), 0)
            cid = cid.masked_fill(over, 0)
        step += 1
        if step % a.report_every == 0:
            now = time.time()
            empty = inputs(tb, marks[:1] * 0, cid[:1] * 0)
            line = {"step": step, "seconds": round(now - start, 1),
                    "steps_per_s": round(a.report_every / (now - last), 1),
                    "lr": lr, "self_play_mean": round((total / ended.clamp(min=1)).item(), 1),
                    "start_value": round(averages[0].forward(empty).item() * SCALE, 1),
                    "losses": [round(v, 6) for v in (losses / a.report_every).tolist()]}
            print(json.dumps(line), flush=True)
            history.append(line)
            last = time.time()
            ended.zero_(), total.zero_(), losses.zero_()
        if step % a.eval_every == 0:
            for n, v in zip(names, averages):
                history.append(report(tb, v, n, 32768, 777))
            save(step)
            last = time.time()
    save(step)
    for n, v in zip(names, averages):
        history.append(report(tb, v, n, a.games, 2024))
        history.append(report(tb, v, n, a.games, 2024, symmetric=True))
    save(step)
    for n, v in zip(names, averages):
        history.append(report(tb, v, n, a.lookahead_games, 2024, depth=1))
    save(step)


if __name__ == "__main__":
    main()
