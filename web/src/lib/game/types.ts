// The shapes of views, events and legal acts: those of the wire, with the options that are drawn named.

import type * as Wire from '../wire/messages';

export type {
  Acts, Cause, Exchange, ExchangeEnd, Header, LossReason, PastRound, Ruleset, Seat, Secret, Showdown, Standing, ThrowKind, Viewer,
} from '../wire/messages';

export type GameKind = Wire.Ruleset['game'];
/** A split as text: "4+10-3". */
export type SplitText = Wire.Split;
export type SeatInfo = Wire.Seated;
export type GameEvent = Wire.Event;
export type BidActs = Wire.BidActs;

/** What a player has marked: how often each number from 2 on, and what was removed. */
export interface Sheet {
  marks: number[];
  removed: Wire.Removed[];
}

type Ruled<V, R> = Omit<V, 'rules'> & { rules: R };

export type LiarsView = { game: 'liars' } & Ruled<Wire.LiarsView, { dice: number; faces: number; wild: 'none' | number; exact: boolean | string } & Wire.LiarsRules>;
export type ClaimsView = { game: 'claims' } & Ruled<Wire.ClaimsView, { rounds: number; immunity: boolean; roll: string } & Wire.ClaimsRules>;
export type PairsView = { game: 'pairs' } & Omit<Ruled<Wire.PairsView, { removed_numbers: number; last_count: number } & Wire.PairsRules>, 'sheets'> & { sheets: Sheet[] };
export type View = LiarsView | ClaimsView | PairsView;
