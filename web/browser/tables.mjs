// Tables of every size, at a moment when it is one's own turn.

const NAMES = ['Ann', 'Maximiliana von Altenba', 'Bo', 'Bartholomäus Wolkenstein', 'Gil', 'Señora de la Concepción', 'Dot', 'ABCDEFGHIJKLMNOPQRSTUVWX', 'Lee', 'Hanna'];
const BOTS = ['odds', 'gambler', 'dicey'];
const seated = (at) => (at === 0 ? { name: NAMES[0], kind: 'person' } : { name: NAMES[at], kind: 'bot', bot: BOTS[at % BOTS.length], version: '1' });
const all = (seats, make) => Array.from({ length: seats }, (_, at) => make(at));
const header = (ruleset, seats) => ({ dicehouse: 1, id: 'g1', started: 0, ruleset, seats: all(seats, seated), dice: { source: 'trusted', commitment: '00' } });
const handOf = (seat) => all(5, (die) => ((seat * 5 + die * 2) % 6) + 1);

/** Everybody has bid, the numbers have two digits, and all ways to answer are open. */
function liars(seats) {
  const rules = { dice: 5, faces: 6, wild: 1, exact: true, right: 'caller-gains', wrong: 'caller-loses', palifico: true };
  const ruleset = { game: 'liars', preset: 'perudo', ...rules };
  const bids = all(seats - 1, (at) => ({ seat: at + 1, bid: `${10 + at}x3` }));
  const entries = [
    { event: 'round', round: 1, opener: 1, palifico: false },
    ...all(seats, (seat) => ({ event: 'rolled', what: 'hand', seat, count: 5, sides: 6, secret: { seat, dice: handOf(seat) } })),
    ...bids.map(({ seat, bid }) => ({ event: 'acted', seat, act: bid })),
  ];
  const view = { game: 'liars', viewer: { seat: 0 }, rules, round: 1, opener: 1, to_act: 0, hand: handOf(0), dice: all(seats, () => 5), lost: all(seats, () => 0), wild: 1, palifico: false, fixed_face: null, bids, past: [], standing: null };
  const legal = { decide: 'bid', least: [5, 11, 11, 10, 10, 10].map((least) => least + seats), most: 50, call: true, exact: true };
  return { header: header(ruleset, seats), entries, view, legal };
}

const CLAIMS = { rounds: 10, immunity: true, roll: 'each-turn' };
const claimsView = (seats, more) => ({
  game: 'claims', viewer: { seat: 0 }, rules: CLAIMS, round: 4, elimination: null, contenders: all(seats, (at) => at), order: all(seats, (at) => at), shown: null,
  to_act: 0, scores: all(seats, (at) => 12 + at), games_won: all(seats, () => 0), cards: all(seats, (at) => at), past: [], standing: null, ...more,
});

/** One's own claim is due. */
function claims(seats) {
  const view = claimsView(seats, { claimant: 0, caller: 1, claim: null, hand: [5, 6] });
  return { header: header({ game: 'claims', preset: 'full', ...CLAIMS }, seats), entries: [], view, legal: { decide: 'claim', min: 2, max: 12 } };
}

/** A claim is to be believed or called. */
function answers(seats) {
  const view = claimsView(seats, { claimant: seats - 1, caller: 0, claim: 11, hand: null });
  return { header: header({ game: 'claims', preset: 'full', ...CLAIMS }, seats), entries: [], view, legal: { decide: 'answer' } };
}

function pairs(seats) {
  const rules = { removed_numbers: 3, last_count: 8 };
  const sheet = { marks: [0, 2, 0, 5, 6, 3, 10, 0, 1, 0, 0], removed: [{ number: 3, count: 7 }, { number: 6, count: 2 }] };
  const view = { game: 'pairs', viewer: { seat: 0 }, rules, round: 12, dice: [1, 3, 4, 6, 6], to_act: all(seats, (at) => at), playing: all(seats, (at) => at), decision: null, sheets: all(seats, () => sheet), totals: all(seats, (at) => -1200 + at), past: [], standing: null };
  const splits = ['7+10-3', '5+9-6', '4+10-6', '7+7-6', '9+7-4', '9+8-3'];
  return { header: header({ game: 'pairs', preset: 'standard', ...rules }, seats), entries: [], view, legal: { decide: 'split', splits } };
}

export const tables = { liars, claims, answers, pairs };
