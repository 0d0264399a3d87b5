import { createTier2 } from "@holdpoint/tier2-core";
import { storeConformance } from "@holdpoint/tier2-store-testkit";
import { expect, test } from "vitest";
import { deleteFoo } from "../src/01-mcp-new.js";
import { mapStore } from "../src/08-store.js";
import { db } from "../src/app.js";

storeConformance(
  "a store over a Map",
  async () => {
    let movedMs = 0;
    const store = mapStore(() => Math.floor(performance.now()) + movedMs);
    const advanceMs = (ms: number) => {
      movedMs += ms;
    };
    return { store, advanceMs };
  },
  { historyNeverChanges: "a restart forgets every record", neverAway: "it lives in the process that asks" },
);

test("an engine stands on it", async () => {
  db.reset();
  const tier2 = createTier2({ store: mapStore(() => Math.floor(performance.now())), server: "foos" });
  const requester = { tokenId: "tok-1" };
  const { body } = await tier2.call(deleteFoo, { id: 7 }, { requester });
  if (body.status !== "confirmation_required") throw new Error(body.status);
  const confirm = () => tier2.call(deleteFoo, { id: 7 }, { requester, confirmToken: body.confirm_token });
  const replies = await Promise.all([confirm(), confirm(), confirm()]);
  expect(replies.map(({ status }) => status)).toEqual(["ok", "ok", "ok"]);
  expect(db.deletions()).toEqual([7]);
});
