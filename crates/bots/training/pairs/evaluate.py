"""Plays solo games with weights files, as the bot will: `python3 evaluate.py planner.weights`."""

import argparse

import torch

from train import Net, Tables, report
from weights import load_weights


def read_net(path, device):
    sizes, points, layers = load_weights(path)
    net = object.__new__(Net)
    net.sizes = sizes
    net.w = [torch.tensor(rows, device=device) for rows, _ in layers]
    net.b = [torch.tensor(bias, device=device) for _, bias in layers]
    assert points == 100.0
    return net


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("weights", nargs="+")
    p.add_argument("--games", type=int, default=100_000)
    p.add_argument("--seed", type=int, default=2024)
    p.add_argument("--symmetric", action="store_true", help="average each value with its mirror image's")
    p.add_argument("--depth", type=int, choices=(0, 1), default=0, help="1: one exact roll of lookahead")
    a = p.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    tb = Tables(device)
    for path in a.weights:
        how = {"symmetric": True} if a.symmetric else {"depth": 1} if a.depth else {}
        report(tb, read_net(path, device), path, a.games, a.seed, **how)


if __name__ == "__main__":
    main()
