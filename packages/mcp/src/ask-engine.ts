import type { CallContext, Reply, Tier2Engine, Tier2Tool } from "@holdpoint/tier2-core";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { askInForm } from "./elicitation/ask-in-form.js";
import { clientModes } from "./elicitation/client-modes.js";
import { pointAtReview } from "./elicitation/point-at-review.js";
import type { Extra } from "./extra.js";
import { type Identify, identify } from "./identify.js";

interface Asked {
  readonly server: McpServer;
  readonly tier2: Tier2Engine;
  readonly tool: Tier2Tool;
  readonly args: unknown;
  readonly requester: Identify["requester"] | undefined;
}

/** One call of a guarded tool: who calls, and whether their client can ask them. */
export async function askEngine(
  { server, tier2, tool, args, requester }: Asked,
  extra: Extra,
  beside: Pick<CallContext, "hints" | "disabled">,
): Promise<Reply> {
  const reply = await tier2.call(tool, args, {
    ...beside,
    requester: await identify(server, requester, extra),
    ...(clientModes(server).form && { elicit: askInForm(extra) }),
    signal: extra.signal,
    source: extra,
  });
  pointAtReview(server, extra, reply);
  return reply;
}
