import type { HttpAnswer, McpAnswer, RawAnswer } from "../../src/index.js";
import { type Approval, ReferenceServer } from "../support/reference-server.js";
import type { Server } from "../support/reference-subject.js";
import type { Fault } from "./fault.js";

const tellingOverMcp = (change: (result: McpAnswer["result"]) => McpAnswer["result"]): Server =>
  class extends ReferenceServer {
    protected override pending(approval: Approval): RawAnswer {
      const answer = super.pending(approval) as McpAnswer;
      return { ...answer, result: change(answer.result) };
    }
  };

const tellingOverHttp = (change: Partial<HttpAnswer>): Server =>
  class extends ReferenceServer {
    protected override pending(approval: Approval): RawAnswer {
      return { ...(super.pending(approval) as HttpAnswer), ...change };
    }
  };

const json = ({ structuredContent }: McpAnswer["result"]) => ({
  type: "text",
  text: JSON.stringify(structuredContent),
});

const overMcp: readonly [string, Server][] = [
  ["is an error", tellingOverMcp((result) => ({ ...result, isError: true }))],
  [
    "reads like a result",
    tellingOverMcp((result) => ({ ...result, content: [{ type: "text", text: "Submitted." }, json(result)] })),
  ],
  ["stands in the texts only", tellingOverMcp(({ structuredContent: _, ...result }) => result)],
  [
    "stands in no text",
    tellingOverMcp((result) => ({ ...result, content: [{ type: "text", text: "NOT EXECUTED. It waits." }] })),
  ],
  ["does not stand in _meta", tellingOverMcp(({ _meta, ...result }) => result)],
  [
    "holds a token",
    tellingOverMcp((result) => ({
      ...result,
      structuredContent: { ...(result.structuredContent as object), confirm_token: "cfm_early" },
    })),
  ],
];

const overHttp: readonly [string, Server][] = [
  ["is 202", tellingOverHttp({ status: 202 })],
  ["is 503", tellingOverHttp({ status: 503 })],
  ["does not stand in Tier2-Status", tellingOverHttp({ headers: {} })],
];

const fault =
  (via: Fault["via"] & string) =>
  ([what, server]: readonly [string, Server]): Fault => ({
    does: `gives a pending answer that ${what}, over ${via}`,
    fails: "pending-to-clients",
    server,
    via,
  });

/** Faults in what is told of a call that waits. */
export const tellingFaults: readonly Fault[] = [...overMcp.map(fault("mcp")), ...overHttp.map(fault("http"))];
