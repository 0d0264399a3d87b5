import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { isCommitmentTo, type SecretCommitments, saltOf } from "../../src/entry/commitments.js";
import { audited } from "../support/audited.js";

const commitmentKey = randomBytes(32);

async function intents(passwords: string[]) {
  const { preview, call, entries } = audited({ commitmentKey });
  for (const [id, password] of passwords.entries()) {
    await call({ id, password, confirm_token: await preview(id, { password }) });
  }
  return (await entries()).flatMap(({ body }) =>
    body.type === "intent" ? [body.commitments as unknown as SecretCommitments] : [],
  );
}

test("with one salt a secret is shown to be the one that was used, and no other is", async () => {
  const [intent] = await intents(["hunter2"]);
  const [secret] = intent?.secrets ?? [];
  expect(secret?.path).toBe("password");
  const salt = saltOf(commitmentKey, { nonce: intent?.nonce ?? "", path: "password" });
  expect(isCommitmentTo(secret?.commitment ?? "", salt, '"hunter2"')).toBe(true);
  for (const other of ['"hunter3"', "hunter2", "", '"hunter2" ']) {
    expect(isCommitmentTo(secret?.commitment ?? "", salt, other)).toBe(false);
  }
});

test("the same secret twice has two commitments, and the salt of one opens not the other", async () => {
  const [one, other] = await intents(["hunter2", "hunter2"]);
  expect(one?.secrets[0]?.commitment).not.toBe(other?.secrets[0]?.commitment);
  const salt = saltOf(commitmentKey, { nonce: one?.nonce ?? "", path: "password" });
  expect(isCommitmentTo(other?.secrets[0]?.commitment ?? "", salt, '"hunter2"')).toBe(false);
});

test("without the key there is nothing to guess by, and without one no commitment is made", async () => {
  const [intent] = await intents(["1234"]);
  const salt = saltOf(randomBytes(32), { nonce: intent?.nonce ?? "", path: "password" });
  expect(isCommitmentTo(intent?.secrets[0]?.commitment ?? "", salt, '"1234"')).toBe(false);
  const plain = audited();
  await plain.call({ id: 1, password: "1234", confirm_token: await plain.preview(1, { password: "1234" }) });
  expect((await plain.entries()).some(({ body }) => "commitments" in body)).toBe(false);
});
