import { inject } from "vitest";
import { openPostgresJs } from "./support/clients.js";
import { conformanceOn } from "./support/conformance.js";

conformanceOn("postgres", () => openPostgresJs(inject("databaseUrl"), { onnotice: () => {} }));
