import fc from "fast-check";
import type { Target } from "../run/target.js";
import { exact, type Forge, nearTexts, none, noTexts } from "../values/forged-tokens.js";
import { freshWorlds } from "./fresh-worlds.js";
import { type Faults, home, type World } from "./world.js";

interface Try {
  /** What stands in the arguments, and what the adapter found elsewhere. */
  readonly inside: Forge;
  readonly outside: Forge;
  readonly by: "call" | "consumeToken";
}

const triesPerToken = 8;
const absent = fc.constantFrom<Forge>(
  none,
  () => null,
  () => "",
);
const inside = fc.oneof(
  { weight: 8, arbitrary: nearTexts },
  { weight: 2, arbitrary: noTexts },
  { weight: 1, arbitrary: absent },
  { weight: 1, arbitrary: fc.constant(exact) },
);
const place: fc.Arbitrary<Omit<Try, "by">> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ inside, outside: fc.constant(none) }) },
  { weight: 2, arbitrary: fc.record({ inside: absent, outside: fc.oneof(nearTexts, fc.constant(exact)) }) },
  { weight: 2, arbitrary: fc.record({ inside, outside: fc.oneof(nearTexts, fc.constant(exact)) }) },
);
const by = fc.constantFrom<Try["by"]>("call", "call", "call", "consumeToken");

/** A real token, tried in forms that come near it, in places where tokens may stand. */
export function confirmTokensTarget(faults?: Faults): Target<Try[]> {
  return {
    name: "confirm-tokens",
    claim:
      "nothing but the very text of a token confirms, everything else is told what it is, and no two tokens are the same",
    oneIn: 1,
    inputsPerRun: triesPerToken,
    async open() {
      const worlds = freshWorlds(faults);
      const minted = new Set<string>();
      return {
        arbitrary: fc.array(
          fc.tuple(place, by).map(([where, how]) => ({ ...where, by: how })),
          { minLength: triesPerToken, maxLength: triesPerToken },
        ),
        check: async (tries) => tryAll(await worlds.next(), tries, minted),
        close: worlds.close,
      };
    },
  };
}

async function tryAll(world: World, tries: readonly Try[], minted: Set<string>): Promise<void> {
  const token = await newToken(world, minted);
  for (const { inside: forge, outside, by } of [...tries, { inside: exact, outside: none, by: "call" as const }]) {
    const given = { inside: forge(token), outside: outside(token) };
    const expected = by === "call" ? outcomeOf(token, given) : consumed(token, given.inside);
    const executed = world.executed.length;
    const got = await (by === "call" ? called(world, given) : consume(world, given.inside));
    if (got !== expected) throw new Error(`${got} instead of ${expected} for ${shown(given)} by ${by}`);
    const may = expected === "ok" && by === "call" ? 1 : executed;
    if (world.executed.length > may) throw new Error(`${shown(given)} made the handler run.`);
    if (by === "consumeToken" && expected === "ok") return; // it is claimed now, and its hand-written handler runs
  }
}

async function newToken(world: World, minted: Set<string>): Promise<string> {
  const { body } = await world.call(home, { id: 1 });
  if (body.status !== "confirmation_required") throw new Error(`No preview but ${JSON.stringify(body)}`);
  const token = body.confirm_token;
  if (!/^cfm_[A-Za-z0-9_-]{32,}$/.test(token)) throw new Error("A token of another form.");
  if (minted.has(token)) throw new Error("The same token twice.");
  minted.add(token);
  return token;
}

interface Given {
  readonly inside: unknown;
  readonly outside: unknown;
}

async function called(world: World, { inside: value, outside }: Given): Promise<string> {
  const { body } = await world.call(home, { id: 1, confirm_token: value }, outside as string | undefined);
  return body.status === "rejected" ? body.reason : body.status;
}

async function consume(world: World, token: unknown): Promise<string> {
  const to = { tokenId: home.owner, toolName: home.tool, params: { id: 1 } };
  const answer = await world.engine(home.server).consumeToken({ ...to, confirm_token: token as string });
  return answer.ok ? "ok" : answer.reason;
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";

function outcomeOf(token: string, { inside: value, outside }: Given): string {
  const given = [value, outside].filter((one) => !isAbsent(one));
  if (given.some((one) => typeof one !== "string")) return "invalid_params";
  if (given.length === 0) return "confirmation_required";
  if (given.length === 2 && given[0] !== given[1]) return "invalid_params";
  if (typeof value === "string" && !fitsIntoArguments(value)) return "invalid_params";
  return given[0] === token ? "ok" : "unknown_or_used";
}

const fitsIntoArguments = (text: string): boolean => text.length <= 262_000 && !/\p{Surrogate}/u.test(text);

function consumed(token: string, given: unknown): string {
  if (typeof given !== "string") return "invalid_params";
  return given === token ? "ok" : "unknown_or_used";
}

const shown = (given: Given): string =>
  [given.inside, given.outside]
    .map((value) => (typeof value === "string" ? JSON.stringify(value.slice(0, 100)) : typeof value))
    .join(" and ");
