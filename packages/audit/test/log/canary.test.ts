import { createHash, randomBytes } from "node:crypto";
import { nodePlatform } from "@holdpoint/tier2-core";
import { expect, test } from "vitest";
import { type Checkpoint, checkpointKeys } from "../../src/checkpoint/checkpoint.js";
import { audited, bob, deleteFoo, opsPolicy } from "../support/audited.js";

/** A text as it is, and as a log might hide it badly. */
const formsOf = (text: string): string[] =>
  [text, text.slice(4)].flatMap((form) => [
    form,
    ...(["hex", "base64", "base64url"] as const).map((as) => Buffer.from(form).toString(as).replace(/=+$/, "")),
    ...(["sha256", "sha1", "md5", "sha512"] as const).flatMap((hash) =>
      (["hex", "base64", "base64url"] as const).map((as) =>
        createHash(hash).update(form).digest(as).replace(/=+$/, ""),
      ),
    ),
  ]);

test("no token, digest of one, or secret is anywhere in a log or its checkpoints, whatever happens", async () => {
  const password = `pw-${randomBytes(12).toString("hex")}`;
  const { privateKey } = checkpointKeys();
  const exported: Checkpoint[] = [];
  const checkpoints = { privateKey, everyEntries: 1, export: async (each: Checkpoint) => void exported.push(each) };
  const commitmentKey = randomBytes(32);
  let fate: "done" | "boom" | "repeats" = "done";
  const tool = deleteFoo((params) => {
    if (fate === "boom") throw new Error(`cannot log in with ${password}`, { cause: new Error(password) });
    return { message: fate === "repeats" ? `used ${password}` : `Foo ${params.id} deleted` };
  });
  const { t, call, audit, sink } = audited({ checkpoints, commitmentKey }, { policies: [opsPolicy] }, tool);
  const tokens: string[] = [];
  for (const [id, how] of (["done", "boom", "repeats"] as const).entries()) {
    fate = how;
    const args = { id, password };
    const waiting = await call(args);
    const approval = waiting.body.status === "approval_pending" ? waiting.body.approval.id : "";
    const { actionDigest = "" } = (await t.approvals.get(approval, { approver: bob })) ?? {};
    await t.approvals.allow(approval, { approver: bob, actionDigest, reason: "checked" });
    const previewed = await call(args);
    const confirm_token = previewed.body.status === "confirmation_required" ? previewed.body.confirm_token : "";
    tokens.push(confirm_token);
    await t.as({ tokenId: "mallory", subject: "user:mallory" }).call(tool, { ...args, confirm_token });
    await call({ ...args, id: 99, confirm_token });
    await call({ ...args, confirm_token });
    await call({ ...args, confirm_token });
  }
  t.crashInExecute();
  await audit.close();
  const text = Buffer.concat(sink.lines).toString() + JSON.stringify(exported);
  expect(tokens.every((token) => token.startsWith("cfm_"))).toBe(true);
  expect(exported.length).toBeGreaterThan(3);
  expect(text).toContain("commitments");
  for (const hidden of [...tokens, password]) {
    for (const form of formsOf(hidden)) expect(text).not.toContain(form);
    expect(text).not.toContain(nodePlatform.sha256(hidden));
  }
});
