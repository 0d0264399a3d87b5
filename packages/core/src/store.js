/**
 * The store contract: where records live. A store compares, swaps and keeps time; it knows no rule,
 * no state name and no tier. Everything that decides lives in the pure machines of core.
 *
 * All times are whole milliseconds. `…InMs` and `…ForMs` count from the store's own now; `deadlineMs`
 * and `nowMs` are instants on the store's clock and mean nothing on any other clock.
 */
export {};
