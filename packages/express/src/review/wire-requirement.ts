import type { Bind, Panel, Requirement } from "@holdpoint/tier2-core";

/** Why somebody is asked, whom, and what their word will be worth. */
export const wireRequirement = (requirement: Requirement) => ({
  policies: requirement.matched,
  panels: requirement.panels.map(wirePanel),
  quorum: requirement.quorum,
  on_deadline: requirement.onDeadline,
  creates: {
    sentence: `${covered[requirement.bind]}: ${worth(requirement)}.`,
    bind: requirement.bind,
    uses: requirement.uses,
    minutes: requirement.minutes,
  },
  ...(requirement.breakGlass !== undefined && { break_glass: requirement.breakGlass }),
});

const wirePanel = ({ policy, approvers, escalateTo, quorum }: Panel) => ({
  policy,
  approvers,
  escalate_to: escalateTo,
  quorum,
});

const covered = {
  action: "Covers exactly what is shown here",
  tool: "Covers any call of this requester to this tool",
  session: "Covers any call of this tool by this requester's process with this credential",
} as const satisfies Record<Bind, string>;

function worth({ uses, minutes }: Requirement): string {
  const often = uses === null ? "any number of executions" : counted(uses, "execution");
  return minutes === null ? often : `${often}, for ${counted(minutes, "minute")}`;
}

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`;
