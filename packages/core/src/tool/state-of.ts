import type { Preview } from "./outcome.js";

/**
 * Names the state that a preview was computed from: its state version and, if it is about a collection, the collection.
 * Undefined if it names none, so that there is nothing to ask again.
 */
export function stateOf({ stateVersion, material }: Pick<Preview, "stateVersion" | "material">): string | undefined {
  const { selection, count, idDigest } = material ?? {};
  if (idDigest === undefined) return stateVersion === undefined ? undefined : JSON.stringify([stateVersion]);
  return JSON.stringify([stateVersion ?? null, selection, count, idDigest]);
}
