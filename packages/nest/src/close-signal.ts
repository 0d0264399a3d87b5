interface Closing {
  readonly destroyed?: boolean;
  once(event: "close", listener: () => void): unknown;
}

/** Aborts when the connection is gone, be it before this was asked for. Fastify keeps Node's response in `raw`. */
export function closeSignal(response: Closing | { raw: Closing }): AbortSignal {
  const raw = "raw" in response ? response.raw : response;
  const gone = new AbortController();
  if (raw.destroyed === true) gone.abort();
  else raw.once("close", () => gone.abort());
  return gone.signal;
}
