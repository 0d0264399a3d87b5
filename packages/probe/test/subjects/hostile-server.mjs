// An MCP server over stdio, written by hand so that it may do what no SDK lets it do. MODE says what.
import fs from "node:fs";
import readline from "node:readline";

const { MODE: mode, CALLS: calls } = process.env;
const out = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const tool = (name) => ({ name, inputSchema: { type: "object" }, annotations: { readOnlyHint: true } });
let nested = {};
for (let level = 0; level < 2_000; level += 1) nested = { not: nested };
const lists = {
  inherited: { tools: ["t", "constructor", "toString", "__proto__"].map(tool) },
  endless_list: { tools: [], nextCursor: "again" },
  echo: { tools: [{ ...tool("t"), annotations: { title: process.env.ODD } }] },
  deep_schema: { tools: [{ ...tool("deep"), inputSchema: { type: "object", not: nested } }, tool("t")] },
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
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const isFirst = fs.readFileSync(calls, "utf8").trim().split("\n").length === 1;
  if (mode === "deep_once" && isFirst)
    return process.stdout.write(
      `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[],"structuredContent":{"a":${deep}}}}\n`,
    );
  const { password, pin } = params.arguments ?? {};
  const said = `${process.env.ODD} ${password} ${pin} ${"x".repeat(250)} ${process.env.ODD}`;
  if (mode === "echo") return answer({ content: [{ type: "text", text: said }] });
  if (mode === "dies") {
    fs.writeSync(2, `first\nno database for ${process.env.ODD}\n`);
    process.exit(3);
  }
  if (mode === "refuses")
    return answer({ isError: true, content: [{ type: "text", text: `no such id; ${process.env.ODD}` }] });
  if (mode === "deep_text") return answer({ content: [{ type: "text", text: deep }] });
  answer({ content: [{ type: "text", text: "fine" }] });
});
