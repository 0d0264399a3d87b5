import type { Extra } from "../extra.js";

/** Well below the 60 s after which clients give a call up by default. */
const everyMs = 15_000;

/**
 * Tells a client that wants to know how far its call is that its own user is being waited for, so that it does not give up the
 * call while they think. Ends when what is returned is called.
 */
export function keepCallAlive({ _meta, sendNotification }: Pick<Extra, "_meta" | "sendNotification">): () => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let progress = 0;
  const tell = () => {
    progress += 1;
    const params = { progressToken, progress, message: "Waiting for the user's own answer." };
    // A client that is gone is noticed by the call itself.
    sendNotification({ method: "notifications/progress", params }).catch(() => {});
  };
  const ticking = setInterval(tell, everyMs);
  return () => clearInterval(ticking);
}
