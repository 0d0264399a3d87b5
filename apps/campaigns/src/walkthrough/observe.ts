import type { SqlClient } from "../database/sql.js";
import type { Checks } from "./checks.js";
import { databaseText } from "./database-text.js";
import type { Page } from "./page.js";
import type { Row } from "./table.js";

/** A query whose few rows tell what a step is about. */
export type View = string;

export interface Expected {
  before: readonly Row[];
  /** `unchanged`: not one row of the whole database may be different. */
  after: readonly Row[] | "unchanged";
}

/** Does something, shows the rows of a view before and after it, and checks both. */
export type Observe = <T>(view: View, expected: Expected, act: () => Promise<T>) => Promise<T>;

export const observer =
  (sql: SqlClient, page: Page, checks: Checks): Observe =>
  async (view, expected, act) => {
    const [before, textBefore] = [await sql.query<Row>(view), await databaseText(sql)];
    const result = await act();
    const [after, textAfter] = [await sql.query<Row>(view), await databaseText(sql)];
    page.table([...timed("before", before), ...timed("after", after)]);
    checks.same("before: as it must be", before, expected.before);
    if (expected.after === "unchanged") {
      checks.holds("after: not one row of any table is different", textAfter === textBefore);
    } else {
      checks.same("after: changed as it must be", after, expected.after);
    }
    return result;
  };

const timed = (when: string, rows: readonly Row[]): Row[] =>
  rows.length === 0 ? [{ "": `${when}: no row` }] : rows.map((row) => ({ "": when, ...row }));
