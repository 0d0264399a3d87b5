import { randomUUID } from "node:crypto";
import type { FirstWrite, Store, Swap, Write } from "@holdpoint/tier2-core";

/** A token as the engine issues it: pending for a while, its tag known to whoever may consume it. */
export const pending = (over: Partial<FirstWrite> = {}): FirstWrite => ({
  tag: "pending",
  state: '{"status":"pending"}',
  body: '{"amount":1}',
  deadlineInMs: 300_000,
  payloadForMs: 600_000,
  recordForMs: 86_700_000,
  listed: false,
  ...over,
});

export const claimed = (claim: string): Write => ({
  tag: `in_flight ${claim}`,
  state: `{"status":"in_flight","claim":"${claim}"}`,
  deadlineInMs: 60_000,
  payloadForMs: null,
  recordForMs: null,
  listed: true,
});

export async function issue(store: Store, over: Partial<FirstWrite> = {}): Promise<string> {
  const id = `c:${randomUUID()}`;
  const insert = await store.insert(id, pending(over));
  if (!insert.ok) throw new Error("a fresh id was taken");
  return id;
}

/** As the engine consumes: from pending, while open, under the present history. */
export const consume = (store: Store, id: string, claim: string): Promise<Swap> =>
  store.swap(id, "pending", claimed(claim), { deadline: "open", history: "same" });

/** Was it consumed by this claim, now or in an attempt whose answer was lost? */
export const isMine = (swap: Swap, claim: string): boolean => swap.record?.tag === `in_flight ${claim}`;

/** The code that a promise rejects with; "" if it does not. */
export const codeOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => "",
    (error: { code?: string }) => error.code ?? String(error),
  );
