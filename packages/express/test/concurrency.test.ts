import { describe, expect, test } from "vitest";
import { deleteFoo, guarded } from "./foos.js";
import { expresses } from "./server.js";

describe.each(expresses)("on Express $version", ({ express }) => {
  test("1,000 confirms at once are one execution and get the same answer", async () => {
    const tool = deleteFoo({ during: () => new Promise((later) => setTimeout(later, 200)) });
    const { call, ran, errors } = await guarded({ express, tool });
    const { confirm_token } = (await call({ id: 7 })).body;
    const answers = await Promise.all(Array.from({ length: 1000 }, () => call({ id: 7, confirm_token })));
    expect(ran).toHaveLength(1);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(answers.filter(({ headers }) => headers.has("idempotency-replayed"))).toHaveLength(999);
    expect(errors).toEqual([]);
  }, 60_000);
});
