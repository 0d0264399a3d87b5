import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { passwordVault } from "../src/secrets/password-vault.js";
import { deployment } from "../src/server/deployment.js";
import { databaseText } from "../src/walkthrough/database-text.js";
import { examples } from "../src/walkthrough/examples.js";
import { freshDatabase } from "./fresh-database.js";

const runsOfEach = Number(process.env.FIRST_CALL_RUNS ?? 12);
const requester = { tokenId: "token-1", subject: "operator" };
const database = freshDatabase();

/** Values that are ids in the example's data now and then, and now and then make no sense. */
const strange = fc.oneof(fc.integer({ min: -1, max: 300 }), fc.double(), fc.string(), fc.constant(null), fc.boolean());

/** The example's arguments, some of them replaced or left out, and sometimes a token that nobody issued. */
const argumentsLike = (args: object) =>
  fc
    .record(
      Object.fromEntries(
        Object.entries(args).map(([name, value]) => [
          name,
          fc.oneof({ arbitrary: fc.constant(value), weight: 6 }, { arbitrary: strange, weight: 1 }),
        ]),
      ),
      { requiredKeys: Object.keys(args).slice(0, 1) },
    )
    .chain((some) =>
      fc.oneof(
        { arbitrary: fc.constant(some), weight: 3 },
        { arbitrary: fc.constant({ ...args, ...some }), weight: 3 },
        { arbitrary: fc.base64String().map((text) => ({ ...some, confirm_token: `cfm_${text}` })), weight: 1 },
      ),
    );

test.each(Object.entries(examples))(
  "no first call of %s changes anything, whatever its arguments",
  async (name, { args }) => {
    const { engine, tier2, address } = deployment({ database, vault: passwordVault(randomBytes(32)) });
    address.url = "http://127.0.0.1:1";
    const tool = tier2.find((candidate) => candidate.name === name);
    if (!tool) throw new Error(`No tool ${name}`);
    const delivered = await databaseText(database);
    const seen = new Set<string>();
    const firstCall = fc.asyncProperty(argumentsLike(args), async (given) => {
      const { body } = await engine.call(tool, given, { requester });
      seen.add(body.status);
      expect(["confirmation_required", "rejected"]).toContain(body.status);
      expect(await databaseText(database)).toBe(delivered);
    });
    await fc.assert(firstCall, { numRuns: runsOfEach, examples: [[args]] });
    expect(seen).toContain("confirmation_required");
    await engine.close();
  },
);
