// One process of the deployment: it opens a store, and makes the calls that it is sent. It may be killed at any moment.
import type { Ask, ToWorker, WorkerPlan } from "./plan.js";
import { setClockAhead } from "./skewed-clock.js";

const plan = JSON.parse(process.argv[2] ?? "") as WorkerPlan;
if (plan.clockAheadMs !== undefined) setClockAhead(plan.clockAheadMs);
const { openActor } = await import("./actor.js"); // after the clock is set: nobody may have kept the true one
const actor = await openActor(plan);

async function answer({ id, kind, number, token }: Ask): Promise<void> {
  const answered = await actor.call(kind, number, token).then(
    (reply) => ({ id, reply }),
    (error: unknown) => ({ id, failed: String(error) }),
  );
  process.send?.(answered);
}

process.on("message", (message) => {
  const told = message as ToWorker;
  if ("release" in told) actor.release();
  else void answer(told);
});
process.on("disconnect", () => process.exit()); // the parent is gone
process.send?.("ready");
