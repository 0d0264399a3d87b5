/**
 * One id made of several parts, each behind its length in UTF-16 units: other parts never give the same id, whatever
 * characters a client may choose for its own.
 */
export const joinedId = (kind: string, ...parts: readonly string[]): string =>
  [kind, ...parts.map((part) => `${part.length}:${part}`)].join(" ");
