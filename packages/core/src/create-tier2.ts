import { platform } from "#platform";
import { createEngine, type Tier2Engine } from "./engine/engine.js";
import type { Tier2Options } from "./engine/options.js";
import type { Platform } from "./ports.js";

/** Node's clock, randomness and digests: what `createTier2` runs on. */
export const nodePlatform: Platform = platform;

/**
 * Makes an engine. No I/O: the first trip to the store is the first call.
 *
 * @throws Tier2Error `invalid_setup` or `level_unavailable`
 */
export const createTier2 = (options: Tier2Options): Tier2Engine => createEngine(options, platform);
