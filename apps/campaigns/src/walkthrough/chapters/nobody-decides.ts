import { setTimeout as pause } from "node:timers/promises";
import type { Policy } from "@holdpoint/tier2-core";
import { policies } from "../../policies/policies.js";
import type { Chapter } from "../chapter.js";
import { refused } from "../refused.js";
import { onlyOne, reviewer } from "../reviewer.js";
import { migration7 } from "../views.js";

const tool = "apply_migration";
const args = { environment: "production", migration: 7 };
const minuteMs = 60_000;
const decideByMs = 300;
const validMs = 4000;

export const nobodyDecides: Chapter = {
  title: "Time never approves",
  async play(stage) {
    const { say, expect, server } = stage;
    const { agent: connect, wire } = await server({ policies: withLimits({ decideByMinutes: decideByMs / minuteMs }) });
    const agent = await connect("a");
    const ops = reviewer(stage, wire.url, "ops");

    say("Nobody decides in time (60 minutes; here 0.3 seconds). The request lapses, and comes to nothing.");
    await agent.call(tool, args);
    const [late] = await ops.all();
    if (late === undefined) throw new Error("The request is not listed");
    await pause(decideByMs + 100);
    expect("after its deadline", (await ops.look(late.id)).status, "lapsed");
    expect("allowed too late", (await ops.decide("allow", late, "sorry, lunch")).code, "closed");

    say("Here somebody decides in time, and the agent comes late: the consent has ended (30 minutes; here 4 seconds).");
    const patient = await (
      await server({ policies: withLimits({ validity: { uses: 1, minutes: validMs / minuteMs } }) })
    ).agent("a", "agent a at server 2");
    await patient.call(tool, args);
    const shown = await onlyOne(ops);
    await ops.decide("allow", shown, "backup is done");
    const call = { ...args, confirm_token: await patient.preview(tool, args) };
    await pause(validMs + 100);
    await refused(stage, { view: migration7, rows: [], reason: "approval_lapsed/lapsed" }, () =>
      patient.call(tool, call),
    );
  },
};

const withLimits = (limits: Pick<Policy, "decideByMinutes" | "validity">): Policy[] =>
  policies.map((policy) => (policy.id === "production-migration" ? { ...policy, ...limits } : policy));
