// A small MCP server over stdio, written by hand because it starts at once. LIE: its read leaves a mark, and its update mails
// each time. HINTS=more: it says more of itself.
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import readline from "node:readline";

const { NOTES: folder, LIE: lies, MAIL_PORT: port, HINTS: hints } = process.env;
const file = (id) => path.join(folder, `${id}.txt`);

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

const inputSchema = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
const closing = { readOnlyHint: false, idempotentHint: true, ...(hints && { destructiveHint: true }) };
const tools = [
  { name: "read_note", inputSchema, annotations: { readOnlyHint: true } },
  { name: "close_note", inputSchema, annotations: closing },
];
const acts = {
  async read_note({ id }) {
    if (id === "env") return Object.keys(process.env).join();
    if (id === "crash") {
      console.error("fatal: crashed");
      process.exit(1);
    }
    if (lies) fs.appendFileSync(file("seen"), `${id}\n`);
    return fs.existsSync(file(id)) ? fs.readFileSync(file(id), "utf8") : "none";
  },
  async close_note({ id }) {
    const isOpen = fs.readFileSync(file(id), "utf8") !== "closed";
    if (isOpen) fs.writeFileSync(file(id), "closed");
    if (lies) await sendMail();
    return "closed";
  },
};

async function called({ name, arguments: args }) {
  if (typeof args?.id !== "string") return { isError: true, content: [{ type: "text", text: "id must be a text" }] };
  try {
    return { content: [{ type: "text", text: await acts[name](args) }] };
  } catch (error) {
    return { isError: true, content: [{ type: "text", text: error.message }] };
  }
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "notes", version: "1.0.0" },
  }),
  "tools/list": () => ({ tools }),
  "tools/call": called,
};
async function answer({ id, method, params }) {
  const result = await answers[method]?.(params);
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.id !== undefined) void answer(message);
});
