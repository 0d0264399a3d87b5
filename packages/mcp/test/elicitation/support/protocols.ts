import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { httpModes, httpServer } from "../../support/http-server.js";
import { authInfo } from "../../support/linked-client.js";

export interface Protocol {
  readonly name: string;
  /** Is there a way from the server to a client whose call it has not answered yet? */
  readonly reachesClients: boolean;
  open(build: () => McpServer): Promise<Opened>;
}

export interface Opened {
  connect(client: Client): Promise<unknown>;
  close(): Promise<unknown>;
}

const inMemory: Protocol = {
  name: "in memory",
  reachesClients: true,
  async open(build) {
    return {
      connect(client) {
        const [mine, theirs] = InMemoryTransport.createLinkedPair();
        const send = mine.send.bind(mine);
        mine.send = (message, options) => send(message, { ...options, authInfo: authInfo("alice") });
        return Promise.all([build().connect(theirs), client.connect(mine)]);
      },
      close: async () => {},
    };
  },
};

const overHttp = async (build: () => McpServer, mode: (typeof httpModes)[number][1]): Promise<Opened> => {
  const { port, close } = await httpServer(build, mode);
  return {
    connect: (client) =>
      client.connect(
        new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
          requestInit: { headers: { authorization: "Bearer client-a/alice" } },
        }) as Transport,
      ),
    close,
  };
};

/** All but stdio, where the server is another process. */
export const protocols: readonly Protocol[] = [
  inMemory,
  ...httpModes.map(([name, mode]) => ({
    name: `over HTTP, ${name}`,
    // Without a session the server of a call never heard what its client can; a JSON body is sent at the end.
    reachesClients: mode.sessions && !mode.json,
    open: (build: () => McpServer) => overHttp(build, mode),
  })),
];
