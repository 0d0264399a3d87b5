// One store in a process of its own, so that its heap is nobody else's.
import { judge } from "./judge.js";
import { type Planted, soak } from "./soak.js";
import { type StoreName, stores } from "./stores.js";

export interface Asked {
  readonly store: StoreName;
  readonly forMs: number;
  readonly planted?: Planted | undefined;
}

const { store, forMs, planted } = JSON.parse(process.argv[2] ?? "") as Asked;
process.on("disconnect", () => process.exit(1)); // nobody waits for the outcome
const soaked = await stores[store]();
const samples = await soak(soaked, { forMs, planted, sampled: (sample) => process.send?.({ sample }) });
await soaked.close();
process.send?.({ verdict: judge(samples), samples }, () => process.exit());
