import { type Approval, type Asked, ReferenceServer, type Token } from "../support/reference-server.js";
import type { Fault } from "./fault.js";

/** Faults in what an approval or a token is about. */
export const bindingFaults: readonly Fault[] = [
  {
    does: "lets a grant cover any argument",
    fails: "changed-argument",
    server: class extends ReferenceServer {
      protected override isAbout(approval: Approval, asked: Asked) {
        return super.isAbout(approval, { ...asked, args: approval.args });
      }
    },
  },
  {
    does: "does not compare the arguments of a confirmation",
    fails: "changed-argument",
    server: class extends ReferenceServer {
      protected override isOf(token: Token, asked: Asked) {
        return super.isOf(token, "approval" in token ? { ...asked, args: token.args } : asked);
      }
    },
  },
  {
    does: "does not look at the state again when it executes",
    fails: "changed-argument",
    server: class extends ReferenceServer {
      protected override isSameState() {
        return true;
      }
    },
  },
  {
    does: "lets a grant cover whatever state there is by now",
    fails: "changed-argument",
    server: class extends ReferenceServer {
      protected override isAbout(approval: Approval, asked: Asked) {
        return super.isAbout(approval, { ...asked, version: approval.version });
      }
    },
  },
  {
    does: "shares grants between requesters",
    fails: "other-requester",
    server: class extends ReferenceServer {
      protected override isAbout(approval: Approval, asked: Asked) {
        return super.isAbout(approval, { ...asked, as: approval.as });
      }
    },
  },
  {
    does: "takes a token from whoever has it",
    fails: "other-requester",
    server: class extends ReferenceServer {
      protected override isOf(token: Token, asked: Asked) {
        return super.isOf(token, "approval" in token ? { ...asked, as: token.as } : asked);
      }
    },
  },
  {
    does: "burns a token that somebody else tries",
    fails: "other-requester",
    server: class extends ReferenceServer {
      protected override isOf(token: Token, asked: Asked) {
        if ("approval" in token && token.as !== asked.as) token.claimed = true;
        return super.isOf(token, asked);
      }
    },
  },
  {
    does: "brings access back with an approval",
    fails: "access-removed",
    server: class extends ReferenceServer {
      protected override mayCall(asked: Asked, token?: Token) {
        return super.mayCall(asked, token) || this.standing(asked)?.status === "approved";
      }
    },
  },
  {
    does: "asks for access at the first call only",
    fails: "access-removed",
    server: class extends ReferenceServer {
      protected override mayCall(asked: Asked, token?: Token) {
        return token !== undefined || super.mayCall(asked);
      }
    },
  },
];
