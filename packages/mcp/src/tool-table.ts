import type { Tier2Engine } from "@holdpoint/tier2-core";
import type { RegisteredTool } from "@modelcontextprotocol/sdk/server/mcp.js";
import { demandNotRenamed } from "./demand-not-renamed.js";
import { demandOwn, type GuardedTool, guardRegistered, type NamedGuard } from "./guard-registered.js";
import { isGuarded } from "./guarded-handler.js";
import { ownHandler } from "./handler-gate.js";
import { type Internals, nameOf, registeredTool } from "./sdk-internals.js";
import { setupError } from "./setup-error.js";

/** What happens to calls of a name. */
export type Decision =
  | { kind: "pass" } // to the SDK, as if there were no guard
  | { kind: "guarded"; guarded: GuardedTool; registered: RegisteredTool } // to the engine, also while it is disabled
  | { kind: "refuse" }
  | { kind: "absent" } // named, and not registered now
  | { kind: "broken"; error: unknown }; // named, and changed so that it cannot be guarded

interface Policy {
  readonly tools: ReadonlyMap<string, 1 | NamedGuard>;
  readonly others: 1 | "refuse";
}

/** What a guard was made from: one that changed needs another. */
const madeFrom = ["inputSchema", "outputSchema", "description", "handler", "execution"] as const;

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
      try {
        return { kind: "guarded", guarded: this.guarded(name, registered, entry), registered };
      } catch (error) {
        return { kind: "broken", error };
      }
    }
    return this.#runsAtOnce(name, entry, registered) ? { kind: "pass" } : { kind: "refuse" };
  }

  /**
   * Why the handler of a registered tool must not be called but by the engine, whoever calls it; undefined if it may.
   * Asked at each call, since names change.
   */
  refusal(registered: RegisteredTool): Error | undefined {
    const name = nameOf(this.internals, registered);
    const entry = name === undefined ? undefined : this.policy.tools.get(name);
    if (isGuarded(ownHandler(registered))) return undefined; // it asks its engine itself
    if (typeof entry !== "object" && this.#runsAtOnce(name, entry, registered)) return undefined;
    return setupError(
      name ?? this.#made.get(registered)?.name ?? "",
      "its handler was called past the guard, and did not run. Call the tool itself, by tools/call and its own name.",
    );
  }

  /** @throws Tier2Error if what is registered under that name cannot be guarded as the policy says, or runs past the engine's */
  check(name: string, registered: RegisteredTool): void {
    const entry = this.policy.tools.get(name);
    if (typeof entry !== "object") this.#demandNobodyToAsk(name, entry, registered);
    if (entry === undefined) return;
    demandOwn(name, registered);
    if (entry !== 1) this.guarded(name, registered, entry);
    this.#seen.add(name);
  }

  /** @throws Tier2Error if a tool would lose its guard by these changes, or could not be guarded after them */
  checkUpdate(registered: RegisteredTool, changes: Parameters<RegisteredTool["update"]>[0]): void {
    const name = nameOf(this.internals, registered);
    if (changes.name === null || name === undefined) return;
    const next = changes.name ?? name;
    if (this.#made.has(registered)) demandNotRenamed(name, next);
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
        ...asItIs(registered),
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
    const now = asItIs(registered);
    if (made?.name === name && madeFrom.every((key) => made.from[key] === now[key])) return made.guarded;
    const guarded = guardRegistered(this.tier2, name, registered, guard);
    this.#made.set(registered, { name, from: now, guarded });
    return guarded;
  }

  /** Judged anew as well: its name and its annotations may have changed since it was registered. */
  #runsAtOnce(name: string | undefined, entry: 1 | undefined, registered: RegisteredTool | undefined): boolean {
    if (registered !== undefined) {
      if (isGuarded(ownHandler(registered))) return true;
      if (this.#made.has(registered)) return false; // a guarded tool under another name
    }
    if (entry !== 1 && this.policy.others !== 1) return false;
    return this.tier2.mayRunAtOnce(name ?? "", registered?.annotations);
  }

  #demandNobodyToAsk(name: string, entry: 1 | undefined, registered: RegisteredTool): void {
    const isLet = entry === 1 || this.policy.others === 1;
    if (!isLet || isGuarded(ownHandler(registered)) || this.tier2.mayRunAtOnce(name, registered.annotations)) return;
    throw setupError(
      name,
      "a policy may ask a person about it, and it would run at once, past that. Give it a guard in `tools`, or take it out of the policy.",
    );
  }
}

const asItIs = (registered: RegisteredTool): RegisteredTool =>
  ({ ...registered, handler: ownHandler(registered) }) as RegisteredTool;
