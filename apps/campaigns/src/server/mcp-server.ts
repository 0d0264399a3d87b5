import { type Identify, registerTier2Tool } from "@holdpoint/tier2-mcp";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { tier1Annotations, tier2Annotations } from "./annotations.js";
import { type Deployment, serverName } from "./deployment.js";
import { tier1Answer } from "./tier1-answer.js";

const instructions =
  "Manages ad campaigns. Tools that lose data, spend money or store a credential preview first: show the preview to " +
  "the user, and only if they agree call the same tool again with the same arguments and the confirm_token.";

/** A server for one connection. All servers of a deployment share its engine, so a confirm call may come through any. */
export function mcpServer({ tier1, tier2, engine }: Deployment, identify: Identify = {}): McpServer {
  const server = new McpServer({ name: serverName, version: "1.0.0" }, { instructions });
  for (const tool of tier1) {
    const { name, title, description, input } = tool;
    const config = { title, description, inputSchema: input, annotations: tier1Annotations(tool) };
    server.registerTool(name, config, async (args) => engine.okText(await tier1Answer(tool, args)));
  }
  for (const tool of tier2)
    registerTier2Tool(server, engine, tool, { ...identify, annotations: tier2Annotations(tool) });
  return server;
}
