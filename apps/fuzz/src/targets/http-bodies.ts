import fc from "fast-check";
import type { Target } from "../run/target.js";
import { breaks } from "../values/broken-texts.js";
import { edits } from "../values/edits.js";
import { type Json, type JsonObject, json } from "../values/json.js";
import { sameMeaning } from "../values/meaning.js";
import { changedFrom } from "../values/places.js";
import { diceFrom, spelt } from "../values/spelt.js";
import { type ExpressServer, expressServer } from "./express-server.js";

interface Input {
  readonly previewed: string;
  readonly confirmed: readonly string[];
}

const confirmsPerToken = 6;
const maxDepth = 64;

const textOf = (args: fc.Arbitrary<Json>): fc.Arbitrary<string> =>
  fc.tuple(args, fc.nat()).map(([value, seed]) => spelt(value, diceFrom(seed)));
const broken = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.constantFrom(...breaks)).map(([whole, how]) => how(whole));

const variant = (args: JsonObject): fc.Arbitrary<string> => {
  const same = textOf(fc.constant(args));
  const nearly = textOf(
    fc.tuple(fc.constantFrom(...edits), fc.nat({ max: 50 })).map(([edit, at]) => changedFrom(args, at, edit)),
  );
  return fc.oneof(
    { weight: 3, arbitrary: same },
    { weight: 4, arbitrary: nearly },
    { weight: 1, arbitrary: broken(same) },
  );
};

/** JSON texts that are sent to a real server: what was previewed is what runs, however it was written. */
export function httpBodiesTarget(start: () => Promise<ExpressServer> = expressServer): Target<Input> {
  return {
    name: "http-bodies",
    claim:
      "over HTTP a body confirms exactly if it means what was previewed, however it is written, and what was previewed is what runs",
    oneIn: 20,
    inputsPerRun: confirmsPerToken + 1,
    async open() {
      const server = await start();
      return {
        arbitrary: json.object
          .filter((args) => !("confirm_token" in args) && !("acknowledge_duplicate" in args))
          .chain((args) =>
            fc.record({
              previewed: fc.oneof(
                { weight: 5, arbitrary: textOf(fc.constant(args)) },
                { weight: 1, arbitrary: broken(textOf(fc.constant(args))) },
              ),
              confirmed: fc.array(variant(args), { minLength: confirmsPerToken, maxLength: confirmsPerToken }),
            }),
          ),
        check: (input) => check(server, input),
        close: () => server.close(),
      };
    },
  };
}

async function check(server: ExpressServer, { previewed, confirmed }: Input): Promise<void> {
  server.previewed.length = 0;
  server.executed.length = 0;
  const means = meaningOfBody(previewed);
  const { status, body } = await server.post(previewed);
  if (status !== (means === undefined ? 400 : 428)) throw new Error(`${status} for ${previewed.slice(0, 300)}`);
  if (means === undefined) return;
  demandSame(server.previewed[0], means, "The preview is of something else.");
  let runs = 0;
  for (const text of [...confirmed, previewed]) {
    const again = meaningOfBody(text);
    const expected = again === undefined ? 400 : sameMeaning(again, means) ? 200 : 422;
    const answer = await server.post(text, body.confirm_token);
    if (answer.status !== expected) throw new Error(`${answer.status}, not ${expected}, for ${text.slice(0, 300)}`);
    if (expected === 200) runs = 1;
    if (server.executed.length !== runs) throw new Error(`The handler ran ${server.executed.length} times.`);
  }
  demandSame(server.executed[0], means, "Something else than the previewed was executed.");
  if ("polluted" in {}) throw new Error("A body reached the prototype of all objects.");
}

function demandSame(got: Json | undefined, means: Json, problem: string): void {
  if (got === undefined || !sameMeaning(got, means)) throw new Error(problem);
}

/** The arguments of a body; undefined if none can be made of it. */
function meaningOfBody(text: string): Json | undefined {
  if (text === "") return {};
  let value: Json;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, "")) as Json;
  } catch {
    return undefined;
  }
  return typeof value === "object" && value !== null && !Array.isArray(value) && fits(value, 1) ? value : undefined;
}

/** What the limits of params let pass, and JSON can carry without loss. */
function fits(value: Json, depth: number): boolean {
  if (typeof value === "string") return !/\p{Surrogate}/u.test(value);
  if (typeof value === "number")
    return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  if (typeof value !== "object" || value === null) return true;
  const inner = Array.isArray(value) ? value : Object.entries(value).flat();
  return depth <= maxDepth && inner.every((one) => fits(one, depth + 1));
}
