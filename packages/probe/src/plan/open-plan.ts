import path from "node:path";
import type { ProbeOptions, ToolPlan } from "../matrix/options.js";
import type { Observer } from "../observe/observer.js";
import { setupError } from "../setup-error.js";
import { stdioSubject } from "../subject/stdio.js";
import { httpSubject } from "../subject/streamable-http.js";
import type { Subject } from "../subject/subject.js";
import { demandLocal } from "./demand-local.js";
import { openObserver } from "./open-observer.js";
import type { Plan, PlannedTool } from "./plan.js";
import { runCommand } from "./run-command.js";

export interface OpenOptions {
  /** The folder of the plan: paths in it and commands start there. */
  readonly folder: string;
  readonly allowHosts?: readonly string[];
}

/** Opens what a plan names. The one who opens it closes it. */
export async function openPlan(
  plan: Plan,
  { folder, allowHosts = [] }: OpenOptions,
): Promise<ProbeOptions & { close(): Promise<void> }> {
  const allowed = [...allowHosts, ...(plan.allowHosts ?? [])];
  demandLocal(plan, allowed);
  const observers: Observer[] = [];
  const close = async () => void (await Promise.allSettled(observers.map(async (each) => each.close?.())));
  try {
    const places: Record<string, string> = { node: process.execPath, folder };
    for (const [name, each] of Object.entries(plan.observers)) {
      const local = "directory" in each ? { ...each, directory: path.resolve(folder, each.directory) } : each;
      const observer = await openObserver(
        name,
        "lines" in local ? { ...local, lines: path.resolve(folder, local.lines) } : local,
        allowed,
      );
      if (observer.url !== undefined) places[`${name}.url`] = observer.url;
      if (observer.port !== undefined) places[`${name}.port`] = String(observer.port);
      observers.push(observer);
    }
    const { reset, limits, settleMs, bulkFrom, bulkRows } = plan;
    return {
      disposable: plan.disposable,
      subject: openSubject(plan, folder, places, allowed),
      observers,
      tools: Object.fromEntries(Object.entries(plan.tools).map(([name, tool]) => [name, planned(tool, folder)])),
      ...(reset !== undefined && { reset: () => runCommand(reset, folder) }),
      ...(limits !== undefined && { limits }),
      ...(settleMs !== undefined && { settleMs }),
      ...(bulkFrom !== undefined && { bulkFrom }),
      ...(bulkRows !== undefined && { bulkRows }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function planned({ downstream, ...tool }: PlannedTool, folder: string): ToolPlan {
  if (downstream === undefined || downstream === "none") return { ...tool, ...(downstream && { downstream }) };
  return { ...tool, downstream: () => runCommand(downstream, folder) };
}

function openSubject(
  { server, callTimeoutMs }: Plan,
  folder: string,
  places: Readonly<Record<string, string>>,
  allowHosts: readonly string[],
): Subject {
  const timeout = callTimeoutMs === undefined ? {} : { callTimeoutMs };
  if ("url" in server) return httpSubject({ ...server, ...timeout, allowHosts });
  const { args = [], env = {}, cwd = "." } = server;
  return stdioSubject({
    ...timeout,
    command: filled(server.command, places),
    args: args.map((each) => filled(each, places)),
    env: Object.fromEntries(Object.entries(env).map(([name, text]) => [name, filled(text, places)])),
    cwd: path.resolve(folder, cwd),
  });
}

/** `{{mail.port}}`, `{{hooks.url}}`: where the observer of that name listens; `{{node}}`: this Node.js. */
function filled(text: string, places: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{([\w.-]+)\}\}/g, (_all, name: string) => {
    const place = Object.hasOwn(places, name) ? places[name] : undefined;
    if (place === undefined)
      throw setupError(`{{${name}}} names no observer that listens. There are: ${Object.keys(places).join(", ")}`);
    return place;
  });
}
