import { directory } from "../observe/directory.js";
import { linesOf } from "../observe/events.js";
import { forwardProxy } from "../observe/forward-proxy.js";
import { httpCapture } from "../observe/http-capture.js";
import { mailCapture } from "../observe/mail.js";
import { numberObserver } from "../observe/number.js";
import type { Observer } from "../observe/observer.js";
import { postgresSchema } from "../observe/postgres-schema.js";
import { redisKeyspace } from "../observe/redis-keyspace.js";
import { type Closing, openPostgres, openRedis } from "./clients.js";
import type { NumberSource, ObserverPlan } from "./plan.js";

type Opened = Observer & { readonly url?: string; readonly port?: number };

/** The observer that a plan describes; its `close` ends the client that was opened for it. */
export async function openObserver(name: string, plan: ObserverPlan, allowHosts: readonly string[]): Promise<Opened> {
  if ("directory" in plan)
    return directory({ name, path: plan.directory, ...(plan.ignore && { ignore: plan.ignore }) });
  if ("http" in plan) return httpCapture({ name, remoteWatched: plan.remoteWatched === true });
  if ("proxy" in plan) return forwardProxy({ name, allowHosts, remoteWatched: plan.remoteWatched === true });
  if ("mail" in plan) return mailCapture({ name });
  if ("lines" in plan) return linesOf(name, plan.lines, plan.means);
  if ("postgres" in plan) {
    const client = await openPostgres(plan.postgres);
    const { schema, ignore } = plan;
    return closing(postgresSchema({ name, client, ...(schema && { schema }), ...(ignore && { ignore }) }), client);
  }
  if ("redis" in plan) {
    const client = await openRedis(plan.redis);
    return closing(redisKeyspace({ name, client, ...(plan.prefix !== undefined && { prefix: plan.prefix }) }), client);
  }
  const { read, close, watches } = await numberSource(plan.number);
  return closing(numberObserver({ name, watches, effect: plan.means ?? "work", read }), { close });
}

const closing = (observer: Observer, client: Closing): Observer => ({ ...observer, close: () => client.close() });

async function numberSource(source: NumberSource): Promise<Closing & { watches: string; read(): Promise<number> }> {
  if ("redis" in source) {
    const client = await openRedis(source.redis);
    return {
      watches: `the length of the list ${source.list}`,
      read: async () => finite(await client.call("LLEN", source.list)),
      close: () => client.close(),
    };
  }
  if ("postgres" in source) {
    const client = await openPostgres(source.postgres);
    const read = async () => finite(Object.values((await client.query(source.query)).rows[0] ?? {})[0]);
    return { watches: `the number of ${source.query}`, read, close: () => client.close() };
  }
  const read = async () => {
    const answer = await fetch(source.url, { redirect: "error" });
    return finite(((await answer.json()) as Record<string, unknown>)[source.member]);
  };
  return { watches: `the number ${source.member} of ${source.url}`, read, close: async () => {} };
}

function finite(value: unknown): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) throw new Error("An observer's number is no number.");
  return number;
}
