import { setTimeout as sleep } from "node:timers/promises";
import type { Store } from "@holdpoint/tier2-core";
import type { FaultResult } from "./fault-result.js";
import { actorOn, Ledger } from "./operations.js";

export interface Strike {
  readonly operations: number;
  /** The store as the process that executes sees it, and as another one does. */
  readonly first: Store;
  readonly second: Store;
  /** Between the previews and the confirmations: what is written from here on will be lost. */
  prepare(): Promise<void>;
  /** While every handler runs. Tells how many operations it can reach, if not all. */
  strike(): Promise<number | undefined>;
}

/**
 * The worst moment: all handlers have started, their claims get lost, another process confirms the same tokens, and
 * only then the handlers end.
 */
export async function struckInHandlers({ operations, first, second, prepare, strike }: Strike): Promise<FaultResult> {
  const ledger = new Ledger();
  const [executing, other] = [actorOn(first, ledger), actorOn(second, ledger)];
  const numbers = Array.from({ length: operations }, (_, number) => number);
  const tokens = await Promise.all(numbers.map((number) => executing.issue(number)));
  await prepare();

  const running = tokens.map((token, number) => executing.confirm(number, token));
  while (ledger.starts.size < operations) await sleep(5);
  const reached = await strike();
  await Promise.all(tokens.map((token, number) => other.confirm(number, token)));

  ledger.release();
  const firsts = await Promise.all(running);
  const lasts = await Promise.all(tokens.map((token, number) => other.confirm(number, token)));
  const isLost = (number: number) =>
    firsts[number]?.status === "ok" && JSON.stringify(lasts[number]?.body) !== JSON.stringify(firsts[number]?.body);
  return {
    injected: reached ?? operations,
    doubled: ledger.doubled,
    lost: numbers.filter(isLost).length,
    inDoubt: lasts.filter(({ replayed }) => !replayed).length,
  };
}
