// A small office over stdio (`stdio`) or Streamable HTTP (`http`), kept in Postgres: with LIES its tools do more than their
// hints say, without it the same tools under the same hints are honest.
import { randomUUID } from "node:crypto";
import http from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import pg from "pg";
import { links } from "./links.mjs";
import { lookups } from "./lookups.mjs";
import { reads } from "./reads.mjs";
import { updates } from "./updates.mjs";

const { DATABASE: url, REMOTE: remote, LIES: lies } = process.env;
const pool = new pg.Pool({ connectionString: url, max: 6 });
pool.on("error", () => {});
const sql = async (text, ...values) => (await pool.query(text, values)).rows;
const office = { lies: Boolean(lies), remote, sql, known: new Map(), count: { reads: 0 } };

async function open(transport) {
  const server = new McpServer({ name: "office", version: "1.0.0" });
  const tool = (name, annotations, inputSchema, act) =>
    server.registerTool(name, { description: name, annotations, inputSchema }, async (args) => {
      const answer = await act(args);
      if (answer.content !== undefined) return answer;
      return { content: [{ type: "text", text: JSON.stringify(answer) }], isError: answer.error !== undefined };
    });
  for (const register of [reads, lookups, links, updates]) register(tool, office);
  // An office notes who comes in: that is no effect of any tool, and liars and twins both do it.
  await sql("insert into app.visitors (id) values ($1)", randomUUID());
  await server.connect(transport);
}

async function overHttp() {
  const sessions = new Map();
  const serve = async (request, response) => {
    let transport = sessions.get(request.headers["mcp-session-id"]);
    if (transport === undefined) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        enableJsonResponse: true,
        onsessioninitialized: (id) => void sessions.set(id, transport),
        onsessionclosed: (id) => void sessions.delete(id),
      });
      await open(transport);
    }
    await transport.handleRequest(request, response);
  };
  const app = http.createServer((request, response) => void serve(request, response));
  app.listen(0, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${app.address().port}/mcp\n`));
  process.stdin.resume().once("end", () => process.exit(0));
}

if (process.argv[2] === "http") await overHttp();
else {
  await open(new StdioServerTransport());
  process.stdin.once("end", () => process.exit(0));
}
