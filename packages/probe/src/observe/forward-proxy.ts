import http from "node:http";
import net from "node:net";
import { isLoopback } from "../plan/loopback.js";
import { listen } from "./listen.js";
import type { Observer } from "./observer.js";
import { type Outgoing, seenRequests } from "./outgoing.js";

export interface ProxyOptions {
  readonly name?: string;
  /** Hosts besides loopback that it forwards to. To any other it refuses, and has seen the attempt. */
  readonly allowHosts?: readonly string[];
  /** As in `httpCapture`, for everything that goes through it. */
  readonly remoteWatched?: boolean;
}

/**
 * A forward proxy on loopback, for `HTTP_PROXY` and `HTTPS_PROXY` of the server under test. Of an encrypted connection it sees
 * where to, and no more.
 */
export async function forwardProxy(
  options: ProxyOptions = {},
): Promise<Observer & { readonly url: string; readonly port: number }> {
  const { name = "proxy", allowHosts = [], remoteWatched = false } = options;
  const requests: Outgoing[] = [];
  const isAllowed = (host: string) => isLoopback(host) || allowHosts.includes(host);

  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts);
      const { method = "GET", url = "/" } = request;
      requests.push({ method, url, body: body.toString() });
      const target = URL.canParse(url) ? new URL(url) : undefined;
      if (target?.protocol !== "http:" || !isAllowed(target.hostname)) return void response.writeHead(403).end();
      const { "proxy-connection": _own, ...headers } = request.headers;
      const onward = http.request(target, { method, headers, agent: false }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on("error", () => response.headersSent || response.writeHead(502).end());
      onward.end(body);
    });
  });
  server.on("connect", (request, client: net.Socket) => {
    const [host = "", port = "443"] = (request.url ?? "").split(/:(?=\d+$)/);
    requests.push({ method: "CONNECT", url: request.url ?? "", body: "" });
    if (!isAllowed(host.replace(/^\[|\]$/g, ""))) return void client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    const onward = net.connect(Number(port), host, () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      onward.pipe(client).pipe(onward);
    });
    onward.on("error", () => client.destroy());
    client.on("close", () => onward.destroy());
  });
  const { port, close } = await listen(server);
  return {
    name,
    port,
    url: `http://127.0.0.1:${port}`,
    watches: "requests through a forward proxy",
    kind: "events",
    snapshot: async () => ({ records: seenRequests(requests, remoteWatched) }),
    close,
  };
}
