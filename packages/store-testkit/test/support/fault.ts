import type { Store } from "@holdpoint/tier2-core";
import type { Declared } from "../../src/backend.js";
import type { RequirementId } from "../../src/requirements.js";
import type { World } from "./map-store.js";

/** A store that is right but for one thing. */
export interface Fault {
  /** What it does wrong. */
  readonly does: string;
  /** The one requirement that this breaks. */
  readonly breaks: RequirementId;
  readonly store: new (world: World) => Store;
  readonly declared?: Declared;
}
