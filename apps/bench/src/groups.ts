import { memoryCycle } from "./groups/memory-cycle.js";
import type { Group } from "./harness/group.js";

/** In the order in which they run. */
export const groups: readonly Group[] = [memoryCycle];
