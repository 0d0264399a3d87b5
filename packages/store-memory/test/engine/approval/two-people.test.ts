import { toHttp, toToolResult } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { outcomeOf } from "../support/world.js";
import { allow, approving, pendingOf, tokenOf } from "./approving.js";

describe("a call that somebody has to allow", () => {
  test("runs nothing and has no token until then", async () => {
    const { call, foo } = approving();
    const reply = await call({ id: 7 });
    expect(reply.body).toEqual({
      status: "approval_pending",
      tool: "delete_foo",
      summary: "Will delete foo #7",
      approval: {
        id: expect.stringMatching(/^apr_/),
        status: "pending",
        decide_by: expect.stringMatching(/^2001-09-09T02:46:40/),
        approvers: ["group:ops"],
      },
      retry_after_ms: 10_000,
      instructions: expect.stringContaining("neither done nor failed"),
    });
    expect(JSON.stringify([toToolResult(reply), toHttp(reply)])).not.toContain("cfm_");
    expect(foo.starts).toEqual([]);
  });

  test("is executed once it was allowed, and confirmed, and once only", async () => {
    const { call, foo, process } = approving();
    const { id } = pendingOf(await call({ id: 7 })).approval;
    await allow(process, id);
    const confirm_token = tokenOf(await call({ id: 7 }));
    const done = await call({ id: 7, confirm_token });
    const again = await call({ id: 7, confirm_token });
    expect([outcomeOf(done), done.replayed, again.replayed]).toEqual(["ok", false, true]);
    expect(again.body).toEqual(done.body);
    expect(foo.starts).toHaveLength(1);
    expect(foo.starts[0]?.ctx.approval).toEqual({ id, approvers: ["user:bob"] });
  });
});
