import { type Swap, Tier2Error } from "@holdpoint/tier2-core";
import type { Primary, RedisLink } from "./clients/link.js";
import type { TimeLimit } from "./time-limit.js";

/**
 * `lookAgain` is called where WAIT itself failed: the set-up may have changed, and the next call shall hear of it.
 *
 * Waits until replicas have what was swapped. Redis counts what was written on the connection that WAIT comes through, so
 * both must have gone through one and the same: after a reconnect every replica would seem to have it.
 */
export class Replicas {
  readonly #link: RedisLink;
  readonly #limit: TimeLimit;
  readonly #count: number;
  readonly #withinMs: number;
  readonly #lookAgain: () => void;

  /** @throws Tier2Error `invalid_setup` for a client with more than one connection. */
  constructor(
    link: RedisLink,
    limit: TimeLimit,
    { count, withinMs }: { count: number; withinMs: number },
    lookAgain: () => void,
  ) {
    if (!link.connection) {
      throw new Tier2Error(
        "invalid_setup",
        "redisStore: `waitForReplicas` works with a client of one server: not with a Cluster, a pool or createSentinel.",
      );
    }
    this.#link = link;
    this.#limit = limit;
    this.#count = count;
    this.#withinMs = withinMs;
    this.#lookAgain = lookAgain;
  }

  /** A refused swap wrote nothing to wait for, and what it shows may stand on the primary alone. */
  async swap(send: () => Promise<Swap>): Promise<Swap> {
    const before = this.#link.connection?.();
    const swap = await send();
    if (!swap.ok || before === undefined) return { ...swap, replicated: false };
    const acknowledged = await this.#acknowledged().catch(() => {
      this.#lookAgain();
      return 0;
    });
    const isSame = this.#link.connection?.() === before;
    return isSame && acknowledged >= this.#count ? swap : { ...swap, replicated: false };
  }

  async #acknowledged(): Promise<number> {
    const [primary] = (await this.#link.primaries()) as [Primary];
    return this.#limit.within(primary.send("WAIT", String(this.#count), String(this.#withinMs)), Number);
  }
}
