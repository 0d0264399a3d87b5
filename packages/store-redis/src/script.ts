import { createHash } from "node:crypto";
import type { RedisLink } from "./clients/link.js";
import { text as getText } from "./lua/get.lua.js";
import { text as insertText } from "./lua/insert.lua.js";
import { text as pageText } from "./lua/page.lua.js";
import { text as recordText } from "./lua/record.lua.js";
import { text as swapText } from "./lua/swap.lua.js";
import { text as unlistText } from "./lua/unlist.lua.js";

export interface Script {
  readonly text: string;
  readonly digest: string;
}

/** One call of one of them is one transition. */
export const scripts = {
  insert: script(insertText),
  swap: script(swapText),
  get: script(getText),
  page: script(pageText),
  unlist: script(unlistText),
};

/** `args`: place for the digest, number of keys, keys, arguments. */
export function evaluate(link: RedisLink, { text, digest }: Script, key: string, args: string[]): Promise<unknown> {
  args[0] = digest;
  return link.evalsha(key, args).catch((error: unknown) => {
    // The server does not know it yet, or no longer: nothing was run, and this teaches it.
    if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
    return link.eval(key, [text, ...args.slice(1)]);
  });
}

function script(own: string): Script {
  const text = withoutComments(`${recordText}\n${own}`);
  return { text, digest: createHash("sha1").update(text).digest("hex") };
}

/** Less to send and to keep. No string in these scripts holds two hyphens. */
function withoutComments(text: string): string {
  return text.replace(/\s*--.*$/gm, "").replace(/\n\s*\n/g, "\n");
}
