import { type PostgresServer, startPostgres } from "@holdpoint/test-servers";
import { shop } from "@holdpoint/tier2-store-testkit/approvals";
import { afterEach, beforeEach, expect, test } from "vitest";
import { historyPartsFor } from "../src/history.js";
import { postgresStore } from "../src/index.js";
import { type Opened, openPool } from "./support/clients.js";

let server: PostgresServer;
let opened: Opened;
beforeEach(async () => {
  server = await startPostgres();
  opened = await openPool(server.url);
});
afterEach(async () => {
  await opened.end();
  await server.remove();
});

test("a restart leaves grants and votes as they are, and refuses the tokens from before", async () => {
  const { granted, tokens, call, starts, close } = shop([postgresStore(opened)], 2);
  await granted();
  const [before = ""] = await tokens(1);
  await server.stop();
  await server.start();
  // Control: what may be consumed once only is not taken for what it was.
  expect((await call({ confirm_token: before })).body).toMatchObject({
    ...{ reason: "unknown_or_used", detail: "history_changed" },
  });
  const [after = ""] = await tokens(1);
  expect((await call({ confirm_token: after })).status).toBe("ok");
  expect(starts).toHaveLength(1);
  await close();
});

test("whatever parts are chosen, approvals compare all but the start; where that is all, it counts for them too", () => {
  const of = (...parts: ("system" | "timeline" | "start")[]) => {
    const partsFor = historyPartsFor(parts);
    return ["c:1", "d:1", "a:1", "s:1", "a:", "ab:1"].map(partsFor);
  };
  expect(of("system", "timeline", "start")).toEqual([
    ...Array(2).fill("system timeline start"),
    ...Array(3).fill("system timeline"),
    "system timeline start",
  ]);
  expect(of("start")).toEqual(Array(6).fill("start"));
  expect(of()).toEqual(Array(6).fill(""));
});
