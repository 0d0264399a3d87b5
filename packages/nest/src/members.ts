export type Members = Readonly<Record<string, unknown>>;

/** An object with named members: no array, no bytes. */
export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** The value's members, or none. */
export const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});
