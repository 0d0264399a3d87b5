import { type Faults, newWorld, type World } from "./world.js";

const runsPerWorld = 1_000;

/** A world that serves many runs and is then replaced, so that a million of them fit into memory. */
export function freshWorlds(faults: Faults | undefined) {
  let world: World | undefined;
  let left = 0;
  return {
    async next(): Promise<World> {
      if (world === undefined || left === 0) {
        await world?.close();
        world = newWorld(faults);
        left = runsPerWorld;
      }
      left -= 1;
      world.executed.length = 0;
      return world;
    },
    close: async () => world?.close(),
  };
}
