import { once } from "node:events";
import http from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import express5 from "express";
import express4 from "express4";
import { afterEach } from "vitest";

const installed = createRequire(import.meta.url);
const versionOf = (name: string) => (installed(`${name}/package.json`) as { version: string }).version;

/** What each behaviour is tested on, as `describe.each(expresses)("… on Express $version", …)`. */
export const expresses = [
  { version: versionOf("express"), express: express5 },
  { version: versionOf("express4"), express: express4 },
];

export type Express = typeof express5;

const servers = new Set<http.Server>();

/** Serves the app on a free loopback port until the test ends; answers its address. */
export async function serve(app: http.RequestListener): Promise<string> {
  const server = http.createServer(app);
  servers.add(server);
  server.listen({ port: 0, host: "127.0.0.1", backlog: 2048 });
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
  servers.clear();
});
