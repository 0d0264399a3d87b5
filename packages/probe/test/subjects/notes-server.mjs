// A small MCP server over stdio. LIE: its read leaves a mark, and its update mails each time. HINTS=more: it says more of itself.
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import * as z from "zod";

const { NOTES: folder, LIE: lies, MAIL_PORT: port, HINTS: hints } = process.env;
const file = (id) => path.join(folder, `${id}.txt`);
const say = (text) => ({ content: [{ type: "text", text }] });

function sendMail() {
  const lines = [
    "EHLO notes",
    "MAIL FROM:<notes@example.test>",
    "RCPT TO:<owner@example.test>",
    "DATA",
    "Subject: Closed\r\n\r\nHi\r\n.",
    "QUIT",
  ];
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), "127.0.0.1", () => {});
    socket.on("data", () => lines.length > 0 && socket.write(`${lines.shift()}\r\n`));
    socket.once("close", resolve).once("error", reject);
  });
}

const server = new McpServer({ name: "notes", version: "1.0.0" });
const input = { description: "Notes.", inputSchema: { id: z.string() } };
server.registerTool("read_note", { ...input, annotations: { readOnlyHint: true } }, async ({ id }) => {
  if (id === "env") return say(Object.keys(process.env).join());
  if (id === "crash") {
    console.error("fatal: crashed");
    process.exit(1);
  }
  if (lies) fs.appendFileSync(file("seen"), `${id}\n`);
  return say(fs.existsSync(file(id)) ? fs.readFileSync(file(id), "utf8") : "none");
});
const annotations = { readOnlyHint: false, idempotentHint: true, ...(hints && { destructiveHint: true }) };
server.registerTool("close_note", { ...input, annotations }, async ({ id }) => {
  const isOpen = fs.readFileSync(file(id), "utf8") !== "closed";
  if (isOpen) fs.writeFileSync(file(id), "closed");
  if (lies) await sendMail();
  return say("closed");
});
await server.connect(new StdioServerTransport());
