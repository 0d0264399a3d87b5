import type { Tier2Engine } from "@holdpoint/tier2-core";
import type { RegisteredTool } from "@modelcontextprotocol/sdk/server/mcp.js";
import { type GuardedTool, guardRegistered, type NamedGuard } from "./guard-registered.js";
import { isGuarded } from "./guarded-handler.js";
import { type Internals, nameOf, registeredTool } from "./sdk-internals.js";
import { setupError } from "./setup-error.js";

/** What happens to calls of a name. */
export type Decision =
  | { kind: "pass" } // to the SDK, as if there were no guard
  | { kind: "guarded"; guarded: GuardedTool; registered: RegisteredTool }
  | { kind: "refuse" }
  | { kind: "absent" } // named, and not registered now
  | { kind: "broken"; error: unknown }; // named, and changed so that it cannot be guarded

interface Policy {
  readonly tools: ReadonlyMap<string, 1 | NamedGuard>;
  readonly others: 1 | "refuse";
}

/** What a guard was made from: one that changed needs another. */
const madeFrom = ["inputSchema", "outputSchema", "description", "title", "handler", "execution"] as const;

interface Made {
  readonly name: string;
  readonly from: Partial<RegisteredTool>;
  readonly guarded: GuardedTool;
}

/** Which tools of a server are guarded, judged anew for each call: what is registered may change at any time. */
export class ToolTable {
  /** By the registered tool itself, so that a new name does not shed the guard. */
  readonly #made = new WeakMap<RegisteredTool, Made>();
  readonly #seen = new Set<string>();

  constructor(
    private readonly tier2: Tier2Engine,
    private readonly internals: Internals,
    private readonly policy: Policy,
  ) {}

  decide(name: string): Decision {
    const registered = registeredTool(this.internals, name);
    const entry = this.policy.tools.get(name);
    if (typeof entry === "object") {
      if (registered === undefined) return { kind: "absent" };
      if (!registered.enabled) return { kind: "refuse" };
      try {
        return { kind: "guarded", guarded: this.guarded(name, registered, entry), registered };
      } catch (error) {
        return { kind: "broken", error };
      }
    }
    if (registered !== undefined) {
      if (isGuarded(registered.handler)) return { kind: "pass" };
      if (this.#made.has(registered)) return { kind: "refuse" }; // a guarded tool under another name
    }
    return entry === 1 || this.policy.others === 1 ? { kind: "pass" } : { kind: "refuse" };
  }

  /** @throws Tier2Error if what is registered under that name cannot be guarded as the policy says */
  check(name: string, registered: RegisteredTool): void {
    const entry = this.policy.tools.get(name);
    if (entry === undefined) return;
    if (isGuarded(registered.handler)) {
      throw setupError(
        name,
        "it was registered with registerTier2Tool already. Leave it out of guardServer's `tools`.",
      );
    }
    if (entry !== 1) this.guarded(name, registered, entry);
    this.#seen.add(name);
  }

  /** @throws Tier2Error if a tool would lose its guard by these changes, or could not be guarded after them */
  checkUpdate(registered: RegisteredTool, changes: Parameters<RegisteredTool["update"]>[0]): void {
    const name = nameOf(this.internals, registered);
    if (changes.name === null || name === undefined) return;
    const next = changes.name ?? name;
    if (next !== name && this.#made.has(registered)) {
      throw setupError(name, "it cannot be renamed, since its confirm tokens name it. Remove it and register it anew.");
    }
    const { paramsSchema, outputSchema, description, callback } = changes;
    const entry = this.policy.tools.get(next);
    if (entry === undefined) return;
    this.#seen.add(next);
    const remade = [paramsSchema, outputSchema, description, callback].some((change) => change !== undefined);
    if (entry === 1 || (next === name && !remade)) return;
    guardRegistered(
      this.tier2,
      next,
      {
        ...registered,
        ...(paramsSchema !== undefined && { inputSchema: paramsSchema as never }),
        ...(outputSchema !== undefined && { outputSchema: outputSchema as never }),
        ...(description !== undefined && { description }),
        ...(callback !== undefined && { handler: callback as never }),
      },
      entry,
    );
  }

  /** Names in the policy that no tool has ever had. */
  missing(): string[] {
    return [...this.policy.tools.keys()].filter((name) => !this.#seen.has(name));
  }

  private guarded(name: string, registered: RegisteredTool, guard: NamedGuard): GuardedTool {
    const made = this.#made.get(registered);
    if (made?.name === name && madeFrom.every((key) => made.from[key] === registered[key])) return made.guarded;
    const guarded = guardRegistered(this.tier2, name, registered, guard);
    this.#made.set(registered, { name, from: { ...registered }, guarded });
    return guarded;
  }
}
