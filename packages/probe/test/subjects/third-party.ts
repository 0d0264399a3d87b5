import { createRequire } from "node:module";
import path from "node:path";

/** The entry file of a reference server that somebody else wrote. */
export function entryOf(server: "everything" | "filesystem" | "memory"): string {
  const manifest = createRequire(import.meta.url).resolve(`@modelcontextprotocol/server-${server}/package.json`);
  return path.join(path.dirname(manifest), "dist", "index.js");
}
