import type { Store, StoredRecord, SwapCondition } from "@holdpoint/tier2-core";
import type { Contestant } from "../harness/group.js";
import { freshArguments } from "./job.js";
import { planFor, type StorePlan } from "./store-plan.js";

const consuming: SwapCondition = { deadline: "open", history: "same" };
const completing: SwapCondition = { deadline: "any", history: "any" };

/** The four calls of one operation's life; the last is the refused consume that brings the recorded answer. */
export const steps = {
  create: (store: Store, { id, pending }: StorePlan) => store.insert(id, pending),
  consume: (store: Store, { id, pending, claim }: StorePlan) => store.swap(id, pending.tag, claim, consuming),
  complete: (store: Store, { id, claim, completion }: StorePlan) => store.swap(id, claim.tag, completion, completing),
  replay: (store: Store, { id, pending, claim }: StorePlan) => store.swap(id, pending.tag, claim, consuming),
};

function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(`the store did not ${what}`);
}

/** Create, consume, complete, replay on the store alone, with all that must be hashed and written for them. */
export function storeCycle(name: string, store: Store): Contestant {
  const argumentsAt = freshArguments();
  return {
    name,
    async run(index) {
      const replay = await wholeLife(store, planFor(argumentsAt(index)));
      demand(JSON.parse(replay?.data ?? "null") !== null, "replay");
    },
  };
}

/** The same with everything hashed and written beforehand, as it is for bare scripts: what the store itself costs. */
export function storeCycleOfReadyPlans(name: string, store: Store): Contestant {
  const argumentsAt = freshArguments();
  let plans: StorePlan[] = [];
  return {
    name,
    async prepare(operations) {
      plans = Array.from({ length: operations }, (_, index) => planFor(argumentsAt(index)));
    },
    async run(index) {
      demand((await wholeLife(store, plans[index] as StorePlan))?.data != null, "replay");
    },
  };
}

async function wholeLife(store: Store, plan: StorePlan): Promise<StoredRecord | null> {
  demand((await steps.create(store, plan)).ok, "create");
  demand((await steps.consume(store, plan)).ok, "consume");
  demand((await steps.complete(store, plan)).ok, "complete");
  const replay = await steps.replay(store, plan);
  demand(!replay.ok, "replay");
  return replay.record;
}

/** One step alone, on records that the steps before it made ready. */
export function storeStep(name: string, store: Store, step: "consume" | "replay"): Contestant {
  let plans: StorePlan[] = [];
  const argumentsAt = freshArguments();
  return {
    name,
    async prepare(operations) {
      plans = await prepared(store, operations, argumentsAt, step === "replay");
    },
    async run(index) {
      const answer = await steps[step](store, plans[index] as StorePlan);
      demand(answer.ok === (step === "consume"), step);
    },
  };
}

/** Records that stand in the store, pending or completed. */
export async function prepared(
  store: Store,
  count: number,
  argumentsAt: (index: number) => { offer_id: number },
  completed: boolean,
): Promise<StorePlan[]> {
  const plans = Array.from({ length: count }, (_, index) => planFor(argumentsAt(index)));
  for (const step of completed ? ([steps.create, steps.consume, steps.complete] as const) : [steps.create]) {
    for (let from = 0; from < count; from += 200) {
      await Promise.all(plans.slice(from, from + 200).map((plan) => step(store, plan)));
    }
  }
  return plans;
}
