import { platform } from "#platform";
import { createEngine, type Tier2Engine } from "./engine/engine.js";
import type { Tier2Options } from "./engine/options.js";
import type { Platform } from "./ports.js";
import { collection } from "./tool/collection.js";
import type { Collection } from "./tool/material.js";

/** Node's clock, randomness and digests: what `createTier2` runs on. */
export const nodePlatform: Platform = platform;

/**
 * Makes an engine. No I/O: the first trip to the store is the first call.
 *
 * @throws Tier2Error `invalid_setup` or `level_unavailable`
 */
export const createTier2 = (options: Tier2Options): Tier2Engine => createEngine(options, platform);

/**
 * The facts about a selection, to be spread into a preview's `material`: the rule, how many distinct ids, and a digest of
 * them whatever their order. A recheck inside the claim then refuses another collection of the same size as
 * `state_changed`. An id that is a secret must not be among them: whoever knows the candidates can try them.
 *
 * @throws Tier2Error `invalid_setup` for something that is no id, or no rule.
 */
export const collectionOf = (ids: Iterable<string | number | bigint>, rule: string): Collection =>
  collection(platform, ids, rule);
