import type { CallContext, Reply, Tier2Tool } from "@holdpoint/tier2-core";
import type { Process } from "./world.js";

export type DuplicateOf = { operation_id: string; status: string; seconds_ago: number } | undefined;

/** What a preview says of the same operation's earlier runs. */
export async function duplicateOf(
  process: Pick<Process, "call">,
  tool: Tier2Tool,
  args: object = { id: 7 },
  context?: Partial<CallContext>,
): Promise<DuplicateOf> {
  const { body } = await process.call(tool, args, context);
  if (body.status !== "confirmation_required") throw new Error(`No preview but ${JSON.stringify(body)}`);
  return body.duplicate_of;
}

/** Both steps, the second with whatever is to be added; answers the second. */
export async function confirmed(
  process: Pick<Process, "call" | "preview">,
  tool: Tier2Tool,
  added: object = {},
  args: object = { id: 7 },
  context?: Partial<CallContext>,
): Promise<Reply> {
  const confirm_token = await process.preview(tool, args, context);
  return process.call(tool, { ...args, confirm_token, ...added }, context);
}

export const acknowledging = ({ operationId }: { operationId?: string | undefined }) => ({
  acknowledge_duplicate: operationId,
});
