import type { MakeSubject } from "../../src/index.js";
import type { Via } from "./reference-answers.js";
import { calls } from "./reference-rules.js";
import { ReferenceServer } from "./reference-server.js";

export type Server = new (via: Via) => ReferenceServer;

export function subjectOf(Make: Server = ReferenceServer, via: Via = "mcp"): MakeSubject {
  return () => {
    const server = new Make(via);
    return {
      calls,
      call: (...given) => server.call(...given),
      decide: (...given) => server.decide(...given),
      revoke: (id) => server.revoke(id),
      effects: async () => server.effects.length,
      async changeState() {
        server.version += 1;
      },
      async revokeAccess() {
        server.hasAccess = false;
      },
      async timeOutNextExecution() {
        server.timesOut = true;
      },
      passDeadlines: async () => server.passDeadlines(),
    };
  };
}
