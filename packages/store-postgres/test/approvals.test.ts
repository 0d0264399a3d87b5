import { approvalLists, approvalsAtOnce } from "@holdpoint/tier2-store-testkit/approvals";
import { afterAll, beforeAll, inject } from "vitest";
import { postgresStore } from "../src/index.js";
import { type Opened, openPool } from "./support/clients.js";

let opened: readonly Opened[];
beforeAll(async () => {
  const first = await openPool(inject("databaseUrl"));
  opened = [first, await openPool(inject("databaseUrl"), {}, first.schema)];
});
afterAll(() => Promise.all(opened.map((one) => one.end())));
/** Two processes on one schema. */
const stores = () => opened.map((one) => postgresStore(one));

approvalsAtOnce("Postgres", stores);
approvalLists("Postgres", stores);
