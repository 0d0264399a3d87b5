import type { Done, ExecuteContext, Preview, PreviewContext, Refused, Verbatim } from "@holdpoint/tier2-core";
import type { ExecutionContext } from "@nestjs/common";
import { withinOperation, withinPreview } from "./call-scope.js";
import type { DiscoveredMethod } from "./discover-methods.js";
import type { FindProvider } from "./find-provider.js";
import { privateCopy } from "./private-copy.js";
import { missingPrivateState } from "./private-state.js";
import { settled } from "./recordable.js";
import type { Method } from "./replace-method.js";

type Outcome = Done | Refused | Verbatim;

/** One request to a guarded method, as the engine's tool gets it: it has the arguments as the pipes made them. */
export interface GuardedCall {
  preview(ctx: PreviewContext<unknown>): Promise<Preview | Refused>;
  execute(ctx: ExecuteContext<unknown>): Promise<Outcome>;
}

export interface Invocation {
  /** The controller: of this request, where it is scoped to one. */
  readonly self: object;
  readonly method: Method;
  readonly args: readonly unknown[];
}

interface Surroundings extends Invocation {
  readonly found: DiscoveredMethod;
  readonly context: ExecutionContext;
  readonly find: FindProvider;
  /** Makes an outcome of what the method returned. */
  finish(result: unknown): Outcome | Promise<Outcome>;
}

/** Takes its own copy of the arguments now, before anything is awaited. */
export function guardedCall({ found, self, method, args, context, find, finish }: Surroundings): GuardedCall {
  const counting = new Set(found.counted.map(({ index }) => index));
  const copies = (from: readonly unknown[]) => from.map((arg, index) => (counting.has(index) ? privateCopy(arg) : arg));
  const taken = copies(args);

  async function previewed(): Promise<unknown> {
    const { preview } = found.guarded.options;
    if (typeof preview === "string") return (self as Record<string, Method>)[preview]?.apply(self, copies(taken));
    const provider = await find(preview, context);
    return provider.preview(...copies(taken));
  }

  return {
    preview: async ({ tx }) => {
      try {
        return (await withinPreview(tx, () => settled(previewed()))) as Preview | Refused;
      } catch (error) {
        const refused = missingPrivateState(found.about, error);
        if (refused === undefined) throw error;
        return refused;
      }
    },
    execute: async (ctx) => finish(await withinOperation(ctx, () => settled(method.apply(self, copies(taken))))),
  };
}
