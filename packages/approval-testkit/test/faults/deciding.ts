import type { By } from "../../src/index.js";
import { tools } from "../support/reference-rules.js";
import { type Approval, type Asked, ReferenceServer, type Token } from "../support/reference-server.js";
import type { Fault } from "./fault.js";

/** Faults in who decides, what that is worth, and what becomes of it. */
export const decidingFaults: readonly Fault[] = [
  {
    does: "lets approvers of every policy decide",
    fails: "overlapping-policies",
    server: class extends ReferenceServer {
      protected override isEntitled() {
        return true;
      }
    },
  },
  {
    does: "names the approvers of every policy",
    fails: "overlapping-policies",
    server: class extends ReferenceServer {
      protected override ruleOf(tool: string) {
        return { ...super.ruleOf(tool), approvers: ["group:owners", "group:broad"] };
      }
    },
  },
  {
    does: "takes the uses of the named policy, though another gives less",
    fails: "overlapping-policies",
    server: class extends ReferenceServer {
      protected override ruleOf(tool: string) {
        return { ...super.ruleOf(tool), ...(tool === tools.layered && { uses: 5 }) };
      }
    },
  },
  {
    does: "takes the minutes of the named policy, though another gives less",
    fails: "overlapping-policies",
    server: class extends ReferenceServer {
      protected override ruleOf(tool: string) {
        return { ...super.ruleOf(tool), minutes: 60 };
      }
    },
  },
  {
    does: "denies for good",
    fails: "denied-then-called",
    server: class extends ReferenceServer {
      protected override stands(approval: Approval) {
        return approval.status === "denied" || super.stands(approval);
      }
    },
  },
  {
    does: "forgets a denial",
    fails: "denied-then-called",
    server: class extends ReferenceServer {
      protected override open(asked: Asked) {
        const approval = { ...super.open(asked), previous: undefined };
        this.approvals[this.approvals.length - 1] = approval;
        return approval;
      }
    },
  },
  {
    does: "opens a request for each of the first calls that come at once",
    fails: "one-request",
    server: class extends ReferenceServer {
      protected override async join(asked: Asked) {
        const standing = this.standing(asked);
        await null;
        return standing ?? this.open(asked);
      }
    },
  },
  {
    does: "takes an allow and a deny that come at once, both",
    fails: "one-decision",
    server: class extends ReferenceServer {
      protected override async note(approval: Approval, decision: "allow" | "deny", reason: string, by: By) {
        await null;
        if (approval.status !== "pending") approval.status = "pending";
        return super.note(approval, decision, reason, by);
      }
    },
  },
  {
    does: "approves by time",
    fails: "agent-alone",
    server: class extends ReferenceServer {
      override passDeadlines() {
        for (const approval of this.approvals) if (approval.status === "pending") approval.status = "approved";
      }
    },
  },
  {
    does: "takes the id of a request for a token",
    fails: "agent-alone",
    server: class extends ReferenceServer {
      protected override open(asked: Asked) {
        const approval = super.open(asked);
        const token: Token = { ...asked, approval, claimed: false };
        this.tokens.set(approval.id, token);
        return approval;
      }
      protected override async reserve(approval: Approval) {
        return approval.status === "pending" || super.reserve(approval);
      }
    },
  },
  {
    does: "is content with one person at level L4",
    fails: "agent-alone",
    server: class extends ReferenceServer {
      protected override ruleOf(tool: string) {
        return { ...super.ruleOf(tool), quorum: 1 };
      }
    },
  },
  {
    does: "counts one person twice",
    fails: "agent-alone",
    server: class extends ReferenceServer {
      protected override async note(approval: Approval, decision: "allow" | "deny", reason: string, by: By) {
        if (approval.allows.has(by)) approval.allows.add(`${by} again`);
        return super.note(approval, decision, reason, by);
      }
    },
  },
];
