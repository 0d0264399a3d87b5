import { randomInt } from "node:crypto";
import { describe, expect, test } from "vitest";
import { runTarget } from "../src/run/run-target.js";
import { targets } from "../src/targets.js";

/** Other inputs each time; `pnpm fuzz` tries a hundred times as many. */
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
const inputs = Number(process.env.FUZZ_INPUTS ?? 10_000);

describe(`of inputs made from seed ${seed}`, () => {
  test.each(targets.map((target) => [target.name, target] as const))("none refutes %s", async (name, target) => {
    console.log(`${name}: FUZZ_SEED=${seed} FUZZ_INPUTS=${inputs}`);
    expect(await runTarget(target, { inputs, seed })).not.toHaveProperty("failure");
  });
});
