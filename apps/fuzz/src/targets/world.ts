import {
  createEngine,
  defineTier2Tool,
  nodePlatform,
  type Platform,
  type Reply,
  type Store,
  type StoredRecord,
  type Tier2Engine,
  type Tier2Tool,
} from "@holdpoint/tier2-core";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import type { Json } from "../values/json.js";

/** What a test may break, to prove that the fuzzer finds it. */
export interface Faults {
  readonly platform?: Partial<Platform>;
  readonly store?: (store: Store) => Store;
}

export const tools = ["delete_foo", "delete_bar"] as const;
export const servers = ["production", "staging"] as const;
export const owners = ["token-of-ann", "token-of-bob"] as const;

/** Two servers on one store, each with the same two tools, and a list of all that their handlers did. */
export interface World {
  readonly executed: Json[];
  call(to: Address, args: unknown, confirmToken?: string): Promise<Reply>;
  engine(server: (typeof servers)[number]): Tier2Engine;
  /** What the store holds of the newest confirmation, byte for byte; its clock stands still. */
  newestRecord(): Promise<string>;
  close(): Promise<void>;
}

export interface Address {
  readonly server: (typeof servers)[number];
  readonly tool: (typeof tools)[number];
  readonly owner: (typeof owners)[number];
}

export const home: Address = { server: "production", tool: "delete_foo", owner: "token-of-ann" };

export function newWorld({ platform, store: broken = (store) => store }: Faults = {}): World {
  const executed: Json[] = [];
  const kept = memoryStore({ nowMs: () => 0 });
  let newest = "";
  const noticing: Store = {
    name: "noticing",
    insert(id, write) {
      newest = id;
      return kept.insert(id, write);
    },
    swap: (...a) => kept.swap(...a),
    get: (id) => kept.get(id),
    list: (...a) => kept.list(...a),
    sweep: (page) => kept.sweep(page),
  };
  const store = broken(noticing);
  const engines = new Map<string, Tier2Engine>();
  for (const server of servers) {
    const options = { store, server, waitForCompletionMs: 0 };
    engines.set(server, createEngine(options, { ...nodePlatform, ...platform }));
  }
  const definitions = new Map<string, Tier2Tool>(tools.map((name) => [name, deleteTool(name, executed)]));
  const engine = (server: string) => engines.get(server) as Tier2Engine;
  return {
    executed,
    engine,
    call({ server, tool, owner }, args, confirmToken) {
      const context = { requester: { tokenId: owner }, confirmToken };
      return engine(server).call(definitions.get(tool) as Tier2Tool, args, context);
    },
    async newestRecord() {
      return JSON.stringify((await kept.get(newest)) satisfies StoredRecord | null);
    },
    async close() {
      await Promise.all([...engines.values()].map((one) => one.close()));
    },
  };
}

/** Without a schema: whatever JSON comes is its params. */
const deleteTool = (name: string, executed: Json[]): Tier2Tool =>
  defineTier2Tool({
    name,
    duplicates: "allow",
    preview: (params) => ({ summary: "Will delete.", preview: params }),
    execute: (params) => {
      executed.push(params as Json);
      return { message: "Deleted." };
    },
  });
