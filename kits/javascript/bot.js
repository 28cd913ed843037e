#!/usr/bin/env node
// A starter bot for Dicehouse: plays all three games, remembers nothing.
//
// Try it:   dicehouse check -- node kits/javascript/bot.js
"use strict";
const readline = require("node:readline");

// Says whatever is more likely to be true: the best raise, or that the last bid is a lie.
function playLiars(view, legal) {
  const unseen = view.dice.reduce((sum, n) => sum + n, 0) - view.hand.length;

  // How likely at least `quantity` dice on the table count for `face`.
  function chance(quantity, face) {
    const counts = (die) => die === face || die === view.wild;
    const mine = view.hand.filter(counts).length;
    const p = (view.wild !== null && view.wild !== face ? 2 : 1) / view.rules.faces;
    let sum = 0;
    for (let n = Math.max(quantity - mine, 0); n <= unseen; n++) {
      let ways = 1;
      for (let k = 0; k < n; k++) ways *= (unseen - k) / (k + 1);
      sum += ways * p ** n * (1 - p) ** (unseen - n);
    }
    return sum;
  }

  // legal.least[face - 1] is the lowest legal quantity for a face, or null.
  let best = null;
  legal.least.forEach((quantity, index) => {
    if (quantity === null) return;
    const likely = chance(quantity, index + 1);
    if (best === null || likely > best.likely) best = { likely, act: `${quantity}x${index + 1}` };
  });
  if (legal.call) {
    const [quantity, face] = view.bids[view.bids.length - 1].bid.split("x").map(Number);
    if (best === null || 1 - chance(quantity, face) > best.likely) return "call";
  }
  return best.act;
}

// Claims the truth, but never less than 7; calls what is too good to be true.
function playClaims(view, legal) {
  switch (legal.decide) {
    case "claim": {
      const sum = view.hand.reduce((total, die) => total + die, 0);
      return `claim ${Math.min(Math.max(sum, 7, legal.min), legal.max)}`;
    }
    case "answer":
      return view.claim >= 10 ? "call" : "let pass";
    default:
      return "immunity";
  }
}

// Collects marks on few numbers, and keeps the counters of removed numbers level.
function playPairs(view, legal) {
  const sheet = view.sheets[view.viewer.seat];
  const merit = (split) => {
    const [low, high, removed] = split.split(/[+-]/).map(Number);
    const marks = [low, high].map((pair) => sheet.marks[pair - 2] || -3);
    const counter = sheet.removed.find((entry) => entry.number === removed);
    return marks[0] + marks[1] - (counter ? counter.count : 0);
  };
  return legal.splits.reduce((best, split) => (merit(split) > merit(best) ? split : best));
}

const play = { liars: playLiars, claims: playClaims, pairs: playPairs };
const send = (message) => process.stdout.write(JSON.stringify(message) + "\n");

const input = readline.createInterface({ input: process.stdin });
input.on("line", (line) => {
  const message = JSON.parse(line);
  switch (message.type) {
    case "hello":
      send({ type: "ready", protocol: 1, name: "javascript-starter", version: "1.0" });
      break;
    case "act":
      send({ type: "move", id: message.id, act: play[message.view.game](message.view, message.legal) });
      break;
    case "bye":
      input.close();
      break;
    default: // start, events, over and whatever comes in later versions
  }
});
