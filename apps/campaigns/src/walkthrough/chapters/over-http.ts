import { demoTokens } from "../../server/demo-tokens.js";
import type { Chapter } from "../chapter.js";
import { httpCaller } from "../http-caller.js";
import { campaign42, campaign42Gone, campaign42There } from "../views.js";

const path = "/api/tools/delete_campaign";

export const overHttp: Chapter = {
  title: "The same tools over HTTP (Express)",
  async play(stage) {
    const { say, expect, same, observe } = stage;
    const { agent: connect, wire } = await stage.server();
    const [a, b, nobody] = [demoTokens.a.token, demoTokens.b.token, undefined].map((token) =>
      httpCaller(stage, wire.url, token),
    );
    if (!a || !b || !nobody) throw new Error("three callers");
    const untouched = { before: campaign42There, after: "unchanged" } as const;

    say("Agents that call your HTTP API get the same contract. 2xx means: it is known to have been executed.");
    const preview = await observe(campaign42, untouched, () => a(path, { id: 42 }));
    expect("a preview is", preview.status, 428);
    expect("header Tier2-Status", preview.headers.get("tier2-status"), "confirmation_required");
    const confirm_token = String(preview.body.confirm_token);

    say("Refusals have their status.");
    const refusals: [string, Promise<{ status: number; body: Record<string, unknown> }>, number, string | undefined][] =
      [
        ["another caller", b(path, { id: 42, confirm_token }), 403, "wrong_owner"],
        ["other arguments", a(path, { id: 43, confirm_token }), 422, "params_changed"],
        ["no number", a(path, { id: "42" }), 400, "invalid_params"],
        ["no such campaign", a(path, { id: 4242 }), 409, "not_possible"],
        ["no bearer token", nobody(path, { id: 42 }), 401, undefined],
      ];
    await observe(campaign42, untouched, async () => {
      for (const [what, call, status, reason] of refusals) {
        const { status: given, body } = await call;
        expect(what, [given, body.reason], [status, reason]);
      }
    });

    say("Same engine, same store: what was previewed over HTTP may be confirmed over MCP by the same requester …");
    const agent = await connect("a");
    const done = await observe(campaign42, { before: campaign42There, after: campaign42Gone }, () =>
      agent.call("delete_campaign", { id: 42, confirm_token }),
    );
    say("… and its replay comes over HTTP, here with the token in a header. Not a byte is different.");
    const gone = { before: campaign42Gone, after: "unchanged" } as const;
    const replay = await observe(campaign42, gone, () => a(path, { id: 42 }, { "Tier2-Confirm-Token": confirm_token }));
    expect("a replay is", replay.status, 200);
    expect("header Idempotency-Replayed", replay.headers.get("idempotency-replayed"), "true");
    same("the body is the recorded answer, to the byte", replay.text, done.text);
  },
};
