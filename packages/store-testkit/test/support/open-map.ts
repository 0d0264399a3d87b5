import type { Store } from "@holdpoint/tier2-core";
import type { Declared, OpenedStore, OpenStore } from "../../src/backend.js";
import { MapStore, WaitingWorld, World } from "./map-store.js";

type Make = (world: World) => Store;

const reference: Make = (world) => new MapStore(world);

/** Opens a store in a world of its own, with the powers over it that are not declared to be lacking. */
export function openMap(make: Make = reference, declared: Declared = {}): OpenStore {
  return async () => {
    const world = new World();
    const advanceMs = (ms: number) => {
      world.nowMs += ms;
    };
    return { ...opened(make, world, declared), advanceMs };
  };
}

/** The same, but time passes by itself. */
export function openWaitingMap(make: Make = reference, declared: Declared = {}): OpenStore {
  return async () => opened(make, new WaitingWorld(), declared);
}

function opened(make: Make, world: World, declared: Declared): OpenedStore {
  const changeHistory = () => {
    world.history += 1;
  };
  const goAway = () => {
    world.away = true;
  };
  return {
    store: make(world),
    ...(declared.historyNeverChanges === undefined && { changeHistory }),
    ...(declared.neverAway === undefined && { goAway }),
  };
}
