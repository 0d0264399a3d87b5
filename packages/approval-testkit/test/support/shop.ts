import { type Approver, createTier2, type Requester, type Store } from "@holdpoint/tier2-core";
import {
  approvalFailureTests,
  approvalsDesk,
  type Caller,
  type MakeSubject,
  type People,
  type Sizes,
  type Subject,
} from "../../src/index.js";
import { Downstream } from "./downstream.js";
import { overHttp, overMcp } from "./servers.js";
import { calls, type Forgotten, policiesWithout, toolsOn } from "./tools.js";

const requesters: Readonly<Record<Caller, Requester>> = {
  requester: { tokenId: "agent-1", subject: "user:ada" },
  other: { tokenId: "agent-2", subject: "user:max" },
};

const person = (id: string, group: string): Approver => ({ id, kind: "human", groups: [group] });
const people: People = {
  first: person("user:fin", "owners"),
  second: person("user:fay", "owners"),
  broad: person("user:ops", "broad"),
};

const reaches = { "tier2-mcp, the official client": overMcp, "tier2-express, fetch": overHttp } as const;
type Reach = keyof typeof reaches;

export interface Opened {
  /** Of two processes. */
  readonly stores: readonly Store[];
  readonly passDeadlines?: () => Promise<void>;
  readonly forgotten?: Forgotten;
  close?(): Promise<void>;
}

/** Two processes of one shop; calls and decisions take turns between them. */
export async function shop(reach: Reach, { stores, passDeadlines, forgotten, close }: Opened): Promise<Subject> {
  const downstream = new Downstream();
  const tools = toolsOn(downstream, forgotten);
  const policies = policiesWithout(forgotten);
  let mayRefund = true;
  const authorize = ({ tokenId }: Requester, tool: string) =>
    mayRefund || forgotten === "authorize" || tokenId !== requesters.requester.tokenId || tool !== calls.guarded.tool;
  const engines = stores.map((store) =>
    createTier2({ store, server: "shop", tools, policies, authorize, duplicateWindowMs: 3_600_000 }),
  );
  const served = async (serve: (typeof reaches)[Reach], as: Caller) =>
    Promise.all(engines.map((engine) => serve(engine, tools, requesters[as])));
  const main = { requester: await served(reaches[reach], "requester"), other: await served(reaches[reach], "other") };
  const otherwise = Object.entries(reaches).filter(([name]) => name !== reach);
  const others = await Promise.all(
    otherwise.map(async ([name, serve]) => [name, await served(serve, "requester")] as const),
  );
  const inTurn = turns();
  const desks = engines.map(({ approvals }) => approvalsDesk(approvals, people));
  return {
    calls,
    call: (as, tool, args) => inTurn(main[as]).call(tool, args),
    otherClients: Object.fromEntries(others.map(([name, all]) => [name, (tool, args) => inTurn(all).call(tool, args)])),
    decide: (...given) => inTurn(desks).decide(...given),
    // On the last of the processes, so that others have to hear of it.
    revoke: async (...given) => desks.at(-1)?.revoke(...given) ?? { accepted: false },
    effects: async () => downstream.count,
    async changeState() {
      downstream.version += 1;
    },
    async revokeAccess() {
      mayRefund = false;
    },
    async timeOutNextExecution() {
      downstream.timeOutNext = true;
    },
    ...(passDeadlines !== undefined && { passDeadlines }),
    async close() {
      const all = [...main.requester, ...main.other, ...others.flatMap(([, servers]) => servers)];
      await Promise.all(all.map((one) => one.close()));
      await Promise.all(engines.map((engine) => engine.close()));
      await close?.();
    },
  };
}

/** 200 at once through one of the ways to the same engines is enough, on a busy machine. */
const sizesOver: Readonly<Record<Reach, Partial<Sizes>>> = {
  "tier2-mcp, the official client": { persistMs: 200 },
  "tier2-express, fetch": {
    ...{ persistMs: 200, firstCalls: 16, rounds: 4 },
    operations: Number(process.env.APPROVAL_HTTP_OPERATIONS ?? 30),
  },
};

/** All failure tests, each way that there is to call. */
export function testShops(store: string, open: () => Opened | Promise<Opened>): void {
  for (const reach of Object.keys(reaches) as Reach[]) {
    const make: MakeSubject = async () => shop(reach, await open());
    approvalFailureTests(`Holdpoint ${store}, ${reach},`, make, sizesOver[reach]);
  }
}

/** Each next one of a list. */
function turns(): <T>(of: readonly T[]) => T {
  let turn = 0;
  return (of) => {
    turn += 1;
    return of[turn % of.length] as (typeof of)[number];
  };
}
