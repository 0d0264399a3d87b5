import { createTier2, Tier2Error } from "@holdpoint/tier2-core";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import fc from "fast-check";
import type { Target } from "../run/target.js";
import { edits } from "../values/edits.js";
import { type Json, type JsonObject, json } from "../values/json.js";
import { changedFrom } from "../values/places.js";
import { type ToolInput, toolInputs } from "../values/tool-inputs.js";
import { connected } from "./connected.js";
import { Judge } from "./judge.js";
import { type Registrar, registrars } from "./registrars.js";

interface Input {
  readonly input: ToolInput;
  readonly args: readonly JsonObject[];
  readonly by: string;
}

const argsPerTool = 20;
const notTheTools = ["confirm_token", "acknowledge_duplicate", "__proto__"];

const argsFor = ({ sample }: ToolInput): fc.Arbitrary<JsonObject> => {
  const fitting = sample.map(asArguments);
  return fc.oneof(
    { weight: 3, arbitrary: fitting },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fitting, fc.constantFrom(...edits), fc.nat({ max: 20 }))
        .map(([args, edit, at]) => asArguments(changedFrom(args, at, edit))),
    },
    { weight: 1, arbitrary: json.object.map(asArguments) },
  );
};

/** MCP's arguments are an object of JSON; the SDK drops a member named __proto__ before anybody sees it. */
function asArguments(value: unknown): JsonObject {
  const sent = JSON.parse(JSON.stringify(value) ?? "{}") as Json;
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return {};
  return Object.fromEntries(Object.entries(sent).filter(([key]) => !notTheTools.includes(key)));
}

/** A tool of any input schema, called by a real client with arguments that fit it, nearly fit it, or do not. */
export function inputSchemasTarget(ways: Readonly<Record<string, Registrar>> = registrars): Target<Input> {
  return {
    name: "input-schemas",
    claim:
      "a tool of any input schema is refused at registration, or never runs without its token, and then once with the validated arguments",
    oneIn: 10,
    inputsPerRun: argsPerTool,
    open: async () => ({
      arbitrary: toolInputs.chain((input) =>
        fc.record({
          input: fc.constant(input),
          args: fc.array(argsFor(input), { minLength: argsPerTool, maxLength: argsPerTool }),
          by: fc.constantFrom(...Object.keys(ways)),
        }),
      ),
      check: (input) => check(ways[input.by] as Registrar, input),
    }),
  };
}

async function check(register: Registrar, { input, args }: Input): Promise<void> {
  const server = new McpServer({ name: "fuzz", version: "1.0.0" });
  const tier2 = createTier2({ store: memoryStore(), server: "fuzz", waitForCompletionMs: 0 });
  const ran: unknown[] = [];
  const refused = refusalOf(() => register({ server, tier2, input: input.given, run: (params) => ran.push(params) }));
  // Another tool beside it, so that there is always a list.
  server.registerTool("harmless", { description: "Harmless." }, async () => ({ content: [] }));
  const client = await connected(server);
  try {
    const { tools } = await client.listTools();
    const listed = tools.find((tool) => tool.name === "do_it");
    if (refused === (listed !== undefined)) throw new Error(refused ? "Refused, and listed." : "Not listed.");
    const judge = new Judge(client, input.judge, ran);
    for (const one of args) await (refused ? judge.absent(one) : judge.guarded(one, listed));
  } finally {
    await client.close();
    await tier2.close();
  }
}

function refusalOf(register: () => void): boolean {
  try {
    register();
    return false;
  } catch (error) {
    if (error instanceof Tier2Error && error.code === "invalid_setup") return true;
    throw error;
  }
}
