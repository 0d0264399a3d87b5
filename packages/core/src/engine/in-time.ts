import { Tier2Error } from "../errors.js";
import type { Refusal } from "../wire/envelope.js";
import { afterClaim, pass, type Run } from "./gates.js";
import type { Parts } from "./parts.js";

/**
 * An open transaction holds a connection and a row, and a hook may wait for another connection of the same pool: of as many
 * calls as the pool has connections, each would wait for the others for ever.
 */
const longestMs = ({ times }: Parts): number => Math.ceil(times.leaseMs / 2);

/** @throws Tier2Error `store_unavailable` if the application takes longer than a transaction may wait for it. */
export async function inTime<T>(parts: Parts, promise: Promise<T> | undefined, limitMs = longestMs(parts)) {
  let cancel = () => {};
  const late = new Promise<never>((_resolve, reject) => {
    cancel = parts.platform.after(Math.max(0, limitMs), () => reject(tooLate(longestMs(parts))));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    cancel();
  }
}

/** The questions between claim and handler, one after the other, within the limit in all. None is asked after it. */
export async function askInTime(run: Run): Promise<Refusal | undefined> {
  const { parts } = run;
  const startedMs = parts.platform.monotonicMs();
  for (const gate of afterClaim) {
    const leftMs = longestMs(parts) - (parts.platform.monotonicMs() - startedMs);
    const refusal = await inTime(parts, pass([gate], run), leftMs);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

const tooLate = (limitMs: number) =>
  new Tier2Error(
    "store_unavailable",
    `A hook, a preview or the journal took longer than ${limitMs} ms (half of leaseMs) inside a transaction. ` +
      "Those that need the database there must not wait for another connection of the same pool: use `tx`, or another pool.",
  );
