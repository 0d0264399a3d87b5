import { expect, test } from "vitest";
import { defaultTimes } from "../../src/confirmation/times.js";

test("unless told otherwise: five minutes to confirm and to replay, a minute's lease, a tombstone for a day", () => {
  expect(defaultTimes).toEqual({
    ttlMs: 300_000,
    retentionMs: 300_000,
    leaseMs: 60_000,
    tombstoneMs: 86_400_000,
  });
});
