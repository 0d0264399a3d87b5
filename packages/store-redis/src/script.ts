import { createHash } from "node:crypto";
import type { RedisLink } from "./clients/link.js";
import { text as getText } from "./lua/get.lua.js";
import { text as insertText } from "./lua/insert.lua.js";
import { text as pageText } from "./lua/page.lua.js";
import { text as present } from "./lua/present.lua.js";
import { text as standing } from "./lua/standing.lua.js";
import { text as swapText } from "./lua/swap.lua.js";
import { text as unlistText } from "./lua/unlist.lua.js";
import { text as writeProbeText } from "./lua/write-probe.lua.js";
import { text as writing } from "./lua/writing.lua.js";

export interface Script {
  readonly text: string;
  readonly digest: string;
}

/** One call of one of them is one transition. */
export const scripts = {
  insert: script(present, standing, writing, insertText),
  swap: script(present, standing, writing, swapText),
  get: script(present, standing, getText),
  page: script(present, pageText),
  unlist: script(present, standing, writing, unlistText),
  writeProbe: script(writeProbeText),
};

/** Repeats the call with the script's text if the server does not know it yet, or no longer: then nothing was run. */
export function taught(link: RedisLink, { text }: Script, args: readonly string[], error: unknown) {
  if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) return undefined;
  return link.eval([text, ...args.slice(1)]);
}

function script(...parts: readonly string[]): Script {
  const text = withoutComments(parts.join("\n"));
  return { text, digest: createHash("sha1").update(text).digest("hex") };
}

/** Less to send and to keep. No string in these scripts holds two hyphens. */
function withoutComments(text: string): string {
  return text.replace(/\s*--.*$/gm, "").replace(/\n\s*\n/g, "\n");
}
