import { defineTier2Tool } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { aWorld, outcomeOf } from "./support/world.js";

interface Args {
  id: number;
  to: { tags: string[] };
  confirm_token?: string;
}

const asSent = { id: 7, to: { tags: ["a"] } };
const spoilt = { id: 8, to: { tags: ["evil"] } };

function spoil(args: Args): void {
  args.id = 8;
  args.to.tags[0] = "evil";
}

const places = [
  "at once",
  "validate",
  "authorize",
  "isEnabled",
  "preview",
  "journal",
  "the swap",
  "the handler",
] as const;

/** A tool whose caller changes the arguments object while its call passes a place. */
function spoiltAt(place: (typeof places)[number]) {
  let args: Args | undefined;
  const at = async (here: string) => {
    await Promise.resolve();
    if (here === place && args) spoil(args);
    return true;
  };
  const seen: unknown[] = [];
  const process = aWorld().process({
    authorize: () => at("authorize"),
    isEnabled: () => at("isEnabled"),
    journal: async () => void (await at("journal")),
  });
  process.connection.intercept = async (_operation, apply) => {
    await at("the swap");
    return apply();
  };
  const tool = defineTier2Tool({
    name: "move",
    category: "replace",
    input: {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: async (value: unknown) => {
          await at("validate");
          return { value };
        },
      },
    },
    async preview(params) {
      await at("preview");
      return { summary: "Will move", preview: { params }, stateVersion: JSON.stringify(params) };
    },
    async execute(params) {
      await at("the handler");
      seen.push(params);
      return { message: "moved" };
    },
  });
  const call = (given: Args) => {
    args = given;
    const reply = process.call(tool, given);
    if (place === "at once") spoil(given);
    return reply;
  };
  return { call, seen };
}

describe.each(places)("arguments that change at %s, after the call was made,", (place) => {
  test("do not reach the handler", async () => {
    const { call, seen } = spoiltAt(place);
    const { body } = await call(structuredClone(asSent));
    const { confirm_token } = body as { confirm_token: string };
    const reply = await call({ ...structuredClone(asSent), confirm_token });
    expect(outcomeOf(reply)).toBe("ok");
    expect(seen).toEqual([asSent]);
  });

  test("do not reach the hash or the preview", async () => {
    const { call, seen } = spoiltAt(place);
    const { body } = await call(structuredClone(asSent));
    expect(body).toMatchObject({ preview: { params: asSent } });
    const { confirm_token } = body as { confirm_token: string };
    expect(outcomeOf(await call({ ...structuredClone(spoilt), confirm_token }))).toBe("params_changed");
    expect(seen).toEqual([]);
  });
});
