import { Tier2Error } from "@holdpoint/tier2-core";

/** The error for a tool that cannot be guarded as it stands: it names the tool and stops the start-up. */
export const setupError = (tool: string, problem: string, cause?: unknown): Tier2Error =>
  new Tier2Error("invalid_setup", `Tool ${JSON.stringify(tool)}: ${problem}`, { cause });

/** The message of whatever was thrown. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
