import type { Deployment } from "./deployment.js";

export interface ListedTool {
  readonly name: string;
  readonly tier: string;
  readonly because: string;
}

/** Every tool with its tier and the reason for it. The engine knows the Tier-2 tools. */
export const toolList = ({ tier1, engine }: Deployment): ListedTool[] => [
  ...tier1.map(({ name, readOnly }) => ({ name, tier: "1", because: readOnly ? "reads" : "safe write" })),
  ...engine.tools().map(({ name, tier, because }) => ({ name, tier: String(tier), because })),
];
