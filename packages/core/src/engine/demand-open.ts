import { Tier2Error } from "../errors.js";
import type { Parts } from "./parts.js";

/** @throws Tier2Error `closed` once the engine shuts down: what has not claimed by then never starts. */
export function demandOpen({ shutdown }: Pick<Parts, "shutdown">): void {
  if (shutdown.aborted) throw new Tier2Error("closed", "This Tier-2 engine was closed.");
}
