import fc from "fast-check";
import type { Target } from "../run/target.js";
import { dressed } from "../values/dressed.js";
import { edits } from "../values/edits.js";
import { type Json, type JsonObject, json } from "../values/json.js";
import { sameMeaning } from "../values/meaning.js";
import { changedFrom } from "../values/places.js";
import { freshWorlds } from "./fresh-worlds.js";
import { type Address, type Faults, home, owners, servers, tools, type World } from "./world.js";

interface Try {
  readonly args: Json;
  readonly to: Address;
}

interface Input {
  readonly args: JsonObject;
  readonly tries: readonly Try[];
}

const triesPerToken = 8;
const mostly = <T>(usual: T, other: T) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constant(other) });
const address: fc.Arbitrary<Address> = fc.record({
  server: mostly<Address["server"]>(...servers),
  tool: mostly<Address["tool"]>(...tools),
  owner: mostly<Address["owner"]>(...owners),
});

/** Args that are the previewed ones, nearly those, or quite others. */
const variant = (args: JsonObject): fc.Arbitrary<Json> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.nat({ max: 200 }).map((dress) => dressed(args, dress) as Json) },
    {
      weight: 8,
      arbitrary: fc
        .tuple(fc.constantFrom(...edits), fc.nat({ max: 50 }))
        .map(([edit, at]) => changedFrom(args, at, edit)),
    },
    { weight: 1, arbitrary: json.object },
  );

const reserved = ["confirm_token", "acknowledge_duplicate"];

/**
 * A token of one call, tried with other arguments, tools, servers and owners, and at last as it should be.
 * `tries` stand behind `args` in one chain, so that they shrink together.
 */
export function argsPairsTarget(faults?: Faults): Target<Input> {
  return {
    name: "args-pairs",
    claim:
      "a token is accepted exactly with the arguments, tool, server and owner that it was made for, and a refused attempt changes nothing",
    oneIn: 1,
    inputsPerRun: triesPerToken,
    async open() {
      const worlds = freshWorlds(faults);
      return {
        arbitrary: json.object
          .filter((args) => !reserved.some((key) => key in args))
          .chain((args) =>
            fc.record({
              args: fc.constant(args),
              tries: fc.array(fc.record({ args: variant(args), to: address }), {
                minLength: triesPerToken,
                maxLength: triesPerToken,
              }),
            }),
          ),
        check: async (input) => tryAll(await worlds.next(), input),
        close: worlds.close,
      };
    },
  };
}

async function tryAll(world: World, { args, tries }: Input): Promise<void> {
  const { body } = await world.call(home, args);
  if (body.status !== "confirmation_required") throw new Error(`No preview but ${JSON.stringify(body)}`);
  let runs = 0;
  for (const one of [...tries, { args, to: home }]) {
    const expected = outcomeOf(args, one);
    const before = await world.newestRecord();
    const reply = await world.call(one.to, one.args, body.confirm_token);
    const got = reply.body.status === "rejected" ? reply.body.reason : reply.body.status;
    if (got !== expected) throw new Error(`${got} instead of ${expected} for ${JSON.stringify(one)}`);
    if (expected === "ok") {
      if (reply.replayed !== runs > 0) throw new Error(reply.replayed ? "A replay of nothing." : "No replay.");
      runs = 1;
    } else if ((await world.newestRecord()) !== before) throw new Error(`A refused attempt wrote (${got}).`);
    if (world.executed.length !== runs) throw new Error(`The handler ran ${world.executed.length} times.`);
  }
  if (!sameMeaning(world.executed[0] as Json, args)) throw new Error("The handler got other arguments.");
}

/** In the order of the contract: owner, tool, params. */
function outcomeOf(args: Json, { to, args: given }: Try): string {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return "invalid_params";
  if (to.owner !== home.owner) return "wrong_owner";
  if (to.tool !== home.tool || to.server !== home.server) return "wrong_tool";
  return sameMeaning(given, args) ? "ok" : "params_changed";
}
