import { randomBytes } from "node:crypto";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterEach } from "vitest";
import type { Database } from "../src/database/database.js";
import { passwordVault } from "../src/secrets/password-vault.js";
import { type Deployment, type DeploymentParts, deployment } from "../src/server/deployment.js";
import { httpApp } from "../src/server/http-app.js";
import { type Listening, listen } from "../src/server/listen.js";

type Running = Deployment & Listening;

/** Starts the server over a test's database; whatever was started ends with the test. */
export function freshServer(database: Database) {
  const cleanUps: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });

  async function start(engine: DeploymentParts["engine"] = {}, on: Database = database): Promise<Running> {
    const deployed = deployment({ database: on, vault: passwordVault(randomBytes(32)), engine });
    const listening = await listen(httpApp(deployed), 0);
    deployed.address.url = listening.url;
    cleanUps.push(() => listening.close(deployed.engine.close()));
    return { ...deployed, ...listening };
  }

  async function client(url: string, token: string): Promise<Client> {
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    const connected = new Client({ name: "test", version: "1.0.0" });
    await connected.connect(new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit }) as Transport);
    cleanUps.push(() => connected.close());
    return connected;
  }
  return { start, client };
}

export const post = (url: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(new URL(path, url), {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
