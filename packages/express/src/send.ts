import type { Response } from "express";

interface Sent {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: object;
}

/**
 * Sends the reply, unless somebody answered meanwhile, e.g. a time-out middleware. Not by `res.json`: the app's
 * settings would change the recorded bytes, and its ETag would turn an executed call into a 304 without an answer.
 */
export function send(res: Response, { status, headers, body }: Sent): void {
  if (res.headersSent) return;
  res.status(status).set(headers).type("json").end(JSON.stringify(body));
}
