// The moments of a game that a player learns most from.

import type { DecisionReview, Review } from '../wire/review';

/** How much better the best act was than the next one: a lot to lose, and nothing was lost. */
const margin = ({ options }: DecisionReview): number => (options[0]?.win ?? 0) - (options[1]?.win ?? 0);

/** The decision that cost a player most, and the one that was right when most could have been lost; null where there is none. */
export function ownMoments(review: Review, seat: number): { worst: DecisionReview | null; best: DecisionReview | null } {
  const own = review.decisions.filter((one) => one.seat === seat && !one.forced && !one.fault && one.act !== null);
  const worst = own.filter((one) => one.mark !== null).sort((one, two) => two.loss - one.loss)[0] ?? null;
  const right = own.filter((one) => one.mark === null && one.options[0]?.act === one.act);
  const best = right.sort((one, two) => margin(two) - margin(one))[0] ?? null;
  return { worst, best };
}
