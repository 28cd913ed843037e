/** Whether this page has the engine of a house. */
export const hasEngine = typeof __ENGINE__ !== 'undefined' && __ENGINE__ !== null;
