// The largest showdown there is: ten players with five dice each, and a call.

const SEATS = 10;
const ruleset = { game: 'liars', preset: 'house', dice: 5, faces: 6, wild: 1, exact: false, palifico: false };
const seated = (at) => (at === 0 ? { name: 'Ann', kind: 'person' } : { name: `bot ${at}`, kind: 'bot', bot: ['odds', 'gambler', 'dicey'][at % 3], version: '1' });
const hands = Array.from({ length: SEATS }, (_, seat) => Array.from({ length: 5 }, (_, die) => ((seat * 5 + die * 2) % 6) + 1));
const rolls = hands.map((dice, seat) => ({ event: 'rolled', what: 'hand', seat, count: 5, sides: 6, secret: { seat, dice } }));

export const header = { dicehouse: 1, id: 'g1', started: 0, ruleset, seats: Array.from({ length: SEATS }, (_, at) => seated(at)), dice: { source: 'trusted', commitment: '00' } };
/** Dice that count for nine threes. */
export const counted = hands.flat().filter((face) => face === 3 || face === 1).length;
export const entries = [{ event: 'round', round: 1, opener: 1, palifico: false }, ...rolls, { event: 'acted', seat: 1, act: '9x3' }];
export const view = { game: 'liars', viewer: { seat: 0 }, rules: ruleset, round: 1, opener: 1, to_act: 2, hand: hands[0], dice: Array(SEATS).fill(5), lost: Array(SEATS).fill(0), wild: 1, palifico: false, fixed_face: null, bids: [{ seat: 1, bid: '9x3' }], past: [], standing: null };

const showdown = { event: 'showdown', round: 1, bid: '9x3', bidder: 1, caller: 2, exact: false, right: false, count: counted, wild: 1, hands, losers: [2] };
/** Events as the room tells them, from a version on. */
export const told = (version, events) => ({ type: 'update', from: version - 1, version, entries: [{ version, at: 0, what: 'played', entries: events, due: [], until: null }] });
export const called = [{ event: 'acted', seat: 2, act: 'call' }, showdown, { event: 'die-lost', seat: 2, left: 4, why: 'wrong-call' }];
