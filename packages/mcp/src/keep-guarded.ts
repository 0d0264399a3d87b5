import type { RegisteredTool } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import { demandNotRenamed } from "./demand-not-renamed.js";
import { setupError } from "./setup-error.js";

/** Members of an update that would take the guard away. */
const replacing = ["callback", "paramsSchema", "outputSchema"] as const;

/**
 * Keeps a registered tool guarded through `update`, which otherwise works as in the SDK. `describe` writes the
 * description that is shown from the author's own.
 */
export function keepGuarded(
  tool: string,
  registered: RegisteredTool,
  own: string,
  describe: (own: string, annotations: ToolAnnotations | undefined) => string,
): void {
  const update: RegisteredTool["update"] = registered.update.bind(registered);
  let description = own;
  registered.update = (changes) => {
    const key = replacing.find((member) => changes[member] !== undefined);
    if (key !== undefined) {
      throw setupError(tool, `an update of its ${key} would take the guard away. Remove it and register it anew.`);
    }
    if (typeof changes.name === "string") demandNotRenamed(tool, changes.name);
    description = changes.description ?? description;
    update({ ...changes, description: describe(description, changes.annotations ?? registered.annotations) });
  };
}
