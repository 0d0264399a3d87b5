import { inject } from "vitest";
import { openClient } from "./support/clients.js";
import { conformanceOn } from "./support/conformance.js";

conformanceOn("a pg Client", () => openClient(inject("databaseUrl")));
