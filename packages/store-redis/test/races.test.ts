import { startRedis } from "@holdpoint/test-servers";
import { expect, test } from "vitest";
import { storeOn, withTwoClients } from "./faults/lost-writes.js";
import { actorOn, Ledger } from "./faults/operations.js";
import { startWorker } from "./faults/workers.js";

test("four processes that confirm the same 1,000 tokens start each handler once, and all hear the same answers", async () => {
  const server = await startRedis();
  await withTwoClients(server.port, server.stop, async (client) => {
    const issuer = actorOn(storeOn(client, "on"), new Ledger());
    const tokens = await Promise.all(Array.from({ length: 1_000 }, (_, number) => issuer.issue(number)));
    const work = { port: server.port, tokens, leaseMs: 60_000, waitForCompletionMs: 60_000, handlerMs: 2, atOnce: 16 };
    const workers = await Promise.all([1, 2, 3, 4].map(() => startWorker(work)));
    await Promise.all(workers.map(({ ended }) => ended));
    const said = workers.flatMap((worker) => worker.said());
    const starts = said.flatMap((line) => ("started" in line ? [line.started] : []));
    expect(starts).toHaveLength(1_000);
    expect(new Set(starts).size).toBe(1_000);
    const answers = new Set(
      said.flatMap((line) => ("heard" in line ? [`${line.heard} ${JSON.stringify(line.body)}`] : [])),
    );
    expect(answers.size).toBe(1_000);
    expect([...answers].every((answer) => answer.includes('"status":"ok"'))).toBe(true);
  });
});
