// An MCP server over stdio, written by hand so that it may do what no SDK lets it do. MODE says what.
import fs from "node:fs";
import readline from "node:readline";

const { MODE: mode, CALLS: calls } = process.env;
const out = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const tool = (name) => ({ name, inputSchema: { type: "object" }, annotations: { readOnlyHint: true } });
const lists = {
  inherited: { tools: ["t", "constructor", "toString", "__proto__"].map(tool) },
  endless_list: { tools: [], nextCursor: "again" },
  no_tools: { tools: [null, "x", { name: 7 }, { name: "bare" }, tool("t")] },
};
if (mode === "stays") setInterval(() => {}, 1_000);

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  const answer = (result) => out({ jsonrpc: "2.0", id, result });
  if (method === "initialize")
    return answer({
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "hostile", version: "1" },
    });
  if (method === "tools/list") return answer(lists[mode] ?? { tools: [tool("t")] });
  if (method !== "tools/call") return;
  fs.appendFileSync(calls, `${params.name}\n`);
  if (mode === "endless_answer") return setInterval(() => process.stdout.write("x".repeat(1_000_000)), 5);
  answer({ content: [{ type: "text", text: "fine" }] });
});
