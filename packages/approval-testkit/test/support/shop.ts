import { type Approver, createTier2, type Requester, type Store, type Tier2Engine } from "@holdpoint/tier2-core";
import {
  approvalFailureTests,
  approvalsDesk,
  type Caller,
  type MakeSubject,
  type People,
  type Sizes,
  type Subject,
  type WayToCall,
} from "../../src/index.js";
import { Downstream } from "./downstream.js";
import { overHttp, overMcp, reviewOverHttp, type Served } from "./servers.js";
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

/** Where calls come over HTTP, decisions do too. */
const desksOver = {
  "tier2-mcp, the official client": async ({ approvals }: Tier2Engine) => ({
    ...approvalsDesk(approvals, people),
    close: async () => {},
  }),
  "tier2-express, fetch": (tier2: Tier2Engine) => reviewOverHttp(tier2, people),
} as const satisfies Record<Reach, unknown>;

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
  // Most checks need one of them only, so each is started when it is first called.
  const started: Promise<Served[]>[] = [];
  const served = (serve: (typeof reaches)[Reach], as: Caller): WayToCall => {
    let all: Promise<Served[]> | undefined;
    return async (tool, args) => {
      if (all === undefined) {
        all = Promise.all(engines.map((engine) => serve(engine, tools, requesters[as])));
        started.push(all);
      }
      return inTurn(await all).call(tool, args);
    };
  };
  const main = { requester: served(reaches[reach], "requester"), other: served(reaches[reach], "other") };
  const otherwise = Object.entries(reaches).filter(([name]) => name !== reach);
  const inTurn = turns();
  const desks = await Promise.all(engines.map((engine) => desksOver[reach](engine)));
  return {
    calls,
    call: (as, tool, args) => main[as](tool, args),
    otherClients: Object.fromEntries(otherwise.map(([name, serve]) => [name, served(serve, "requester")])),
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
      const all = [...desks, ...(await Promise.all(started)).flat()];
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
