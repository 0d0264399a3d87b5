/** SQLSTATEs of a transaction that another one was in the way of. */
const clashes: Readonly<Record<string, "lock_timeout" | "conflict">> = {
  "55P03": "lock_timeout",
  "40001": "conflict",
  "40P01": "conflict",
};

const maxCauses = 8;

/** By the first SQLSTATE in an error or its causes: mappers put the driver's error inside one of their own. */
export function clashOf(error: unknown): "lock_timeout" | "conflict" | undefined {
  let current = error;
  for (let depth = 0; depth < maxCauses && typeof current === "object" && current !== null; depth += 1) {
    const { code, cause } = current as { code?: unknown; cause?: unknown };
    if (typeof code === "string" && Object.hasOwn(clashes, code)) return clashes[code];
    current = cause;
  }
  return undefined;
}
