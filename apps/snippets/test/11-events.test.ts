import { beforeEach, expect, test } from "vitest";
import { journal, lines, tier2 } from "../src/11-events.js";
import { db } from "../src/app.js";
import { deleteFoo } from "../src/delete-foo.js";

beforeEach(() => db.reset());

test("every step of an operation reaches the log, and its intent the journal before it starts", async () => {
  const requester = { tokenId: "tok-1" };
  const { body } = await tier2.call(deleteFoo, { id: 7 }, { requester });
  if (body.status !== "confirmation_required") throw new Error(body.status);
  await tier2.call(deleteFoo, { id: 7 }, { requester, confirmToken: body.confirm_token });

  const messages = lines.map((line) => JSON.parse(line).msg);
  expect(messages).toEqual(expect.arrayContaining(["tier2 proposed", "tier2 claimed", "tier2 completed"]));
  expect(journal.map((line) => JSON.parse(line).type)).toContain("intent");
});
