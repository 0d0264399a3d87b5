import type { Requester, Tier2Event } from "@holdpoint/tier2-core";
import { Tier2Module, type Tier2ModuleOptions } from "@holdpoint/tier2-nest";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import type { ExecutionContext } from "@nestjs/common";

/** The requester named in a header stands for what a guard would have verified. */
export function requester(context: ExecutionContext): Requester | undefined {
  const tokenId = context.switchToHttp().getRequest()?.headers?.["x-token-id"];
  return typeof tokenId === "string" ? { tokenId } : undefined;
}

/** The same in somebody's name: where a person has to allow a call, nobody's is refused. */
export function requesterOfAda(context: ExecutionContext): Requester | undefined {
  const named = requester(context);
  return named && { ...named, subject: "user:ada" };
}

/** The module with a store of its own, and all that its observer heard. */
export function tier2(options: Partial<Tier2ModuleOptions> = {}) {
  const events: Tier2Event[] = [];
  const store = memoryStore();
  return {
    events,
    module: Tier2Module.forRoot({
      store,
      server: "foos",
      requester,
      onEvent: (event) => events.push(event),
      ...options,
    }),
  };
}
