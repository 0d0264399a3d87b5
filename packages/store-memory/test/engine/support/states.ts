import type { Tier2Engine } from "@holdpoint/tier2-core";
import type { World } from "./world.js";

export const owner = { tokenId: "alice", toolName: "delete_foo", params: { id: 7 } };

/** Every state that a record can be met in, and how a hand-written handler brings one there. */
export const states: Record<string, (world: World, engine: Tier2Engine, confirm_token: string) => Promise<unknown>> = {
  pending: async () => {},
  "expired, still kept": (world) => world.clock.advance(300_000),
  "expired, payload gone": (world) => world.clock.advance(700_000),
  "in flight": (_world, engine, confirm_token) => engine.consumeToken({ ...owner, confirm_token }),
  "in doubt": async (world, engine, confirm_token) => {
    await engine.consumeToken({ ...owner, confirm_token });
    await world.clock.advance(60_000);
  },
  completed: async (_world, engine, confirm_token) => {
    await engine.consumeToken({ ...owner, confirm_token });
    await engine.recordCompletion(confirm_token, { done: true });
  },
  "a tombstone": async (world, engine, confirm_token) => {
    await engine.consumeToken({ ...owner, confirm_token });
    await engine.recordCompletion(confirm_token, { done: true });
    await world.clock.advance(300_000);
  },
};
