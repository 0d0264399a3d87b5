import { createTier2 } from "@holdpoint/tier2-core";
import { afterAll, expect, test } from "vitest";
import { memoryStore } from "../../src/index.js";

const tier2 = createTier2({ store: memoryStore(), server: "foos" });
afterAll(() => tier2.close());

const about = { toolName: "delete_foo", params: { id: 7 } };

test.each([[""], [undefined], [null], [7]])(
  "a hand-written handler cannot act for %j: nobody shares an identity",
  async (nobody) => {
    const tokenId = nobody as never;
    await expect(tier2.issueToken({ ...about, tokenId })).rejects.toMatchObject({ code: "invalid_setup" });
    const confirm_token = await tier2.issueToken({ ...about, tokenId: "alice" });
    expect(await tier2.consumeToken({ ...about, confirm_token, tokenId })).toEqual({
      ok: false,
      reason: "access_revoked",
      detail: "requester_missing",
    });
    expect(await tier2.consumeToken({ ...about, confirm_token, tokenId: "alice" })).toMatchObject({ ok: true });
  },
);
