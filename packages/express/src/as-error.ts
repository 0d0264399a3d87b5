/** `next` takes undefined and the text "route" for "go on", possibly to a handler that nothing guards. */
export const asError = (thrown: unknown): object =>
  typeof thrown === "object" && thrown !== null ? thrown : new Error(`Not an Error was thrown: ${String(thrown)}`);
