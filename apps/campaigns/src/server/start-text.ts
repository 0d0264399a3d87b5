import { demoTokens } from "./demo-tokens.js";
import type { ListedTool } from "./tool-list.js";

/** Every tool with its tier, one to a line. */
export function toolTable(tools: readonly ListedTool[]): string {
  const width = Math.max(...tools.map(({ name }) => name.length));
  return tools.map(({ name, tier, because }) => `  tier ${tier}  ${name.padEnd(width)}  ${because}`).join("\n");
}

/** What to do next, ready to be pasted into a shell. */
export const httpHints = (url: string): string => `
  MCP       ${url}/mcp
  HTTP API  ${url}/api/tools/<name>
  tokens    ${Object.values(demoTokens)
    .map(({ token }) => token)
    .join(", ")} (for the demo only)

Preview, then confirm, with curl:

  call() { curl -s ${url}/api/tools/update_offer_payout -H 'Authorization: Bearer ${demoTokens.a.token}' \\
    -H 'Content-Type: application/json' -d "$1"; echo; }

  TOKEN=$(call '{"offer_id":12,"new_payout":6.20}' | tee /dev/stderr | node -p 'JSON.parse(fs.readFileSync(0)).confirm_token')
  call '{"offer_id":12,"new_payout":6.20,"confirm_token":"'$TOKEN'"}'

Ctrl+C stops the server.`;
