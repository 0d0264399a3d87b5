import { createTier2 } from "@holdpoint/tier2-core";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import { MemoryStorageAdapter } from "@node-idempotency/storage-adapter-memory";
import { benchTool, callCycle } from "../cycles/call-cycle.js";
import { contractCycle } from "../cycles/contract-cycle.js";
import { storeCycle } from "../cycles/store-cycle.js";
import type { Group } from "../harness/group.js";
import { nodeIdempotency } from "../peers/node-idempotency.js";

const ours = "contract functions";
const peer = "node-idempotency";

export const memoryCycle: Group = {
  name: "memory-cycle",
  title: "Memory: a whole operation",
  operation: "Create, consume, complete and replay (the peer has no create): nothing leaves the process.",
  operations: () => 10_000,
  goals: [1, 16, 64].map((concurrency) => ({ of: ours, over: peer, atLeast: 1, concurrency })),
  async open() {
    const tier2 = createTier2({ store: memoryStore(), server: "bench", tools: [benchTool] });
    return {
      contestants: [
        storeCycle("store alone", memoryStore()),
        contractCycle(ours, tier2),
        callCycle("tier2.call", tier2),
        nodeIdempotency(peer, new MemoryStorageAdapter()),
      ],
      close: () => tier2.close(),
    };
  },
};
