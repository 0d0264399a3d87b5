import { Tier2Error } from "../errors.js";
import type { JsonSchema } from "../listing/json-schema.js";
import { restAfter } from "../params/secrets.js";
import { definitionOf } from "./define-tool.js";
import type { Tier2Tool } from "./definition.js";
import { leadsSomewhere, writeOnlyPaths } from "./secret-paths.js";

/** Where a tool's own MCP result keeps what is not its structured content. */
const besideStructured = ["content", "_meta", "structuredContent"];

/**
 * For adapters, which know the JSON Schemas that they list where a schema's own library offers none.
 *
 * @throws Tier2Error `invalid_setup` if `input` marks something `writeOnly` that is none of the tool's secrets, or if one
 * of its `resultSecrets` is nothing that `output` allows: it would be stored.
 */
export function demandNamedSecrets(
  tool: Tier2Tool,
  { input, output }: { input?: JsonSchema; output?: JsonSchema },
): void {
  const { name, secrets = [], resultSecrets = [] } = definitionOf(tool);
  const fail = (problem: string) => {
    throw new Tier2Error("invalid_setup", `Tool "${name}": ${problem}`);
  };
  for (const marked of input === undefined ? [] : writeOnlyPaths(input)) {
    if (secrets.some((path) => path === marked || restAfter(path, marked) !== undefined)) continue;
    const what = marked === "" ? "all arguments, or some that have no name," : `"${marked}"`;
    fail(
      `its input schema marks ${what} writeOnly, which its library does not tell defineTier2Tool. Name it in \`secrets\`.`,
    );
  }
  for (const path of output === undefined ? [] : resultSecrets) {
    const isBeside = besideStructured.some((member) => path === member || restAfter(member, path) !== undefined);
    if (!isBeside && !leadsSomewhere(output as JsonSchema, path)) {
      fail(`its result secret "${path}" is nothing that its output schema allows, so it would protect nothing.`);
    }
  }
}
