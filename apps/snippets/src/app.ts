// The application behind the snippets: a few foos in memory.
export interface Foo {
  id: number;
  name: string;
  related_count: number;
  updated_at: Date;
  version: number;
}

const foos = new Map<number, Foo>();
const deletions: number[] = [];
/** By the operation that did it: what a lost outcome is found out from. */
const deletedBy = new Map<string, Foo>();

export const db = {
  getFoo: async (id: number): Promise<Foo | undefined> => foos.get(id),
  async deleteFoo(id: number, operationId?: string): Promise<Foo> {
    const foo = foos.get(id);
    if (!foo) throw new Error(`No foo ${id}`);
    foos.delete(id);
    deletions.push(id);
    if (operationId !== undefined) deletedBy.set(operationId, foo);
    return foo;
  },
  wasDeleted: async (operationId: string): Promise<Foo | undefined> => deletedBy.get(operationId),
  /** For tests: as if nothing had ever happened. */
  reset(): void {
    foos.clear();
    foos.set(7, { id: 7, name: "seven", related_count: 3, updated_at: new Date(0), version: 1 });
    deletions.length = 0;
    deletedBy.clear();
  },
  deletions: (): readonly number[] => deletions,
};

interface Order {
  id: string;
  total: string;
  currency: string;
  customer: string;
}

const orders = new Map<string, Order>();
const refunds = new Map<string, { id: string; order: string; amount: string }>();

export const payments = {
  order: async (id: string): Promise<Order | undefined> => orders.get(id),
  async refund({ idempotencyKey, order, amount }: { idempotencyKey: string; order: string; amount: string }) {
    const refund = refunds.get(idempotencyKey) ?? { id: `refund-${refunds.size + 1}`, order, amount };
    refunds.set(idempotencyKey, refund);
    return { id: refund.id };
  },
  byKey: async (key: string): Promise<{ id: string } | undefined> => refunds.get(key),
  reset(): void {
    orders.clear();
    orders.set("o-1", { id: "o-1", total: "20.00", currency: "EUR", customer: "alice" });
    refunds.clear();
  },
  refunds: () => [...refunds.values()],
};

db.reset();
payments.reset();

const sessions = new Map([["s-1", { userId: "bob", groups: ["finance"] }]]);

/** Who is signed in, by the cookie of the session. */
export const session = async (req: { headers: { cookie?: string | undefined } }) =>
  sessions.get(/(?:^|; )sid=([^;]+)/.exec(req.headers.cookie ?? "")?.[1] ?? "");
