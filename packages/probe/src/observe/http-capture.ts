import http from "node:http";
import { listen } from "./listen.js";
import type { Observer } from "./observer.js";
import { type Outgoing, seenRequests } from "./outgoing.js";
import { readBody } from "./read-body.js";

export interface HttpCaptureOptions {
  readonly name?: string;
  /** What it answers. Absent: 200 with `{}`. */
  readonly answer?: (request: Outgoing) => { readonly status: number; readonly body: string };
  /** Another observer sees what the remote does, so that requests to it are judged by that, whatever their method. */
  readonly remoteWatched?: boolean;
}

/** An endpoint on loopback that stands in for a remote: webhooks and API calls of the server end here. */
export async function httpCapture(
  options: HttpCaptureOptions = {},
): Promise<Observer & { readonly url: string; readonly port: number }> {
  const { name = "http", remoteWatched = false, answer = () => ({ status: 200, body: "{}" }) } = options;
  const requests: Outgoing[] = [];
  const server = http.createServer((request, response) => {
    const { method = "GET", url = "/" } = request;
    void readBody(request).then((body) => {
      const outgoing = { method, url, body };
      requests.push(outgoing);
      const reply = answer(outgoing);
      response.writeHead(reply.status, { "content-type": "application/json" }).end(reply.body);
    });
  });
  const { port, close } = await listen(server);
  return {
    name,
    port,
    url: `http://127.0.0.1:${port}`,
    watches: "requests to a capture endpoint",
    kind: "events",
    snapshot: async () => ({ records: seenRequests(requests, remoteWatched) }),
    close,
  };
}
