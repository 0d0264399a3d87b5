import { anyPostgres } from "@holdpoint/test-servers";
import { afterAll, beforeAll } from "vitest";
import { openClient, openPool, openPostgresJs } from "./support/clients.js";
import { conformanceOn } from "./support/conformance.js";

let server: Awaited<ReturnType<typeof anyPostgres>>;
beforeAll(async () => {
  server = await anyPostgres();
});
afterAll(() => server.close());

conformanceOn("a pg Pool", () => openPool(server.url));
conformanceOn("a pg Client", () => openClient(server.url));
conformanceOn("postgres", () => openPostgresJs(server.url, { onnotice: () => {} }));
