import { fileURLToPath } from "node:url";
import { shared } from "../../vitest.shared.ts";

// Tests that import from src/ get src/platform.ts too, not the one that was last built.
export default shared({
  resolve: { alias: { "#platform": fileURLToPath(new URL("src/platform.ts", import.meta.url)) } },
});
