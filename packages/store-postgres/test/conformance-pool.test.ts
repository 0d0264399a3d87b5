import { inject } from "vitest";
import { openPool } from "./support/clients.js";
import { conformanceOn } from "./support/conformance.js";

conformanceOn("a pg Pool", () => openPool(inject("databaseUrl")));
conformanceOn("a pg Pool that prepares nothing", () => openPool(inject("databaseUrl")), { prepare: false });
