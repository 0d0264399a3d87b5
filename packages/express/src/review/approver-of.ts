import { type Approver, Tier2Error } from "@holdpoint/tier2-core";

/**
 * A copy of what names a person, whatever else the application's user object holds; undefined for nobody, "not_human"
 * for an agent or a service.
 *
 * @throws Tier2Error `invalid_setup` for what is no approver at all: that is a mistake in `authenticate`
 */
export function approverOf(given: Approver | null | undefined): Approver | "not_human" | undefined {
  if (given === undefined || given === null) return undefined;
  const { id, kind, groups } = given;
  if (kind !== "human") return "not_human";
  if (typeof id !== "string" || id.trim() === "") throw wrong("`id` must be a text that is not blank");
  if (groups === undefined) return { id, kind };
  if (!Array.isArray(groups) || !groups.every((group) => typeof group === "string")) {
    throw wrong("`groups` must be a list of texts");
  }
  return { id, kind, groups: [...groups] };
}

const wrong = (what: string) =>
  new Tier2Error("invalid_setup", `reviewRouter: of what \`authenticate\` gave, ${what}.`);
