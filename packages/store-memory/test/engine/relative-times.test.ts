import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { abandon, forever } from "./support/abandoned.js";
import { aWorld, outcomeOf } from "./support/world.js";

const hourMs = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();
const input = z.object({ id: z.number(), at: z.string() });

/** Understands "in N hours", and takes an absolute instant as it is. */
function inHours(text: string, { nowMs }: { nowMs: number }) {
  const hours = /^in (\d+) hours$/.exec(text)?.[1];
  if (hours !== undefined) return iso(nowMs + Number(hours) * hourMs);
  return Number.isNaN(Date.parse(text)) ? refuse(`"${text}" is no time`) : text;
}

function sendLater(changes: { execute?: () => Promise<never>; reconcile?: () => never; tier?: 1 } = {}) {
  const seen: { where: string; at: string | undefined }[] = [];
  const reconcile = vi.fn(({ at }: { at: string }) => {
    seen.push({ where: "reconcile", at });
    return { outcome: "unknown" as const };
  });
  const tool = defineTier2Tool({
    name: "send_later",
    category: "send",
    input,
    resolve: { at: inHours },
    preview({ at }, { recheck }) {
      seen.push({ where: recheck ? "recheck" : "preview", at });
      return { summary: `Will send at ${at}`, preview: {}, stateVersion: "v1" };
    },
    execute({ at }) {
      seen.push({ where: "execute", at });
      return changes.execute?.() ?? { message: `Sent at ${at}` };
    },
    reconcile,
    ...(changes.tier && { tier: changes.tier }),
  });
  return { tool, seen, starts: [] };
}

const args = { id: 7, at: "in 2 hours" };

test("it means at the confirm call what it meant at the preview, to everybody, and is shown so", async () => {
  const world = aWorld();
  const asked: unknown[] = [];
  const journaled: unknown[] = [];
  const process = world.process({
    ttlMs: 10 * hourMs,
    authorize: (_requester, _tool, params) => asked.push((params as { at: string }).at) > 0,
    journal: async (event) => void journaled.push(event),
  });
  const { tool, seen } = sendLater();
  const meant = iso(world.clock.nowMs() + 2 * hourMs);
  const { body } = await process.call(tool, args);
  expect(body).toMatchObject({ summary: `Will send at ${meant}`, resolved: { at: meant } });
  await world.clock.advance(hourMs);
  const { confirm_token } = body as { confirm_token: string };
  const reply = await process.call(tool, { ...args, confirm_token });
  expect(reply.body).toMatchObject({ status: "ok", message: `Sent at ${meant}` });
  expect(seen.map(({ where, at }) => [where, at])).toEqual([
    ...[["preview", meant]],
    ...[["recheck", meant]],
    ...[["execute", meant]],
  ]);
  // Before the token is looked at nobody knows what it was, so authorize is asked about now, and then about what runs.
  expect(asked).toEqual([meant, iso(world.clock.nowMs() + 2 * hourMs), meant]);
  expect(journaled[0]).toMatchObject({ type: "intent", resolved: { at: meant } });
});

test("the confirm call repeats the words: the absolute time is another argument", async () => {
  const process = aWorld().process();
  const { tool, seen } = sendLater();
  const { body } = await process.call(tool, args);
  const { confirm_token, resolved } = body as unknown as { confirm_token: string; resolved: { at: string } };
  const outcome = outcomeOf(await process.call(tool, { ...args, ...resolved, confirm_token }));
  expect([outcome, seen.length]).toEqual(["params_changed", 1]);
});

test("a replay is given long after what was said has become impossible", async () => {
  const world = aWorld();
  const process = world.process({ retentionMs: 10 * hourMs });
  const { tool, seen } = sendLater();
  const confirm_token = await process.preview(tool, args);
  const first = await process.call(tool, { ...args, confirm_token });
  await world.clock.advance(9 * hourMs);
  expect(await process.call(tool, { ...args, confirm_token })).toEqual({ ...first, replayed: true });
  expect(seen.filter(({ where }) => where === "execute")).toHaveLength(1);
});

test("the same words a moment later are the same operation again", async () => {
  const world = aWorld();
  const process = world.process();
  const { tool } = sendLater();
  const confirm_token = await process.preview(tool, args);
  const { operationId } = await process.call(tool, { ...args, confirm_token });
  await world.clock.advance(1_500);
  const { body } = await process.call(tool, args);
  expect(body).toMatchObject({ duplicate_of: { operation_id: operationId } });
});

test("what cannot be read as a time is invalid_params, and gives no token", async () => {
  const { tool, seen } = sendLater();
  const { body } = await aWorld().process().call(tool, { id: 7, at: "when pigs fly" });
  expect(body).toMatchObject({
    ...{ status: "rejected", reason: "invalid_params" },
    error: 'Invalid arguments: at: "when pigs fly" is no time',
  });
  expect(seen).toEqual([]);
});

test("a Tier-1 call gets it resolved too", async () => {
  const world = aWorld();
  const { body } = await world.process().call(sendLater({ tier: 1 }).tool, args);
  expect(body).toMatchObject({ status: "ok", message: `Sent at ${iso(world.clock.nowMs() + 2 * hourMs)}` });
});

test("a system of record is asked about what was meant, at once and later", async () => {
  const world = aWorld();
  const meant = iso(world.clock.nowMs() + 2 * hourMs);
  const throwing = sendLater({ execute: () => Promise.reject(new Error("boom")) });
  const process = world.process();
  const confirm_token = await process.preview(throwing.tool, args);
  await process.call(throwing.tool, { ...args, confirm_token });
  expect(throwing.seen.at(-1)).toEqual({ where: "reconcile", at: meant });

  const hanging = sendLater({ execute: forever });
  const before = iso(world.clock.nowMs() + 3 * hourMs);
  await abandon(world, world.process(), hanging as never, { id: 7, at: "in 3 hours" } as never);
  await world.process({ tools: [hanging.tool] }).engine.sweeper.sweep();
  expect(hanging.seen.at(-1)).toEqual({ where: "reconcile", at: before });
});

test("a token of a version that did not resolve yet is refused: the handler would get the words", async () => {
  const world = aWorld();
  const { tool, seen } = sendLater();
  const before = defineTier2Tool({
    name: "send_later",
    category: "send",
    input,
    preview: ({ at }) => ({ summary: `Will send ${at}`, preview: {} }),
    execute: () => ({ message: "Sent" }),
  });
  const confirm_token = await world.process().preview(before, args);
  const reply = await world.process().call(tool, { ...args, confirm_token });
  expect([outcomeOf(reply), seen.length]).toEqual(["not_executed/not_previewed", 0]);
});

test("its types are those of the argument", () => {
  const definition = {
    name: "x",
    input,
    preview: () => ({ summary: "s", preview: {} }),
    execute: () => ({ message: "m" }),
  };
  // @ts-expect-error the handler would get a number for a text
  defineTier2Tool({ ...definition, resolve: { at: () => 7 } });
  // @ts-expect-error the argument is a text
  defineTier2Tool({ ...definition, resolve: { at: (given: number) => String(given) } });
  expect(defineTier2Tool({ ...definition, resolve: { at: (given) => given.trim() } }).name).toBe("x");
});
