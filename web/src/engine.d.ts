/** The files of the engine, beside the scripts of the page; null in a page that was built without one. */
declare const __ENGINE__: { engine: string; weights: string } | null;
