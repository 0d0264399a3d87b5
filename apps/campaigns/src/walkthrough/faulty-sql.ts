import type { Sql } from "../database/sql.js";

/** A server's own connection to the database, which a chapter can hold up or break. */
export interface FaultySql extends Sql {
  /** Awaited before each transaction; what it throws, the transaction throws without having started. */
  beforeTransaction: (() => Promise<void> | void) | undefined;
  /** Awaited after the commit; what it throws, the caller hears instead of the result. */
  afterCommit: (() => Promise<void> | void) | undefined;
  isCut: boolean;
}

class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
}

export const connectionLost = (): never => {
  throw new ConnectionLost("the connection to the database was lost");
};

export function faultySql(sql: Sql): FaultySql {
  const faulty: FaultySql = {
    beforeTransaction: undefined,
    afterCommit: undefined,
    isCut: false,
    async query(text, values) {
      return faulty.isCut ? connectionLost() : sql.query(text, values);
    },
    async transaction(work) {
      await faulty.beforeTransaction?.();
      if (faulty.isCut) connectionLost();
      const result = await sql.transaction(work);
      await faulty.afterCommit?.();
      return result;
    },
  };
  return faulty;
}
