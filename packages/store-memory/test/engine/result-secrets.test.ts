import { toHttp, toToolResult, verbatim } from "@holdpoint/tier2-core";
import { expect, test } from "vitest";
import { abandon, forever } from "./support/abandoned.js";
import { deferred } from "./support/deferred.js";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, type Process } from "./support/world.js";

const url = "https://files.example/42?sig=canary-9f3a7c";
const linked = { message: `Link: ${url}`, details: { url, id: 7 } };
const tells = (value: unknown) => JSON.stringify(value).includes("canary-9f3a7c");
const keptBy = ({ connection, events }: Process, journaled: unknown[]) => [connection.operations, events, journaled];

function linkTool(execute: Parameters<typeof fooTool>[0] = {}) {
  return fooTool({ resultSecrets: ["url"], execute: () => linked, ...execute });
}

test("the first answer tells it, every replay the same bytes without it, and nothing keeps it", async () => {
  const journaled: unknown[] = [];
  const process = aWorld().process({ journal: async (event) => void journaled.push(event) });
  const { tool, starts } = linkTool();
  const confirm_token = await process.preview(tool, { id: 7 });
  const confirm = () => process.call(tool, { id: 7, confirm_token });
  const first = await confirm();
  const [once, twice] = [await confirm(), await confirm()];
  expect(first.body).toMatchObject({ ...linked.details, message: linked.message });
  expect(once.body).toEqual({ ...first.body, message: "Link: [withheld]", url: "[withheld]" });
  expect(JSON.stringify(twice)).toBe(JSON.stringify(once));
  expect([toToolResult(first), toHttp(first)].map(tells)).toEqual([true, true]);
  expect([once, toToolResult(once), toHttp(once), keptBy(process, journaled)].some(tells)).toBe(false);
  expect([starts.length, journaled.length, once.replayed]).toEqual([1, 2, true]);
});

test("an undeclared one is stored and replayed: the watch above is awake", async () => {
  const process = aWorld().process();
  const { tool } = linkTool({ resultSecrets: [] });
  const confirm_token = await process.preview(tool, { id: 7 });
  await process.call(tool, { id: 7, confirm_token });
  expect(tells(keptBy(process, []))).toBe(true);
  expect(tells(await process.call(tool, { id: 7, confirm_token }))).toBe(true);
});

test("of those who wait while it runs, here and in another process, only the one that executes gets it", async () => {
  const world = aWorld();
  const working = deferred<typeof linked>();
  const { tool } = linkTool({ execute: () => working.promise });
  const waitForCompletionMs = 10_000;
  const [here, there] = [world.process({ waitForCompletionMs }), world.process({ waitForCompletionMs })];
  const confirm_token = await here.preview(tool, { id: 7 });
  const confirm = (process: Process) => process.call(tool, { id: 7, confirm_token });
  const executing = confirm(here);
  await world.clock.advance(0);
  const waiting = [confirm(here), confirm(here), confirm(there)];
  await world.clock.advance(1_000);
  working.resolve(linked);
  const replies = await world.within(1_000, Promise.all([executing, ...waiting]));
  expect(replies.map((reply) => [reply.replayed, tells(reply)])).toEqual([
    ...[[false, true]],
    ...waiting.map(() => [true, false]),
  ]);
});

test("it is told even if the reply of the store that recorded its absence was lost", async () => {
  const world = aWorld();
  const process = world.process();
  const { tool } = linkTool();
  const confirm_token = await process.preview(tool, { id: 7 });
  let lost = 0;
  process.connection.intercept = async ({ method, write }, apply) => {
    const answer = await apply();
    if (method === "swap" && write !== undefined && "data" in write && lost++ === 0) throw new Error("reply lost");
    return answer;
  };
  const confirming = process.call(tool, { id: 7, confirm_token });
  await world.clock.advance(1_000);
  expect([lost > 0, tells(await confirming)]).toEqual([true, true]);
});

test("what a system of record answers later tells it to nobody, since nobody's is the first answer", async () => {
  const world = aWorld();
  const tool = linkTool({ execute: forever, reconcile: () => ({ outcome: "completed", ...linked }) });
  const { confirm_token } = await abandon(world, world.process(), tool);
  const process = world.process({ tools: [tool.tool] });
  const reply = await process.call(tool.tool, { id: 7, confirm_token });
  expect(reply.body).toMatchObject({ status: "ok", url: "[withheld]", message: "Link: [withheld]" });
  expect(tells(process.connection.operations)).toBe(false);
});

test("a tool's own result is replayed without it, in each of its forms", async () => {
  const process = aWorld().process();
  const result = { content: [{ type: "text", text: JSON.stringify({ url }) }], structuredContent: { url } };
  const { tool } = linkTool({ execute: () => verbatim(result) });
  const confirm_token = await process.preview(tool, { id: 7 });
  const first = await process.call(tool, { id: 7, confirm_token });
  const replay = await process.call(tool, { id: 7, confirm_token });
  expect(first.verbatim).toEqual(result);
  expect(replay.verbatim).toEqual({
    ...{ content: [{ type: "text", text: '{"url":"[withheld]"}' }], structuredContent: { url: "[withheld]" } },
  });
});
