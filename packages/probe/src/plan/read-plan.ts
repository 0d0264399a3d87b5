import { setupError } from "../setup-error.js";
import type { Plan } from "./plan.js";
import { type Check, commandOf, flag, list, map, number, oneOf, only, shape, text, value } from "./shape.js";

const args = map(value);
const observer = only(
  [
    { directory: text },
    { postgres: text },
    { redis: text },
    { http: flag },
    { proxy: flag },
    { mail: flag },
    { lines: text },
    {
      number: only(
        [
          { redis: text, list: text },
          { postgres: text, query: text },
          { url: text, member: text },
        ],
        {},
      ),
    },
  ],
  {
    ignore: list(text),
    schema: text,
    prefix: text,
    remoteWatched: flag,
    means: oneOf(["log", "trail", "work", "usage"]),
  },
);

const tool = shape(
  {},
  {
    args,
    others: list(args),
    missing: args,
    done: args,
    invalid: args,
    undo: shape({ tool: text, args }, {}),
    downstream: (at, given) => (given === "none" ? [] : commandOf(at, given)),
    requestId: text,
    otherArgs: args,
    pageSize: text,
    prefix: text,
    skip: text,
  },
);

const plan: Check = shape(
  {
    disposable: flag,
    server: only([{ command: text }, { url: text }], {
      args: list(text),
      env: map(text),
      cwd: text,
      headers: map(text),
    }),
    observers: map(observer),
    tools: map(tool),
  },
  {
    $schema: text,
    reset: commandOf,
    limits: shape({}, { callsPerTool: number, calls: number, races: number }),
    settleMs: number,
    callTimeoutMs: number,
    bulkFrom: number,
    bulkRows: number,
    allowHosts: list(text),
  },
);

/** @throws Tier2Error `invalid_setup` that names everything in the file that is not understood */
export function readPlan(file: string): Plan {
  let given: unknown;
  try {
    given = JSON.parse(file);
  } catch (cause) {
    throw setupError(`The plan is no JSON: ${String((cause as Error).message)}`, cause);
  }
  const problems = plan("the plan", given);
  if (problems.length > 0)
    throw setupError(`The plan is not understood:\n${problems.map((each) => `- ${each}`).join("\n")}`);
  return given as Plan;
}
