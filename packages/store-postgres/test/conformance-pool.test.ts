import { inject } from "vitest";
import { openPool } from "./support/clients.js";
import { conformanceOn } from "./support/conformance.js";

conformanceOn("a pg Pool", () => openPool(inject("databaseUrl")));
conformanceOn("a pg Pool that prepares statements", () => openPool(inject("databaseUrl")), { prepare: true });
