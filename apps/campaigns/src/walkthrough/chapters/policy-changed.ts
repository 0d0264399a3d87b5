import type { Policy } from "@holdpoint/tier2-core";
import { policies } from "../../policies/policies.js";
import type { Chapter } from "../chapter.js";
import { refused } from "../refused.js";
import { onlyOne, reviewer } from "../reviewer.js";
import { migration7 } from "../views.js";

const tool = "apply_migration";
const args = { environment: "production", migration: 7 };
const untouched = { view: migration7, rows: [] };
const patientMs = 60_000;

/** Finance decides instead of operations. */
const stricter: Policy[] = policies.map((policy) =>
  policy.id === "production-migration" ? { ...policy, version: 2, approvers: ["group:finance"] } : policy,
);

export const policyChanged: Chapter = {
  title: "Denied while the call waits; allowed under rules that no longer hold",
  async play(stage) {
    const { say, expect, server } = stage;
    const { agent: connect, wire } = await server({ waitForDecisionMs: patientMs });
    const agent = await connect("a");
    const ops = reviewer(stage, wire.url, "ops");

    say("A server may let the call wait for the decision. It hears the denial with its reason.");
    const denied = await refused(stage, { ...untouched, reason: "denied/not before the backup" }, async () => {
      const waiting = agent.call(tool, args);
      while ((await ops.pending()).length === 0);
      await ops.decide("deny", await onlyOne(ops), "not before the backup");
      return waiting;
    });
    expect("no token", denied.body.confirm_token, undefined);

    say("Allowed by operations. Then a server starts with a new version of the policy, which names finance instead.");
    const asked = agent.call(tool, args);
    while ((await ops.pending()).length === 0);
    await ops.decide("allow", await onlyOne(ops), "backup is done");
    const call = { ...args, confirm_token: (await asked).body.confirm_token };
    const later = await (await server({ policies: stricter })).agent("a", "agent a at server 2");
    await refused(stage, { ...untouched, reason: "policy_changed" }, () => later.call(tool, call));
  },
};
