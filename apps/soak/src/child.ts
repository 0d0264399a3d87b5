// One store in a process of its own, so that its heap is nobody else's.
import { judge } from "./judge.js";
import { type Effort, type Planted, soak } from "./soak.js";
import { type StoreName, stores } from "./stores.js";

export interface Asked {
  readonly store: StoreName;
  readonly until: Effort["until"];
  readonly planted?: Planted | undefined;
}

const { store, until, planted } = JSON.parse(process.argv[2] ?? "") as Asked;
process.on("disconnect", () => process.exit(1)); // nobody waits for the outcome
const soaked = await stores[store]();
const samples = await soak(soaked, { until, planted, sampled: (sample) => process.send?.({ sample }) });
await soaked.close();
process.send?.({ verdict: judge(samples), samples }, () => process.exit());
