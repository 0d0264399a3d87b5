import {
  createTier2,
  defineTier2Tool,
  type Preview,
  type Reply,
  type Tier2Event,
  type Tier2Options,
} from "@holdpoint/tier2-core";
import { expect } from "vitest";
import { z } from "zod";
import type { Opening } from "./kinds.js";

export interface HandlerContext {
  readonly tx: never;
  readonly signal: AbortSignal;
  readonly operationId: string;
  /** Writes the effect of this call, inside the transaction. */
  effect(note?: string): Promise<unknown>;
}

type Handler = (ctx: HandlerContext) => unknown;

export interface WorldOptions extends Partial<Tier2Options> {
  readonly handler?: Handler;
  readonly preview?: (ctx: { recheck: boolean; tx?: never }) => Promise<Preview> | Preview;
  readonly duplicates?: "refuse" | "allow";
  readonly tier?: 1 | 2;
}

const input = z.object({ id: z.number() });

/** Tables, a tool that writes one row an execution, and an engine; further engines stand for further processes. */
export async function aWorld(opening: Opening, options: WorldOptions = {}) {
  const { opened, store, insert } = opening;
  await opened.run(`create table "${opened.schema}".effect (note text not null)`);
  const effects = async () =>
    (await opened.run(`select note from "${opened.schema}".effect order by note`)).map(({ note }) => note as string);
  const statuses = async () =>
    (await opened.run(`select state from "${opened.schema}".record where id like 'c:%' order by id`)).map(
      ({ state }) => JSON.parse(state as string).status as string,
    );

  function process(own: WorldOptions = {}) {
    const { handler, preview, duplicates = "allow", tier = 2, ...rest } = { ...options, ...own };
    const events: Tier2Event[] = [];
    const engine = createTier2({ store, server: "shop", onEvent: (event) => events.push(event), ...rest });
    const tool = defineTier2Tool({
      name: "pay",
      input,
      tier,
      duplicates,
      transaction: store,
      preview: (_params, ctx) => preview?.(ctx as never) ?? { summary: "Will pay", preview: {} },
      async execute({ id }, { tx, signal, operationId }) {
        const effect = (note = `paid ${id}`) => insert(tx, note);
        const said = handler === undefined ? await effect() : await handler({ tx, signal, operationId, effect });
        return typeof said === "object" && said !== null && ("message" in said || "refused" in said)
          ? (said as { message: string })
          : { message: "Paid", details: { id } };
      },
    });
    const call = (args: object, tokenId = "alice"): Promise<Reply> =>
      engine.call(tool, args, { requester: { tokenId, subject: `user:${tokenId}` } });
    return {
      engine,
      tool,
      events,
      types: () => events.map(({ type }) => type),
      call,
      async token(id = 1): Promise<string> {
        return ((await call({ id })).body as { confirm_token: string }).confirm_token;
      },
      confirm: (confirm_token: string, id = 1, tokenId = "alice") => call({ id, confirm_token }, tokenId),
    };
  }
  return { ...process(), process, opening, effects, statuses, run: opened.run, end: () => opened.end() };
}

export type World = Awaited<ReturnType<typeof aWorld>>;

/** A promise, and the function that resolves it. */
export function gate(): { readonly open: Promise<void>; pass(): void } {
  let pass = () => {};
  const open = new Promise<void>((resolve) => {
    pass = resolve;
  });
  return { open, pass };
}

export const rolledBack = { status: "rejected", reason: "not_executed", detail: "rolled_back" };
export const inFlight = { reason: "unknown_or_used", detail: "in_flight", retry_after_ms: expect.any(Number) };
