// Made from crates/room by `cargo xtask bless`; a test compares it. Do not edit.

/**
 * What happens to the seat of a player who is away.
 */
export type Absence = {
/**
 * How long a player may be away, 5 to 3,600 seconds.
 */
grace: Seconds,
/**
 * The house bot that plays on then, until the player is back; `null`: each of their turns is a fault.
 */
stand_in: string | null, };

/**
 * A player's decision, in any of the games.
 *
 * Its [`Display`](fmt::Display) text is canonical and parses back to the same act; `FromStr` also
 * takes what people type (see [`crate::text`]).
 */
export type Act = string;

/**
 * Why an act was refused. The game has not changed.
 *
 * Its text is a sentence for the player; it never says more than the player may know. As JSON it
 * is a code with its data, for those who tell it in words of their own:
 * `{"code": "too-low", "bid": "2x6", "last": "3x3", "how": "higher", "least": 3}`.
 */
export type ActRefusal = { "code": "game-over" } | { "code": "rolling" } | { "code": "no-such-seat",
/**
 * The seat that tried.
 */
seat: Seat, } | { "code": "not-your-turn" } | { "code": "already-decided" } | { "code": "wrong-kind",
/**
 * The decision that is due instead.
 */
asked: Asked, } | { "code": "no-such-face",
/**
 * The face bid.
 */
face: Face,
/**
 * How many faces the dice have.
 */
faces: number, } | { "code": "no-dice" } | { "code": "more-than-in-play",
/**
 * How many dice there are.
 */
in_play: number, } | { "code": "too-low",
/**
 * The bid that was tried.
 */
bid: Bid,
/**
 * The bid it follows.
 */
last: Bid,
/**
 * How the face differs from the last.
 */
how: FaceStep,
/**
 * The least quantity that would do.
 */
least: number, } | { "code": "too-few-dice",
/**
 * The bid that was tried.
 */
bid: Bid,
/**
 * The bid it follows.
 */
last: Bid,
/**
 * How the face differs from the last.
 */
how: FaceStep,
/**
 * The least quantity that would do.
 */
least: number,
/**
 * How many dice there are.
 */
in_play: number, } | { "code": "face-too-low",
/**
 * The bid that was tried.
 */
bid: Bid,
/**
 * The bid it follows.
 */
last: Bid, } | { "code": "wild-cannot-open",
/**
 * The wild face.
 */
face: Face, } | { "code": "face-fixed",
/**
 * The face of the opening bid.
 */
face: Face, } | { "code": "no-more-bids",
/**
 * How many bids a round may have.
 */
bids: number, } | { "code": "nothing-to-call" } | { "code": "no-exact" } | { "code": "claim-out-of-range",
/**
 * The lowest claim.
 */
min: number,
/**
 * The highest claim.
 */
max: number, } | { "code": "not-these-dice",
/**
 * The split that was tried.
 */
split: Split,
/**
 * The dice on the table.
 */
dice: Dice, } | { "code": "must-remove",
/**
 * The numbers the player has collected.
 */
collected: Dice,
/**
 * Those of them that are among the dice.
 */
among: Dice, };

/**
 * What a seat may do now.
 */
export type Acts = { "decide": "nothing" } | { "decide": "bid" } & BidActs | { "decide": "claim",
/**
 * The lowest claim.
 */
min: number,
/**
 * The highest claim.
 */
max: number, } | { "decide": "answer" } | { "decide": "immunity" } | { "decide": "split",
/**
 * The distinct legal splits in canonical order.
 */
splits: Array<Split>, };

/**
 * `answer`: what became of a command.
 */
export type Answer = {
/**
 * The number of the command.
 */
id: CommandId, } & ({ "done": Version } | { "refused": Refusal });

/**
 * What is asked of a player.
 */
export type Asked = "open" | "bid" | "bid-or-exact" | "claim" | "answer" | "immunity" | "split";

/**
 * A bid. Its text form is `3x5`: at least three fives.
 */
export type Bid = string;

/**
 * What a bidder may do.
 */
export type BidActs = {
/**
 * For each face, from 1, the least quantity that may be bid; `None` when the face may not.
 */
least: Array<number | null>,
/**
 * The most dice that may be bid, on any face.
 */
most: number,
/**
 * Whether the last bid may be called.
 */
call: boolean,
/**
 * Whether the last bid may be called exact.
 */
exact: boolean, };

/**
 * Which bot plays.
 */
export type Bot = {
/**
 * How the bot is named on the command line.
 */
bot: string,
/**
 * What tells it from the same bot before a change.
 */
version: string, };

/**
 * A bot of the house.
 */
export type BotSeat = {
/**
 * What it is called at the table.
 */
name: string,
/**
 * Which bot, by its name in the roster.
 */
bot: string,
/**
 * How hard it is to beat, as the roster says it: `easy`, `medium`, `hard` …
 */
level: string,
/**
 * The version of the bot, as records name it.
 */
version: string, };

/**
 * Whose command something follows from.
 */
export type By = {
/**
 * The one who sent the command.
 */
person: PersonId,
/**
 * Which of their commands.
 */
command?: CommandId, };

/**
 * How a player failed to act.
 */
export type Cause = "illegal" | "timeout" | "unreadable" | "crashed" | "left";

/**
 * What makes a room a try at the daily challenge. Such a room is one player's: nobody else comes in, its settings stay,
 * it has one game, and that ends with the day. Its dice are opened when the day is over, not when the game is.
 */
export type Challenge = {
/**
 * The day whose dice are played.
 */
day: Day,
/**
 * The one person who may play it.
 */
player: PersonId, };

/**
 * The rules of one game of `claims`, every option set.
 */
export type ClaimsRules = { [option: string]: number | boolean | string };

/**
 * What a viewer may know. The only dice in it are the viewer's own and those shown after a call.
 */
export type ClaimsView = {
/**
 * Who looks.
 */
viewer: Viewer,
/**
 * The rules of the game.
 */
rules: ClaimsRules,
/**
 * The round being played, from 1, elimination rounds included.
 */
round: number,
/**
 * Which elimination round it is; `None` in ordinary rounds.
 */
elimination: number | null,
/**
 * Who plays this round.
 */
contenders: Seats,
/**
 * The order of claiming; empty while it is being drawn.
 */
order: Array<Seat>,
/**
 * Who claims, or whose claim is on the table.
 */
claimant: Seat | null,
/**
 * Who answers the claim.
 */
caller: Seat | null,
/**
 * The claim on the table.
 */
claim: number | null,
/**
 * The claimant's dice, shown to all once the claim was called, while the card is asked for.
 */
shown: Dice | null,
/**
 * Whose turn it is to act.
 */
to_act: Seat | null,
/**
 * The viewer's own dice.
 */
hand: Dice | null,
/**
 * Everybody's score.
 */
scores: Array<number>,
/**
 * Games everybody had won before this one.
 */
games_won: Array<number>,
/**
 * Who still has their immunity card.
 */
cards: Seats,
/**
 * The past exchanges.
 */
past: Array<Exchange>,
/**
 * How the game ended, once it has.
 */
standing: Standing | null, };

/**
 * `come`: the person is here.
 */
export type Come = {
/**
 * The version of the messages the client speaks.
 */
protocol: number,
/**
 * The last version the client has of this room; it is sent what follows. Left out, it is sent everything.
 */
have?: Version, };

/**
 * `command`: something the person wants to do. It is done once, however often it is sent.
 */
export type Command = {
/**
 * Its number, higher than that of any command before.
 */
id: CommandId, } & ({ "do": "sit",
/**
 * Where; left out, on the first free seat.
 */
seat?: Seat, } | { "do": "stand" } | { "do": "ready",
/**
 * Ready or not.
 */
ready: boolean, } | { "do": "leave" } | { "do": "say",
/**
 * A phrase, an emote, or words of their own where the room allows them.
 */
say: Say, } | { "do": "seat-seed",
/**
 * 1 to 64 printable ASCII characters without spaces; best 32 random bytes as hexadecimal digits.
 */
seed: string, } | { "do": "act",
/**
 * The decision, in its text form or as people type it.
 */
act: Act,
/**
 * The version at which the question was asked (`asked` of the [`Moment`](super::Moment)): an answer to
 * another question is refused.
 */
asked: Version, } | { "do": "give-to-bot" } | { "do": "take-back" } | { "do": "change",
/**
 * What is to be different.
 */
settings: SettingsChange, } | { "do": "seat-bot",
/**
 * Where; left out, on every free seat.
 */
seat?: Seat,
/**
 * Which, by its name.
 */
bot: string, } | { "do": "remove-bot",
/**
 * The seat to be freed.
 */
seat: Seat, } | { "do": "start" } | { "do": "kick",
/**
 * The one who has to go.
 */
person: PersonId, } | { "do": "hand-over",
/**
 * The one who is to decide from now on.
 */
person: PersonId, } | { "do": "pause" } | { "do": "go-on" } | { "do": "break-off" } | { "do": "close" });

/**
 * A command's number: a person's commands are numbered by their client, each higher than the last. The welcome says
 * where to go on.
 */
export type CommandId = number;

/**
 * A day by the calendar, from midnight to midnight UTC. It travels as `2026-01-31`.
 */
export type Day = string;

/**
 * A handful of dice, in the order they fell; at most [`MAX_DICE`].
 */
export type Dice = Array<number>;

/**
 * Where the dice come from, as far as it may be known before the game ends.
 */
export type DiceHeader = { "source": "trusted",
/**
 * Binds the server seed to this header.
 */
commitment: string, } | { "source": "deal",
/**
 * Which deal of the contest.
 */
deal: number,
/**
 * Binds the contest's secret and the deal to this header.
 */
commitment: string, } | { "source": "given" };

/**
 * A face or a gesture.
 */
export type Emote = "smile" | "laugh" | "think" | "smirk" | "sweat" | "surprise" | "cry" | "clap" | "thumbs-up" | "dice";

/**
 * The last line: how it ended, and what was secret.
 */
export type End = {
/**
 * The standing; `None` when the game was broken off before its end.
 */
standing: Standing | null,
/**
 * What makes the dice checkable.
 */
reveal?: Reveal | null, };

/**
 * Something that happened at a table. Records, bots and clients get the same JSON of it: an object
 * with a field `event` that says what.
 */
export type Entry = { "event": "talk",
/**
 * The seat of the speaker.
 */
seat: Seat,
/**
 * The words, on one line.
 */
talk: string, } | { "event": "note",
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * Its estimate, a remark and named figures.
 */
info: Info, } | { "event": "detail",
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * The failure in words.
 */
detail: string, } | { "event": "seat-seed",
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * The text that all throws depend on from now on.
 */
seed: string, } | { "event": "taken-over",
/**
 * The seat it plays in.
 */
seat: Seat,
/**
 * How the bot is named on the command line.
 */
bot: string,
/**
 * What tells it from the same bot before a change.
 */
version: string, } | { "event": "given-back",
/**
 * The seat that is given back.
 */
seat: Seat, } | { "event": "paused" } | { "event": "goes-on" } | Event;

/**
 * Something that happened.
 */
export type Event = {
/**
 * What one seat alone may know of it.
 */
secret?: Secret | null, } & ({ "event": "rolled",
/**
 * What the dice are thrown for.
 */
what: ThrowKind,
/**
 * The seat that throws; none when the table itself does.
 */
seat?: Seat | null,
/**
 * How many dice are thrown.
 */
count: number,
/**
 * Sides of each die.
 */
sides: number,
/**
 * The dice, when they are not hidden.
 */
shown?: Dice | null, } | { "event": "acted",
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * What the player decided.
 */
act: Act, } | { "event": "fault",
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * How the player failed.
 */
cause: Cause, } | { "event": "over",
/**
 * The final places and scores.
 */
standing: Standing, } | { "event": "round",
/**
 * The number of the round, from 1.
 */
round: number,
/**
 * The seat that bids first.
 */
opener: Seat,
/**
 * Whether it is played without wilds and with a fixed face.
 */
palifico: boolean, } | { "event": "stacked",
/**
 * The seat that rolled.
 */
seat: Seat,
/**
 * The dice under its cup.
 */
dice: Dice, } | { "event": "showdown" } & Showdown | { "event": "die-lost",
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * How many dice the player has left.
 */
left: number,
/**
 * Why the die was lost.
 */
why: LossReason, } | { "event": "die-gained",
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * How many dice the player has now.
 */
left: number, } | { "event": "out",
/**
 * The seat of the player.
 */
seat: Seat, } | { "event": "claim-round",
/**
 * The number of the round, from 1.
 */
round: number,
/**
 * Which elimination round it is, from 1; `None` for an ordinary round.
 */
elimination?: number | null,
/**
 * Who claims, in order; the claim of the last is answered by the first.
 */
order: Array<Seat>, } | { "event": "claim-shown",
/**
 * The seat of the claimant.
 */
seat: Seat,
/**
 * The sum that was claimed.
 */
claim: number,
/**
 * The claimant's dice.
 */
dice: Dice,
/**
 * Whether the claim was true.
 */
truthful: boolean, } | { "event": "scored",
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * By how much it would have changed if scores could fall below 0.
 */
change: number,
/**
 * The score now.
 */
score: number, } | { "event": "tied",
/**
 * The seats that tie.
 */
seats: Seats, } | { "event": "split-round",
/**
 * The number of the round, from 1.
 */
round: number,
/**
 * The seats that still play.
 */
playing: Seats, } | { "event": "decided",
/**
 * The seat of the player.
 */
seat: Seat, } | { "event": "marked",
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * The split that was marked.
 */
split: Split,
/**
 * Whether none of the dice matched the removed numbers, so that no counter moved.
 */
free_ride: boolean,
/**
 * The sheet's total now.
 */
total: number, } | { "event": "finished",
/**
 * The seat of the player.
 */
seat: Seat,
/**
 * The sheet's final total.
 */
total: number, });

/**
 * A past exchange between a claimant and the next player.
 */
export type Exchange = {
/**
 * The round, from 1.
 */
round: number,
/**
 * Who claimed.
 */
claimant: Seat,
/**
 * Who answered.
 */
caller: Seat,
/**
 * The sum claimed; `None` when there was no claim.
 */
claim: number | null,
/**
 * How it ended.
 */
end: ExchangeEnd,
/**
 * The dice, if they were shown.
 */
dice: Dice | null, };

/**
 * How an exchange ended.
 */
export type ExchangeEnd = "void" | "passed" | "truthful" | "caught" | "immune";

/**
 * The side of a die that shows.
 *
 * Dice that are bid on have at most [`Face::MOST_BID`] sides; the dice that decide who starts or
 * whether a roll is stacked may have up to [`Face::MOST`].
 */
export type Face = number;

/**
 * How the face of a bid differs from that of the bid before.
 */
export type FaceStep = "same" | "higher" | "lower" | "to-wild" | "from-wild";

/**
 * The game as the person may see it.
 */
export type GameSnapshot = {
/**
 * Who plays what, with the commitment to the dice.
 */
header: Header,
/**
 * What happened so far, as the person may see it.
 */
entries: Array<Entry>,
/**
 * How it stands now.
 */
now: Moment,
/**
 * Until when players may add seeds; `null` once the dice are thrown.
 */
seeds_until: Time | null,
/**
 * Whether the game is paused.
 */
paused: boolean,
/**
 * How it ended, with the server seed; `null` while it goes on.
 */
end: End | null, };

/**
 * The first line: what is played, by whom, with which dice.
 */
export type Header = {
/**
 * The version of the format, [`FORMAT`].
 */
dicehouse: number,
/**
 * The game's own name, unlike any other's.
 */
id: string,
/**
 * When it started, in milliseconds since 1970 UTC.
 */
started: number,
/**
 * The complete rules.
 */
ruleset: Ruleset,
/**
 * The players in seat order.
 */
seats: Array<Seated>,
/**
 * Who signs the record when the game is over; `None` when nobody does. It stands before the dice, so that the
 * commitment to them binds it, too.
 */
signed_by?: string,
/**
 * Where the dice come from.
 */
dice: DiceHeader,
/**
 * What the dice are bound to, where that no longer follows from the line itself: a name was taken out of it.
 */
header_hash?: string, };

/**
 * What a player thinks of its position. It tells of the player's dice, so it goes into the record
 * and nowhere else.
 */
export type Info = {
/**
 * The chance to win the game as the player sees it, 0 to 1.
 */
win_chance: number | null,
/**
 * A remark in the player's own words.
 */
note: string | null,
/**
 * Named figures.
 */
numbers: { [key in string]: number }, };

/**
 * The rules of one game of `liars`, every option set.
 */
export type LiarsRules = { [option: string]: number | boolean | string };

/**
 * What a viewer may know. The only dice in it are the viewer's own and those shown in past rounds.
 */
export type LiarsView = {
/**
 * Who looks.
 */
viewer: Viewer,
/**
 * The rules of the game.
 */
rules: LiarsRules,
/**
 * The round being played, from 1.
 */
round: number,
/**
 * Who opens it; `None` while that is being rolled for.
 */
opener: Seat | null,
/**
 * Whose turn it is to act.
 */
to_act: Seat | null,
/**
 * The viewer's own dice.
 */
hand: Dice | null,
/**
 * How many dice each seat holds.
 */
dice: Array<number>,
/**
 * How many dice each seat has lost.
 */
lost: Array<number>,
/**
 * The face that is wild in this round.
 */
wild: Face | null,
/**
 * Whether this is a palifico round.
 */
palifico: boolean,
/**
 * Who has opened a palifico round, this one included; left out of JSON while nobody has.
 */
palifico_used?: Seats,
/**
 * The face that everyone with more than one die must bid on.
 */
fixed_face: Face | null,
/**
 * The bids of this round.
 */
bids: Array<PlacedBid>,
/**
 * How the past rounds ended.
 */
past: Array<PastRound>,
/**
 * How the game ended, once it has.
 */
standing: Standing | null, };

/**
 * Why a die was lost.
 */
export type LossReason = "false-bid" | "wrong-call" | "others-exact" | "wrong-exact" | "not-exact" | "fault";

/**
 * How a game stands, as one viewer may see it.
 */
export type Moment = {
/**
 * What the viewer may know. Of its list `past` only the items from `past_from` on are here: the client keeps the
 * first `past_from` of those it has, and adds these.
 */
view: View,
/**
 * How many items of `past` are left out.
 */
past_from: number,
/**
 * What the viewer may do now; `nothing` when they are not due.
 */
legal: Acts,
/**
 * The version at which the viewer was asked, to be sent with the answer; `null` when they are not due.
 */
asked: Version | null,
/**
 * The seats that are to act now.
 */
due: Seats,
/**
 * Until when they have time; `null` without a clock, or while it stands still.
 */
until: Time | null, };

/**
 * `notice`: something about the connection or the house.
 */
export type Notice = { "notice": "restart",
/**
 * After how many milliseconds to come back.
 */
wait: number, } | { "notice": "replaced" } | { "notice": "too-fast",
/**
 * After how many milliseconds to go on.
 */
wait: number, } | { "notice": "unreadable",
/**
 * What is wrong with it.
 */
text: string, } | { "notice": "refused",
/**
 * Why not, as a code and in words.
 */
refusal: Refusal, } | { "notice": "too-slow" } | { "notice": "announcement",
/**
 * The words.
 */
text: string, } | { "notice": "closed" };

/**
 * What a bot may have something to say about.
 */
export type Occasion = "greets" | "bold" | "calls" | "call-right" | "call-wrong" | "caught" | "held" | "exact" | "card" | "out" | "wins" | "beaten";

/**
 * The rules of one game of `pairs`, every option set.
 */
export type PairsRules = { [option: string]: number | boolean | string };

/**
 * What a viewer may know. The only decision of this round in it is the viewer's own.
 */
export type PairsView = {
/**
 * Who looks.
 */
viewer: Viewer,
/**
 * The rules of the game.
 */
rules: PairsRules,
/**
 * The round being played, from 1.
 */
round: number,
/**
 * This round's dice, the same for all; `None` while they are to be rolled.
 */
dice: Dice | null,
/**
 * Who still plays.
 */
playing: Seats,
/**
 * Who still has to decide this round.
 */
to_act: Seats,
/**
 * What the viewer has decided this round.
 */
decision: Split | null,
/**
 * Everybody's score sheet.
 */
sheets: Array<Sheet>,
/**
 * Everybody's total.
 */
totals: Array<number>,
/**
 * The past rounds.
 */
past: Array<SplitRound>,
/**
 * How the game ended, once it has.
 */
standing: Standing | null, };

/**
 * How a round ended.
 */
export type PastRound = { "end": "showdown" } & Showdown | { "end": "fault",
/**
 * The round, from 1.
 */
round: number,
/**
 * Whose fault.
 */
seat: Seat,
/**
 * How the player failed.
 */
cause: Cause, };

/**
 * Somebody in the room.
 */
export type Person = {
/**
 * Their public id.
 */
person: PersonId,
/**
 * What they are called.
 */
name: string,
/**
 * Whether they are connected.
 */
here: boolean,
/**
 * Whether they are ready for the next game.
 */
ready: boolean,
/**
 * Where they sit; `null` for those who look on.
 */
seat: Seat | null, };

/**
 * A person as everybody in the room knows them: a public name of letters, digits, `-` and `_`, given by the server.
 *
 * It proves nothing. The server knows by the connection who somebody is.
 */
export type PersonId = string;

/**
 * What is going on.
 */
export type Phase = "lobby" | "playing" | "over" | "closed";

/**
 * A phrase that may be said in every room.
 */
export type Phrase = "hello" | "good-luck" | "are-you-sure" | "i-dont-believe-you" | "bold" | "nice-call" | "lucky" | "oops" | "let-me-think" | "take-your-time" | "well-played" | "thanks" | "good-game" | "one-more" | "goodbye";

/**
 * A bid with its bidder.
 */
export type PlacedBid = {
/**
 * Who bid.
 */
seat: Seat,
/**
 * How many dice of which face were said to be there.
 */
bid: Bid, };

/**
 * `presence`: somebody is connected now, or no longer. It is not part of the log.
 */
export type Presence = {
/**
 * The one who came or went.
 */
person: PersonId,
/**
 * Whether they are connected.
 */
here: boolean, };

/**
 * Why a command was refused. Nothing has changed.
 */
export type Refusal = {
/**
 * What is wrong, for programs.
 */
code: RefusalCode,
/**
 * What is wrong, as a sentence for the person.
 */
text: string,
/**
 * What the rules have against the act, with its data.
 */
rules?: ActRefusal,
/**
 * After how many milliseconds it can be tried again, where waiting helps.
 */
wait?: number, };

/**
 * What is wrong with a command.
 */
export type RefusalCode = "closed" | "not-here" | "kicked" | "full" | "private" | "challenge" | "not-host" | "no-such-person" | "game-on" | "no-game" | "not-seated" | "seated" | "no-such-seat" | "seat-taken" | "no-free-seat" | "no-bot-there" | "no-such-bot" | "seats-free" | "not-ready" | "rated" | "bad-setting" | "seeds-closed" | "paused" | "not-paused" | "stale" | "illegal" | "bot-plays" | "no-bot-plays" | "no-stand-in" | "talk-off" | "too-fast" | "bad-id" | "unreadable" | "failed";

/**
 * Something a bot says. Which line it is counts, not its words: everybody hears it in a language of their own.
 */
export type Remark = {
/**
 * Who says it.
 */
seat: Seat,
/**
 * What it is about.
 */
occasion: Occasion,
/**
 * Which of the lines the bot has for that, counted from 0.
 */
line: number, };

/**
 * A removed number with how often it was removed.
 */
export type Removed = {
/**
 * The face that was left over.
 */
number: Face,
/**
 * How often.
 */
count: number, };

/**
 * `resumed`: what the client missed, instead of everything again.
 */
export type Resumed = {
/**
 * The version of the messages.
 */
protocol: number,
/**
 * The time by the server's clock.
 */
now: Time,
/**
 * Who the client is here.
 */
you: You,
/**
 * Who is connected now.
 */
here: Array<PersonId>,
/**
 * What happened since the version the client has.
 */
update: Update, };

/**
 * What was secret during the game.
 */
export type Reveal = { "server_seed": string } | { "contest_secret": string };

/**
 * The short code by which a room is shared: letters and digits.
 */
export type RoomCode = string;

/**
 * Something that happened, with its place in the log.
 */
export type RoomEntry = {
/**
 * Its place in the log, from 1.
 */
version: Version,
/**
 * When it happened.
 */
at: Time,
/**
 * Whose command it follows from. The number of the command is only told to that person.
 */
by?: By, } & ({ "what": "opened",
/**
 * By which it is shared.
 */
code: RoomCode,
/**
 * What it starts with.
 */
settings: Settings,
/**
 * What makes it a try at the daily challenge.
 */
challenge?: Challenge, } | { "what": "came",
/**
 * The one who came in.
 */
person: PersonId,
/**
 * What they are called.
 */
name: string, } | { "what": "left",
/**
 * The one who left.
 */
person: PersonId,
/**
 * Whether they wanted to, had to, or were away too long.
 */
why: WhyLeft, } | { "what": "host",
/**
 * Who; `null` when nobody is left.
 */
person: PersonId | null, } | { "what": "sat",
/**
 * The one who sat down.
 */
person: PersonId,
/**
 * The seat they took.
 */
seat: Seat, } | { "what": "stood",
/**
 * The one who stood up.
 */
person: PersonId, } | { "what": "ready",
/**
 * The one whose mind changed.
 */
person: PersonId,
/**
 * Ready or not.
 */
ready: boolean, } | { "what": "bot-sat",
/**
 * The seat it took.
 */
seat: Seat,
/**
 * The bot, with its name at the table.
 */
bot: BotSeat, } | { "what": "bot-removed",
/**
 * The seat that is free now.
 */
seat: Seat, } | { "what": "changed",
/**
 * All of them, as they are now.
 */
settings: Settings, } | { "what": "said",
/**
 * The speaker.
 */
person: PersonId,
/**
 * Their seat, for those who play.
 */
seat: Seat | null,
/**
 * A phrase, an emote, or words of their own.
 */
say: Say, } | { "what": "starting" } | { "what": "started",
/**
 * Who plays what, with the commitment.
 */
header: Header,
/**
 * When the first dice are thrown at the latest.
 */
seeds_until: Time,
/**
 * Whether it counts for the ratings.
 */
rated?: boolean, } | { "what": "wants-to-stop",
/**
 * Who wants it.
 */
person: PersonId, } | { "what": "played",
/**
 * What happened at it.
 */
entries: Array<Entry>,
/**
 * Who is due now.
 */
due: Seats,
/**
 * Until when they have time; `null` without a clock.
 */
until: Time | null,
/**
 * What one of the bots says to it.
 */
remark?: Remark, } | { "what": "clock",
/**
 * Until when they have time; `null` while the clock stands still.
 */
until: Time | null, } | { "what": "ended",
/**
 * How it ended, and what was secret.
 */
end: End,
/**
 * Whether it was played to its end or broken off.
 */
why: WhyOver, } | { "what": "closed" });

/**
 * The room, without the game that is played in it.
 */
export type RoomState = {
/**
 * By which it is shared.
 */
code: RoomCode,
/**
 * What the host decided.
 */
settings: Settings,
/**
 * What makes it a try at the daily challenge.
 */
challenge?: Challenge,
/**
 * What is going on.
 */
phase: Phase,
/**
 * Who decides; nobody when everybody left.
 */
host: PersonId | null,
/**
 * Who is in the room, the longest first.
 */
people: Array<Person>,
/**
 * The seats in order.
 */
seats: Array<SeatState>,
/**
 * How many games have been started in this room.
 */
games: number,
/**
 * Whether the game that is going on, or the last one, counts for the ratings.
 */
rated?: boolean,
/**
 * The players who want to break off a rated game. It ends when all want it.
 */
stopping?: Array<PersonId>, };

/**
 * A complete set of rules, and the preset it was made from.
 */
export type Ruleset = { game: "liars" | "claims" | "pairs", preset: string, [option: string]: number | boolean | string };

/**
 * Something said to everyone in the room.
 */
export type Say = { "phrase": Phrase } | { "emote": Emote } | { "text": string };

/**
 * A place at the table, counted from 0 clockwise.
 */
export type Seat = number;

/**
 * Who sits in a seat: a person, a bot, or nobody.
 */
export type SeatHolder = { "kind": "free" } | { "kind": "person",
/**
 * Their public id.
 */
person: PersonId,
/**
 * What they are called.
 */
name: string,
/**
 * The bot that plays for them at the moment.
 */
stand_in: BotSeat | null, } | { "kind": "gone",
/**
 * What they are called at the table.
 */
name: string,
/**
 * The bot that plays for them.
 */
stand_in: BotSeat | null, } | { "kind": "bot" } & BotSeat;

/**
 * A seat of the room, as everybody sees it.
 */
export type SeatState = {
/**
 * Who has it.
 */
holder: SeatHolder,
/**
 * Games won in this room by whoever has it.
 */
won: number, };

/**
 * A player as everyone at the table knows them.
 */
export type Seated = {
/**
 * What the others call them.
 */
name: string,
/**
 * Games of this kind won before this one.
 */
games_won?: number, } & ({ "kind": "person" } | { "kind": "bot" } & Bot);

/**
 * A set of seats.
 */
export type Seats = Array<number>;

/**
 * A number of seconds.
 */
export type Seconds = number;

/**
 * What only one seat may know of an event.
 */
export type Secret = {
/**
 * The seat that may know it.
 */
seat: Seat, } & ({ "dice": Dice } | { "split": Split });

/**
 * Everything the host decides. It can be changed while no game is going on.
 */
export type Settings = {
/**
 * The rules that are played.
 */
ruleset: Ruleset,
/**
 * How many seats the table has: 2 to 10, in `pairs` 1 to 10.
 */
seats: number,
/**
 * How long a turn may take.
 */
clock: TurnClock,
/**
 * Whether the room is shown in the list of rooms.
 */
listed: boolean,
/**
 * Who may look on without a seat.
 */
watching: Watching,
/**
 * What people may say.
 */
talk: TalkRule,
/**
 * What happens to the seat of a player who is away.
 */
absence: Absence,
/**
 * Whether the game starts by itself once every seat is taken and everybody is ready.
 */
start_when_ready: boolean,
/**
 * Whether games count for the ratings. They start when everybody at the table is ready, nobody can be sent away
 * or break one off alone, and no bot plays for whoever leaves. A rated room is listed.
 */
rated: boolean, };

/**
 * New settings; what is left out stays as it is.
 */
export type SettingsChange = {
/**
 * The rules that are played.
 */
ruleset?: Ruleset,
/**
 * How many seats the table has. People on seats that are taken away stand up.
 */
seats?: number,
/**
 * How long a turn may take.
 */
clock?: TurnClock,
/**
 * Whether the room is shown in the list of rooms.
 */
listed?: boolean,
/**
 * Who may look on.
 */
watching?: Watching,
/**
 * What people may say.
 */
talk?: TalkRule,
/**
 * What happens to the seat of a player who is away.
 */
absence?: Absence,
/**
 * Whether the game starts by itself once everybody is ready.
 */
start_when_ready?: boolean,
/**
 * Whether games count for the ratings.
 */
rated?: boolean, };

/**
 * A player's score sheet.
 */
export type Sheet = {
/**
 * How often each number from 2 to 12 was marked.
 */
marks: [number, number, number, number, number, number, number, number, number, number, number],
/**
 * The removed numbers, in the order they were first removed.
 */
removed: Array<Removed>, };

/**
 * A call or an exact: all dice of the round and what they decided.
 */
export type Showdown = {
/**
 * The round, from 1.
 */
round: number,
/**
 * The bid in question.
 */
bid: Bid,
/**
 * Who bid.
 */
bidder: Seat,
/**
 * Who called or said exact.
 */
caller: Seat,
/**
 * Whether it was an exact call.
 */
exact: boolean,
/**
 * Whether the caller was right.
 */
right: boolean,
/**
 * How many dice count for the bid's face.
 */
count: number,
/**
 * The face that was wild in this round.
 */
wild?: Face | null,
/**
 * Everybody's dice.
 */
hands: Array<Dice>,
/**
 * Who loses a die.
 */
losers: Seats, };

/**
 * `welcome`: everything the person may know, as it is now.
 */
export type Snapshot = {
/**
 * The version of the messages.
 */
protocol: number,
/**
 * The version it shows.
 */
version: Version,
/**
 * The time by the server's clock, to compare deadlines with.
 */
now: Time,
/**
 * Who the client is here.
 */
you: You,
/**
 * Who is in the room, where they sit, and by which settings.
 */
room: RoomState,
/**
 * The game that is going on, or the last one; `null` before the first, and for those who may not watch.
 */
game: GameSnapshot | null,
/**
 * The last things said in the room, oldest first.
 */
talk: Array<RoomEntry>, };

/**
 * Two pair sums and the number removed. Its text form is `4+10-3`.
 *
 * Ordered canonically: lowest removed number first, then lowest pair.
 */
export type Split = string;

/**
 * A past round.
 */
export type SplitRound = {
/**
 * The five dice, the same for everybody.
 */
dice: Dice,
/**
 * What each seat made of them; `None` for those whose game was over.
 */
splits: Array<Split | null>,
/**
 * Everybody's total after it.
 */
totals: Array<number>, };

/**
 * The result of a game.
 */
export type Standing = {
/**
 * Each seat's place: 1 for the winner; those who tie share a place and the next ones are
 * left out (1, 2, 2, 4).
 */
places: Array<number>,
/**
 * Each seat's score, in games that have one.
 */
scores?: Array<number> | null, };

/**
 * What people may say.
 */
export type TalkRule = "off" | "phrases" | "free";

/**
 * What dice are thrown for.
 */
export type ThrowKind = "hand" | "opener-die" | "lot" | "shuffle" | "stack-check" | "roll-off" | "shared";

/**
 * A moment: milliseconds since 1970 UTC, by the server's clock.
 */
export type Time = number;

/**
 * A message to a client.
 */
export type ToClient = { "type": "welcome" } & Snapshot | { "type": "resumed" } & Resumed | { "type": "update" } & Update | { "type": "answer" } & Answer | { "type": "presence" } & Presence | { "type": "notice" } & Notice | { "type": "pong",
/**
 * The time by the server's clock.
 */
now: Time, };

/**
 * A message from a client.
 */
export type ToRoom = { "type": "come" } & Come | { "type": "command" } & Command | { "type": "ping" };

/**
 * How long a turn may take.
 */
export type TurnClock = {
/**
 * Seconds for each turn, 5 to 86,400; `null` for as long as one likes.
 */
per_turn: Seconds | null, };

/**
 * `update`: what happened, as the person may see it.
 */
export type Update = {
/**
 * The version before these entries. A client that has another version has missed something: it comes again.
 */
from: Version,
/**
 * The version the client has after it. Entries the person may not see have versions too, so some may be missing
 * between the entries.
 */
version: Version,
/**
 * What happened, in order.
 */
entries: Array<RoomEntry>,
/**
 * The room as it is now, when something of it changed.
 */
room?: RoomState,
/**
 * How the game stands now, when it changed.
 */
moment?: Moment, };

/**
 * An entry's place in the room's log, from 1; 0 before the first. It only grows.
 */
export type Version = number;

/**
 * What a viewer may know of a game.
 *
 * It is built from what the viewer may know and has no field for what they may not: a die that
 * is hidden from the viewer cannot be represented in it.
 */
export type View = { "game": "liars" } & LiarsView | { "game": "claims" } & ClaimsView | { "game": "pairs" } & PairsView;

/**
 * Who looks at a game.
 */
export type Viewer = "public" | { "seat": Seat };

/**
 * Who may look on without a seat. Nobody who looks on is ever shown hidden dice.
 */
export type Watching = { "who": "anyone",
/**
 * How much later they see what happens in a game, 0 to 600.
 */
delay: Seconds, } | { "who": "nobody" };

/**
 * Why somebody left.
 */
export type WhyLeft = "left" | "kicked" | "absent";

/**
 * Why a game is over.
 */
export type WhyOver = "finished" | "broken-off" | "deserted" | "closed";

/**
 * Who the client is in this room.
 */
export type You = {
/**
 * Their public name.
 */
person: PersonId,
/**
 * Their seat at the table; `null` for those who look on.
 */
seat: Seat | null,
/**
 * The number for their next command.
 */
next_command: CommandId, };

export const PHRASES = {
  "hello": "Hello!",
  "good-luck": "Good luck!",
  "are-you-sure": "Are you sure?",
  "i-dont-believe-you": "I don't believe you.",
  "bold": "That is bold.",
  "nice-call": "Nice call!",
  "lucky": "I was lucky.",
  "oops": "Oops.",
  "let-me-think": "Let me think …",
  "take-your-time": "Take your time.",
  "well-played": "Well played!",
  "thanks": "Thanks!",
  "good-game": "Good game!",
  "one-more": "One more?",
  "goodbye": "Goodbye!",
} as const;

export const EMOTES = {
  "smile": "🙂",
  "laugh": "😂",
  "think": "🤔",
  "smirk": "😏",
  "sweat": "😅",
  "surprise": "😮",
  "cry": "😭",
  "clap": "👏",
  "thumbs-up": "👍",
  "dice": "🎲",
} as const;
