import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

/** A real client; `bearer` is its access token, "client/subject". */
export async function httpClient(port: number, bearer = "client-a/alice"): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  client.onerror = () => {}; // cut connections are what these tests are about
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${bearer}` } },
  });
  await client.connect(transport as Transport);
  return client;
}
