import type { ApprovalStatus } from "@holdpoint/tier2-core";
import { isMembers, type Members } from "../members.js";
import type { MemberRule } from "./member-rules.js";

type Named<T> = MemberRule<T, false>;

export const optional = <T>(rule: Named<T>): MemberRule<T, true> => ({ ...rule, optional: true });

const rule = <T>(must: string, read: (given: unknown) => T | undefined): Named<T> => ({ must, optional: false, read });

const text = (longest: number): Named<string> =>
  rule(`a text of 1 to ${longest} characters, not only blanks`, (given) =>
    typeof given === "string" && given.trim() !== "" && given.length <= longest ? given : undefined,
  );

const whole = (most: number): Named<number> =>
  rule(`a whole number from 1 to ${most}`, (given) =>
    typeof given === "number" && Number.isInteger(given) && given >= 1 && given <= most ? given : undefined,
  );

/** A number of a query is text. */
const wholeText = (most: number): Named<number> => {
  const { must, read } = whole(most);
  return rule(must, (given) =>
    typeof given === "string" && /^\d{1,9}$/.test(given) ? read(Number(given)) : undefined,
  );
};

export const oneOf = <const T extends string>(...words: readonly T[]): Named<T> =>
  rule(`one of ${words.join(", ")}`, (given) => words.find((word) => word === given));

const statuses = {
  pending: true,
  approved: true,
  denied: true,
  cancelled: true,
  revoked: true,
  lapsed: true,
  exhausted: true,
} as const satisfies Record<ApprovalStatus, true>;

const most = { reason: 2000, digest: 200, cursor: 2000, tool: 200, pageItems: 100, uses: 1000, minutes: 60 * 24 * 366 };

export const reason = text(most.reason);
export const evidence = text(most.reason);
export const message = text(most.reason);
export const digest = text(most.digest);
export const uses = whole(most.uses);
export const minutes = whole(most.minutes);
export const status = oneOf(...(Object.keys(statuses) as ApprovalStatus[]));
export const tool = text(most.tool);
export const object = rule<Members>("a JSON object", (given) => (isMembers(given) ? given : undefined));
export const paged = { cursor: optional(text(most.cursor)), limit: optional(wholeText(most.pageItems)) };
