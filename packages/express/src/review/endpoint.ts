import type { Approvals, Approver, Operations } from "@holdpoint/tier2-core";
import type { MemberRules, MembersOf } from "./member-rules.js";
import type { ReviewReply } from "./review-reply.js";

/** What an engine offers to people; every `Tier2Engine` is one. */
export interface Reviewed {
  readonly approvals: Approvals;
  readonly operations: Operations;
}

/** Whose request it is, about which approval or operation ("" on a list), with what. */
interface Asked<M> {
  readonly approver: Approver;
  readonly id: string;
  readonly members: M;
}

/** A row of the table of endpoints. */
export interface Endpoint {
  readonly method: "GET" | "POST";
  /** ":id" stands for an id. */
  readonly path: string;
  /** Of the query of a GET, of the body of a POST. */
  readonly rules: MemberRules;
  readonly run: (reviewed: Reviewed, asked: Asked<unknown>) => Promise<ReviewReply>;
}

type Run<R> = (reviewed: Reviewed, asked: Asked<MembersOf<R>>) => Promise<ReviewReply>;

/** The one place that trusts the rules to have made the members of the type they say. */
const endpoint =
  (method: Endpoint["method"]) =>
  <R extends MemberRules>(path: string, rules: R, run: Run<R>): Endpoint => ({
    method,
    path,
    rules,
    run: (reviewed, { members, ...asked }) => run(reviewed, { ...asked, members: members as MembersOf<R> }),
  });

export const get = endpoint("GET");
export const post = endpoint("POST");
