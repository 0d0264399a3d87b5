import { startRedis } from "@holdpoint/test-servers";
import { expect, test } from "vitest";
import { actorOn, Ledger } from "./support/operations.js";
import { reconnecting, storeOn } from "./support/reconnecting.js";
import { startWorker } from "./support/workers.js";

test("four processes that confirm the same 1,000 tokens start each handler once, and all hear the same answers", async () => {
  const server = await startRedis();
  const client = reconnecting(server.port);
  try {
    const issuer = actorOn(storeOn(client), new Ledger());
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
  } finally {
    client.disconnect();
    await server.stop();
  }
});
