import type { FirstWrite, Store, SwapCondition, Write } from "@holdpoint/tier2-core";

type Method = "insert" | "swap" | "get" | "list" | "sweep";

export interface Operation {
  readonly method: Method;
  /** The record's id; for `list` its kind; for `sweep` empty. */
  readonly id: string;
  readonly write?: Write | FirstWrite;
}

/** Stands between an engine and its store: passes on, delays, loses or forges. */
export type Intercept = (operation: Operation, apply: () => Promise<unknown>) => Promise<unknown>;

/** One process's connection to a shared store. It remembers what was asked, and a test may break it. */
export interface Connection extends Store {
  readonly operations: readonly Operation[];
  intercept: Intercept;
  count(method: Method): number;
  /** What was asked, in order, with the kind of record: "swap c:". */
  readonly asked: readonly string[];
  /** The id of the first confirmation that it wrote. */
  readonly confirmationId: string;
}

export const passOn: Intercept = (_operation, apply) => apply();

export function connectionTo(store: Store): Connection {
  const operations: Operation[] = [];
  const pass = <T>(operation: Operation, apply: () => Promise<T>) => {
    operations.push(operation);
    return connection.intercept(operation, apply) as Promise<T>;
  };
  const connection: Connection = {
    name: store.name,
    operations,
    intercept: passOn,
    count: (method) => operations.filter((operation) => operation.method === method).length,
    get asked() {
      return operations.map(({ method, id }) => `${method} ${id.slice(0, 2)}`);
    },
    get confirmationId() {
      return operations.find(isConfirmation)?.id as string;
    },
    insert: (id, write) => pass({ method: "insert", id, write }, () => store.insert(id, write)),
    swap: (id: string, tag: string, write: Write, condition: SwapCondition) =>
      pass({ method: "swap", id, write }, () => store.swap(id, tag, write, condition)),
    get: (id) => pass({ method: "get", id }, () => store.get(id)),
    list: (kind, page) => pass({ method: "list", id: kind }, () => store.list(kind, page)),
    sweep: (page) => pass({ method: "sweep", id: "" }, () => store.sweep(page)),
  };
  return connection;
}

const isConfirmation = ({ id }: Operation): boolean => id.startsWith("c:");

/** The swap that takes a claim, or renews it. */
export const isClaim = (operation: Operation): boolean =>
  operation.method === "swap" && isConfirmation(operation) && operation.write?.listed === true;

/** The swap that records an outcome. */
export const isOutcome = (operation: Operation): boolean =>
  operation.method === "swap" && isConfirmation(operation) && operation.write?.listed === false;

export const away: Intercept = async () => {
  throw new Error("connection refused");
};

/** The store applies what it is asked, and the reply is lost: so many times. */
export function loseReplies(connection: Connection, times: number, of: (operation: Operation) => boolean): void {
  let lost = 0;
  connection.intercept = async (operation, apply) => {
    const answer = await apply();
    if (!of(operation) || lost >= times) return answer;
    lost += 1;
    throw new Error("reply lost");
  };
}
