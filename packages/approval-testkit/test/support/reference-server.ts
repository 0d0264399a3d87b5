import { randomUUID } from "node:crypto";
import type { By, Caller, Decided, RawAnswer } from "../../src/index.js";
import { answerOver, refusal, type Via } from "./reference-answers.js";
import { type Rule, rules, tools } from "./reference-rules.js";

export interface Asked {
  readonly as: Caller;
  readonly tool: string;
  readonly args: string;
  readonly version: number;
}

export interface Approval extends Asked {
  readonly id: string;
  readonly previous?: Approval | undefined;
  readonly allows: Set<string>;
  status: "pending" | "approved" | "denied" | "lapsed" | "revoked";
  reason: string;
  spent: number;
}

export interface Token extends Asked {
  readonly approval: Approval;
  claimed: boolean;
  /** What every repetition of the confirm call hears. */
  answer?: RawAnswer;
}

/** The smallest server that withstands the tests. Nothing of Holdpoint's own is in it: only its wire contract. */
export class ReferenceServer {
  readonly effects: Asked[] = [];
  version = 1;
  hasAccess = true;
  timesOut = false;
  protected readonly approvals: Approval[] = [];
  protected readonly tokens = new Map<string, Token>();
  protected readonly via: Via;

  constructor(via: Via) {
    this.via = via;
  }

  async call(as: Caller, tool: string, given: Readonly<Record<string, unknown>>): Promise<RawAnswer> {
    const { confirm_token, acknowledge_duplicate, ...args } = given;
    const asked = { as, tool, args: JSON.stringify(args), version: tool === tools.guarded ? this.version : 0 };
    if (confirm_token === undefined) return this.first(asked);
    return this.confirm(asked, String(confirm_token), acknowledge_duplicate !== undefined);
  }

  protected async first(asked: Asked): Promise<RawAnswer> {
    if (!this.mayCall(asked)) return this.refused("access_revoked");
    const approval = await this.join(asked);
    if (approval.status === "pending") return this.pending(approval);
    if (approval.status !== "approved") return this.refused("denied");
    const token = `cfm_${randomUUID()}`;
    this.tokens.set(token, { ...asked, approval, claimed: false });
    const duplicate = this.isDuplicate(asked) && { duplicate_of: { operation_id: "op_1" } };
    return this.answer({ status: "confirmation_required", confirm_token: token, ...duplicate });
  }

  protected async confirm(asked: Asked, text: string, acknowledged: boolean): Promise<RawAnswer> {
    const token = this.tokens.get(text);
    if (token === undefined || !this.isOf(token, asked)) return this.refused("unknown_or_used");
    if (token.answer !== undefined) return token.answer;
    if (token.claimed) return this.refused("in_flight");
    token.claimed = true;
    const ended = (answer: RawAnswer) => {
      token.answer = answer;
      return answer;
    };
    if (!this.mayCall(asked, token)) return ended(this.refused("access_revoked"));
    if (!this.isSameState(token, asked)) return ended(this.refused("state_changed"));
    if (!acknowledged && this.isDuplicate(asked)) return ended(this.refused("duplicate"));
    if (!(await this.reserve(token.approval))) return ended(this.refused("approval_lapsed"));
    return this.execute(token, ended);
  }

  protected async execute(token: Token, ended: (answer: RawAnswer) => RawAnswer): Promise<RawAnswer> {
    this.effects.push(token);
    if (!this.timesOut) return ended(this.answer({ status: "ok" }));
    this.timesOut = false;
    return this.settle(token, ended);
  }

  /** The system of record is asked what became of it. */
  protected settle(_token: Token, ended: (answer: RawAnswer) => RawAnswer): RawAnswer {
    return ended(this.answer({ status: "ok" }));
  }

  protected mayCall({ as, tool }: Asked, _token?: Token): boolean {
    return this.hasAccess || as !== "requester" || tool !== tools.guarded;
  }

  /** Is this token of this call? */
  protected isOf(token: Token, asked: Asked): boolean {
    return token.as === asked.as && token.tool === asked.tool && token.args === asked.args;
  }

  protected isSameState(token: Token, asked: Asked): boolean {
    return token.version === asked.version;
  }

  protected isDuplicate({ as, tool, args }: Asked): boolean {
    const isSame = (done: Asked) => done.as === as && done.tool === tool && done.args === args;
    return this.ruleOf(tool).duplicates === "refuse" && this.effects.some(isSame);
  }

  protected ruleOf(tool: string): Rule {
    return rules[tool] as Rule;
  }

  /** Is this approval about this call? */
  protected isAbout(approval: Approval, asked: Asked): boolean {
    return this.isOf(approval as unknown as Token, asked) && approval.version === asked.version;
  }

  protected async join(asked: Asked): Promise<Approval> {
    return this.standing(asked) ?? this.open(asked);
  }

  protected standing(asked: Asked): Approval | undefined {
    return this.approvals.findLast((one) => this.isAbout(one, asked) && this.stands(one));
  }

  protected stands({ status, spent, tool }: Approval): boolean {
    return status === "pending" || (status === "approved" && spent < this.ruleOf(tool).uses);
  }

  protected open(asked: Asked): Approval {
    const previous = this.approvals.findLast((one) => this.isAbout(one, asked));
    const fresh = { id: `apr_${this.approvals.length + 1}`, allows: new Set<string>(), reason: "", spent: 0 };
    const approval: Approval = { ...asked, ...fresh, status: "pending", previous };
    this.approvals.push(approval);
    return approval;
  }

  protected async reserve(approval: Approval): Promise<boolean> {
    if (approval.status !== "approved" || approval.spent >= this.ruleOf(approval.tool).uses) return false;
    approval.spent += 1;
    return true;
  }

  async decide(id: string, decision: "allow" | "deny", reason: string, by: By): Promise<Decided> {
    const approval = this.approvals.find((one) => one.id === id);
    if (approval?.status !== "pending" || !this.isEntitled(by, approval.tool)) return { accepted: false };
    return this.note(approval, decision, reason, by);
  }

  protected async note(approval: Approval, decision: "allow" | "deny", reason: string, by: By): Promise<Decided> {
    const { quorum, minutes } = this.ruleOf(approval.tool);
    approval.reason = reason;
    if (decision === "deny") approval.status = "denied";
    else approval.allows.add(by);
    if (approval.status !== "pending" || approval.allows.size < quorum) return { accepted: true };
    approval.status = "approved";
    return { accepted: true, validUntilMs: Date.now() + minutes * 60_000 };
  }

  protected isEntitled(by: By, _tool: string): boolean {
    return by !== "broad";
  }

  async revoke(id: string): Promise<Decided> {
    const approval = this.approvals.find((one) => one.id === id);
    if (approval?.status !== "approved") return { accepted: false };
    approval.status = "revoked";
    await new Promise(setImmediate); // what has its use already starts before this is answered
    return { accepted: true };
  }

  passDeadlines(): void {
    for (const approval of this.approvals) if (approval.status === "pending") approval.status = "lapsed";
  }

  protected pending(approval: Approval): RawAnswer {
    const { id, tool, previous } = approval;
    const ended = previous && { previous: { id: previous.id, status: previous.status, reason: previous.reason } };
    const { approvers } = this.ruleOf(tool);
    return this.answer({ status: "approval_pending", approval: { id, status: "pending", approvers, ...ended } });
  }

  protected answer(body: Readonly<Record<string, unknown>>): RawAnswer {
    return answerOver(this.via, body);
  }

  protected refused(reason: string): RawAnswer {
    return refusal(this.via, reason);
  }
}
