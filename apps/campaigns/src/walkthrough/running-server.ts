import { randomBytes } from "node:crypto";
import type { AuditLog } from "@holdpoint/tier2-audit";
import type { Tier2Event, TransactionalStore } from "@holdpoint/tier2-core";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Sql, SqlClient } from "../database/sql.js";
import { type PasswordVault, passwordVault } from "../secrets/password-vault.js";
import { demoTokens } from "../server/demo-tokens.js";
import { deployment } from "../server/deployment.js";
import { httpApp } from "../server/http-app.js";
import { listen } from "../server/listen.js";
import type { Agent } from "./agent.js";
import type { ServerSettings, Stage } from "./chapter.js";
import { type FaultySql, faultySql } from "./faulty-sql.js";
import { type WatchedStore, watchedStore } from "./watched-store.js";
import { type Wire, wireTo } from "./wire.js";

/** The example's own server on loopback, and the wire that leads to it. */
export interface RunningServer {
  readonly sql: FaultySql;
  readonly store: WatchedStore;
  readonly vault: PasswordVault;
  readonly wire: Wire;
  /** What it writes its part of the walk-through's log with. */
  readonly audit: AuditLog;
  /** What the engine told, oldest first. */
  readonly events: readonly Tier2Event[];
  /** An agent with one of the demo tokens, connected over Streamable HTTP through the wire. */
  agent(who?: keyof typeof demoTokens, name?: string): Promise<Agent>;
  close(): Promise<void>;
}

interface ServerParts {
  readonly database: Sql;
  readonly storeOn: (sql: Sql) => TransactionalStore<SqlClient>;
  readonly engine: ServerSettings;
  readonly audit: AuditLog;
  readonly connect: Stage["connect"];
}

export async function runServer({ database, storeOn, engine, audit, connect }: ServerParts): Promise<RunningServer> {
  const sql = faultySql(database);
  const vault = passwordVault(randomBytes(32));
  const watched = watchedStore(storeOn(sql));
  const events: Tier2Event[] = [];
  const onEvent = (event: Tier2Event) => {
    events.push(event);
    audit.onEvent(event);
  };
  const deployed = deployment({
    database: Object.assign(sql, { store: watched }),
    vault,
    engine: { ...engine, journal: audit.journal, onEvent },
  });
  const listening = await listen(httpApp(deployed), 0);
  const wire = await wireTo(listening.url);
  deployed.address.url = wire.url;
  const agents: Agent[] = [];

  return {
    sql,
    store: watched,
    vault,
    wire,
    audit,
    events,
    async agent(who = "a", name = `agent ${who}`) {
      const requestInit = { headers: { Authorization: `Bearer ${demoTokens[who].token}` } };
      const transport = new StreamableHTTPClientTransport(new URL("/mcp", wire.url), { requestInit });
      const agent = await connect(name, transport as Transport);
      agents.push(agent);
      return agent;
    },
    async close() {
      await Promise.all(agents.map(({ client }) => client.close()));
      await wire.close();
      await listening.close(deployed.engine.close());
      await audit.close();
    },
  };
}
