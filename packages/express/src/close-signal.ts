import type { Response } from "express";

/** Aborts when the connection is gone, be it before this was asked for. */
export function closeSignal(res: Response): AbortSignal {
  const gone = new AbortController();
  if (res.destroyed) gone.abort();
  else res.once("close", () => gone.abort());
  return gone.signal;
}
