import { setTimeout as sleep } from "node:timers/promises";
import type { RawAnswer } from "../../src/index.js";
import { tools } from "../support/reference-rules.js";
import { type Approval, ReferenceServer, type Token } from "../support/reference-server.js";
import type { Fault } from "./fault.js";

type Ended = (answer: RawAnswer) => RawAnswer;

/** Faults in how often something starts. */
export const executingFaults: readonly Fault[] = [
  {
    does: "runs again what timed out",
    fails: "time-out-after-commit",
    server: class extends ReferenceServer {
      protected override settle(token: Token) {
        token.claimed = false;
        token.approval.spent -= 1;
        return this.refused("failed");
      }
      protected override isDuplicate() {
        return false;
      }
    },
  },
  {
    does: "takes a time-out for a failure, and runs the same operation when it is asked for anew",
    fails: "time-out-after-commit",
    server: class extends ReferenceServer {
      protected override isDuplicate() {
        return false;
      }
    },
  },
  {
    does: "never finds out what became of a time-out",
    fails: "time-out-after-commit",
    server: class extends ReferenceServer {
      protected override settle(_token: Token, ended: Ended) {
        return ended(this.refused("in_doubt"));
      }
    },
  },
  {
    does: "counts uses by reading and then writing",
    fails: "uses-counted",
    server: class extends ReferenceServer {
      protected override async reserve(approval: Approval) {
        const { spent, tool } = approval;
        await null;
        if (approval.status !== "approved" || spent >= this.ruleOf(tool).uses) return false;
        approval.spent = spent + 1;
        return true;
      }
    },
  },
  {
    does: "gives less uses than a policy says",
    fails: "uses-counted",
    server: class extends ReferenceServer {
      protected override ruleOf(tool: string) {
        return { ...super.ruleOf(tool), ...(tool === tools.manyUses && { uses: 7 }) };
      }
    },
  },
  {
    does: "acknowledges a revocation while operations are about to start",
    fails: "revoke-final",
    server: class extends ReferenceServer {
      protected override async execute(token: Token, ended: Ended) {
        await sleep(50);
        return super.execute(token, ended);
      }
    },
  },
  {
    does: "revokes for the first call only",
    fails: "revoke-final",
    server: class extends ReferenceServer {
      protected override async reserve(approval: Approval) {
        const { status } = approval;
        if (status === "revoked") approval.status = "approved";
        const reserved = super.reserve(approval);
        approval.status = status;
        return reserved;
      }
    },
  },
];
