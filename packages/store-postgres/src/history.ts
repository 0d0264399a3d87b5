import { peoplesKinds, Tier2Error } from "@holdpoint/tier2-core";

/**
 * What a server's history is known by. `system`: which cluster, from its creation on. `timeline`: counts promotions and
 * restores to a point in time. `start`: when the postmaster started, which a crash and a restored snapshot change.
 */
export type HistoryPart = "system" | "timeline" | "start";

const wholeHistory: readonly HistoryPart[] = ["system", "timeline", "start"];

/** @throws Tier2Error `invalid_setup` for an empty or unknown choice: doing without the check is asked for by name. */
export function historyPartsOf(choice: readonly HistoryPart[] | "unchecked" = wholeHistory): readonly HistoryPart[] {
  if (choice === "unchecked") return [];
  const isChoice = Array.isArray(choice) && choice.length > 0 && choice.every((part) => wholeHistory.includes(part));
  if (!isChoice) {
    throw new Tier2Error(
      "invalid_setup",
      `\`history\` is "unchecked" or some of ${wholeHistory.join(", ")}; it is ${JSON.stringify(choice)}.`,
    );
  }
  return wholeHistory.filter((part) => choice.includes(part));
}

/**
 * What a record's history is made of, by its id or its kind. What people have said is theirs, and a grant may be long: a
 * restart of the server takes nothing from it. Where `start` alone was chosen it counts for all: comparing
 * nothing is asked for by name.
 */
export function historyPartsFor(history: readonly HistoryPart[]): (id: string) => string {
  const lasting = history.filter((part) => part !== "start");
  const all = history.join(" ");
  const outlasting = lasting.length === 0 ? all : lasting.join(" ");
  return (id) => (peoplesKinds.some((kind) => id.startsWith(kind)) ? outlasting : all);
}
