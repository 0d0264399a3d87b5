import type { FooTool } from "./foo-tool.js";
import type { Process, World } from "./world.js";

/** Confirms in a process that dies inside the handler, and lets the lease lapse: the operation is now in doubt. */
export async function abandon(world: World, process: Process, { tool }: FooTool, args = { id: 7 }) {
  const first = await process.call(tool, args);
  const { confirm_token } = first.body as { confirm_token: string };
  void process.call(tool, { ...args, confirm_token });
  await world.clock.advance(0);
  process.die();
  await world.clock.advance(60_000);
  return { confirm_token, operationId: first.operationId, recordId: process.connection.confirmationId };
}

export const forever = () => new Promise<never>(() => {});
