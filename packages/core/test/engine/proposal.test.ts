import { expect, test } from "vitest";
import { type Proposal, readProposal, writeProposal } from "../../src/engine/proposal.js";
import type { StoredRecord } from "../../src/store.js";

const proposal: Proposal = {
  requester: { tokenId: "token-7", subject: "ann" },
  ...{ server: "shop", tool: "delete_foo", params: { id: 7 }, preview: { foo_id: 7 }, stateVersion: "v1" },
};
const stored = (body: string | null) => ({ body }) as StoredRecord;

test("a proposal is read as it was written, with its format version", () => {
  const text = writeProposal(proposal);
  expect(text).toBe(
    '{"v":1,"requester":{"tokenId":"token-7","subject":"ann"},"server":"shop","tool":"delete_foo","params":{"id":7},"preview":{"foo_id":7},"stateVersion":"v1"}',
  );
  expect(readProposal(stored(text))).toEqual({ v: 1, ...proposal });
});

test("there is none where the payload is gone or never was", () => {
  expect(readProposal(stored(null))).toBeNull();
  expect(readProposal(stored("null"))).toBeNull();
});

test("an unreadable one says which version it found, or keeps the parser's complaint as the cause", () => {
  expect(() => readProposal(stored('{"v":2}'))).toThrow(/format version 2; this version reads 1/);
  expect(() => readProposal(stored("text"))).toThrow(
    expect.objectContaining({ message: expect.stringContaining("not JSON"), cause: expect.any(SyntaxError) }),
  );
});

test("one that another version wrote, or that is not JSON, is unreadable rather than guessed at", () => {
  for (const body of ['{"v":2}', "{}", "5", '"text"', "[]", "not JSON", ""]) {
    expect(() => readProposal(stored(body)), body).toThrow(expect.objectContaining({ code: "record_unreadable" }));
  }
});
