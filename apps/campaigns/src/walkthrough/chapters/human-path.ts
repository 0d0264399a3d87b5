import type { Chapter } from "../chapter.js";
import { onlyOne, reviewer } from "../reviewer.js";
import { migration7, migration7Applied } from "../views.js";

const tool = "apply_migration";
const args = { environment: "production", migration: 7 };

export const humanPath: Chapter = {
  title: "A migration of production, which a person has to allow",
  async play(stage) {
    const { say, expect, same, holds, observe, server } = stage;
    const { agent: connect, wire } = await server();
    const agent = await connect("a");
    const [finance, ops, owner] = (["finance", "ops", "operatorA"] as const).map((who) =>
      reviewer(stage, wire.url, who),
    ) as [ReturnType<typeof reviewer>, ReturnType<typeof reviewer>, ReturnType<typeof reviewer>];

    say("The first call of a tool of level L3 is neither executed nor failed, and there is no token to confirm with.");
    const asked = await observe(migration7, { before: [], after: "unchanged" }, () => agent.call(tool, args));
    expect("status", asked.body.status, "approval_pending");
    same("no token", asked.body.confirm_token, undefined);
    holds(
      "a client that reads text alone reads NOT EXECUTED",
      JSON.stringify(asked.result.content).includes("NOT EXECUTED"),
    );

    say("Two people look at it. The policy names operations, so that row has no buttons for finance, and says why.");
    const shown = await onlyOne(ops);
    expect("summary", shown.summary, /^Will apply migration 7 'VAT number of customers' to production/);
    expect("what it turns on", Object.keys(shown.material), [
      "target",
      "current_state",
      "expected_outcome",
      "reversibility",
    ]);
    expect("who asks", shown.requester, { token_id: "mcp-token-a", subject: "demo-operator-a" });
    const forFinance = await onlyOne(finance);
    expect("finance", forFinance.cannot_decide?.code, "not_entitled");
    expect("finance tries all the same", (await finance.decide("allow", forFinance, "why not")).code, "not_entitled");

    say("The owner of the agent is of operations too. Nobody decides on what was asked in their own name.");
    expect("the owner allows", (await owner.decide("allow", shown, "it is mine")).code, "self_approval");

    say("Operations denies, with a reason. The next call opens a new request that carries it.");
    expect("denied", (await ops.decide("deny", shown, "not before the backup")).approval?.status, "denied");
    expect("status", (await agent.call(tool, args)).body.status, "approval_pending");
    const second = await onlyOne(ops);
    expect(
      "the earlier reason",
      [second.previous?.status, second.previous?.reason],
      ["denied", "not before the backup"],
    );

    say("It is allowed, for one execution. The same call now gives a token, and the confirm call executes it.");
    expect("allowed", (await ops.decide("allow", second, "backup is done")).approval?.uses_left, 1);
    const call = { ...args, confirm_token: await agent.preview(tool, args) };
    const done = await observe(migration7, { before: [], after: migration7Applied }, () => agent.call(tool, call));
    expect("status", done.body.status, "ok");

    say("A repeated confirm call is answered from the record, with the same approval beside it.");
    const again = await observe(migration7, { before: migration7Applied, after: "unchanged" }, () =>
      agent.call(tool, call),
    );
    holds("a replay", again.replayed);
    same("the same answer", again.text, done.text);
    holds("beside both, who let it through", JSON.stringify(again.result._meta).includes(second.id));
    expect("what is left of the consent", (await ops.look(second.id)).status, "exhausted");
  },
};
