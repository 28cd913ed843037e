// Made from crates/review by `cargo xtask bless`; a test compares it. Do not edit.

import type { Act, Bid, Bot, Cause, Face, Ruleset, Seat, Standing } from './messages';

/**
 * A bid that would have been better.
 */
export type Better = {
/**
 * What could have been bid.
 */
bid: Bid,
/**
 * The chance that it was true, for what the bidder knew.
 */
chance: number, };

/**
 * Everybody's winning chances at one moment.
 */
export type ChartPoint = {
/**
 * The number of the decision just made; 0 at the start.
 */
decision: number,
/**
 * The position of the replay.
 */
at: number,
/**
 * The round, from 1.
 */
round: number,
/**
 * The winning chances in seat order.
 */
chances: Array<number>, };

/**
 * What a decision was about. With the mark and the options beside it, it makes the sentence that
 * teaches.
 */
export type Comment = { "kind": "bid",
/**
 * What of it lay under the bidder's own cup.
 */
held: Held,
/**
 * What they bid.
 */
bid: Bid,
/**
 * The chance that it was true, for what the bidder knew.
 */
chance: number,
/**
 * The bid that would have been better, when one was.
 */
better?: Better, } | { "kind": "not-called",
/**
 * What of that bid lay under the actor's own cup.
 */
held: Held,
/**
 * The bid that was not called.
 */
bid: Bid,
/**
 * The chance that calling it would have been right, for what the actor knew.
 */
chance: number, } | { "kind": "call",
/**
 * What of the bid lay under the caller's own cup.
 */
held: Held,
/**
 * The bid that was called.
 */
bid: Bid,
/**
 * The chance that the call was right, for what the caller knew.
 */
chance: number, } | { "kind": "exact",
/**
 * What of the bid lay under the caller's own cup.
 */
held: Held,
/**
 * The bid that was said to be exact.
 */
bid: Bid,
/**
 * The chance that it was, for what the caller knew.
 */
chance: number, } | { "kind": "claim",
/**
 * What the dice added up to.
 */
sum: number,
/**
 * What was claimed.
 */
claim: number, } | { "kind": "claim-called",
/**
 * What was claimed.
 */
claim: number,
/**
 * The chance that it was a bluff, for what the caller knew.
 */
bluff: number, } | { "kind": "claim-passed",
/**
 * What was claimed.
 */
claim: number,
/**
 * The chance that it was a bluff, for what the actor knew.
 */
bluff: number, } | { "kind": "card-played" } | { "kind": "card-kept" } | { "kind": "split",
/**
 * The numbers that got their first mark.
 */
opened: Array<number>, };

/**
 * An act that was looked at.
 */
export type Considered = {
/**
 * What could be done.
 */
act: Act,
/**
 * The actor's chance to win the game after it, for what the actor knew.
 */
win: number,
/**
 * The standard error of that chance, compared with the best act's.
 */
error: number,
/**
 * How often a strong player does it here.
 */
often: number,
/**
 * The final score to expect, in games that have one.
 */
score?: number, };

/**
 * A decision of somebody, and how good it was.
 */
export type DecisionReview = {
/**
 * Its number in the game, from 1, everybody's decisions counted.
 */
number: number,
/**
 * The position of the replay it led to.
 */
at: number,
/**
 * The line of the record on which it stands.
 */
line: number,
/**
 * The round, from 1.
 */
round: number,
/**
 * Whose turn it was.
 */
seat: Seat,
/**
 * The bot that decided in the seat's place, when one had taken over.
 */
by?: Bot,
/**
 * What was done; `None` for a fault.
 */
act: Act | null,
/**
 * What went wrong, when something did.
 */
fault?: Cause,
/**
 * Whether there was only one legal act.
 */
forced: boolean,
/**
 * The bid or claim that was made or answered, and its chances.
 */
truth?: Truth,
/**
 * The acts that were looked at, best first, the one that was done among them. Empty for a
 * forced decision and a fault.
 */
options: Array<Considered>,
/**
 * The winning chance that was given away: what the best act promises more than the one that was
 * done. 0 where that is within the margin of error, for an act that belongs to a good mix, and
 * where the game was lost anyway.
 */
loss: number,
/**
 * How bad that is, by what of it is certain.
 */
mark: Mark | null,
/**
 * What it was about. [`Review::sentence`] says it in words; nothing is said here about a fault
 * and where there was no choice.
 */
comment?: Comment, };

/**
 * Which of the three games.
 */
export type GameKind = "liars" | "claims" | "pairs";

/**
 * What of a bid lay under a player's own cup.
 */
export type Held = {
/**
 * The face of the bid.
 */
face: Face,
/**
 * How many dice counted for it.
 */
count: number,
/**
 * Whether wild dice are among them.
 */
wild: boolean, };

/**
 * How bad a decision was.
 */
export type Mark = "inaccuracy" | "mistake" | "blunder";

/**
 * How many decisions got which mark.
 */
export type MarkCounts = {
/**
 * Those that gave a little away.
 */
inaccuracies: number,
/**
 * Those that gave a good part away.
 */
mistakes: number,
/**
 * Those that gave most away that there was to give.
 */
blunders: number, };

/**
 * A decision that is worth looking at again.
 */
export type Moment = {
/**
 * The number of the decision.
 */
decision: number,
/**
 * Where the player sat who decided.
 */
seat: Seat,
/**
 * The decision's mark; `None` for one that was good.
 */
mark: Mark | null, };

/**
 * How one player did.
 */
export type PlayerReview = {
/**
 * Where they sat.
 */
seat: Seat,
/**
 * From 0 to 100: how little of the winning chance their decisions gave away, those that mattered. `None` when they
 * had nothing to decide.
 */
accuracy: number | null,
/**
 * Decisions that count: their own, with more than one act to choose from.
 */
judged: number,
/**
 * Decisions that mattered: of those that count, the ones in which there was something to lose. The accuracy is
 * their mean; where there are none, it is that of all that count.
 */
mattered?: number,
/**
 * Decisions with only one legal act.
 */
forced: number,
/**
 * Turns on which they did nothing legal in time, so that the rules acted for them.
 */
faults: number,
/**
 * Marks by kind.
 */
marks: MarkCounts,
/**
 * The winning chance that was given away, all decisions together.
 */
loss: number,
/**
 * What the others call them.
 */
name: string,
/**
 * Games of this kind won before this one.
 */
games_won?: number, } & ({ "kind": "person" } | { "kind": "bot" } & Bot);

/**
 * The review of a recorded game. All chances are from 0 to 1.
 */
export type Review = {
/**
 * The game's own name.
 */
id: string,
/**
 * Which game it was.
 */
game: GameKind,
/**
 * What it was played by, every option.
 */
ruleset: Ruleset,
/**
 * How it ended; `None` when it was broken off.
 */
standing: Standing | null,
/**
 * The players in seat order.
 */
players: Array<PlayerReview>,
/**
 * The decisions that taught most, in the order of the game.
 */
moments: Array<Moment>,
/**
 * Every decision, in order.
 */
decisions: Array<DecisionReview>,
/**
 * Everybody's winning chances from the start on, for somebody who sees all dice.
 */
chart: Array<ChartPoint>, };

/**
 * The chances of a bid or a claim.
 */
export type Truth = {
/**
 * The bid or claim.
 */
of: Act,
/**
 * The chance that it was true by the dice alone: the actor's own, all others being fair.
 */
by_dice: number,
/**
 * The chance that it was true for what the actor knew: own dice, and what everybody had done.
 */
believed: number,
/**
 * The chance that it was exactly right for what the actor knew, where that could be called.
 */
exactly?: number,
/**
 * Whether it was true, all dice seen.
 */
is_true: boolean,
/**
 * What counted for it, all dice seen: so many dice, or this sum.
 */
count: number, };
