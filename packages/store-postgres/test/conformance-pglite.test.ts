import { openLite } from "./support/clients.js";
import { conformanceOn } from "./support/conformance.js";

conformanceOn("PGlite", openLite);
