import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

type Arguments = Record<string, unknown>;

export async function call(client: Client, name: string, args: Arguments = {}, options?: RequestOptions) {
  return (await client.callTool({ name, arguments: args }, undefined, options)) as CallToolResult;
}

/** The texts of a result, in order. */
export const textsOf = (result: CallToolResult): string[] =>
  result.content.map((block) => (block.type === "text" ? block.text : `[${block.type}]`));

/** The envelope, from the last text block, which every client shows. */
export const envelopeOf = (result: CallToolResult): Record<string, unknown> =>
  JSON.parse(textsOf(result).at(-1) ?? "null");

export const tokenOf = (result: CallToolResult): string => {
  const token = envelopeOf(result).confirm_token;
  if (typeof token !== "string") throw new Error(`No confirm_token in ${JSON.stringify(result)}`);
  return token;
};

/** What a model sees of a result: all but what is told beside it. */
export const shown = ({ _meta, ...result }: CallToolResult) => result;

/** Both steps of a two-step call. */
export async function confirmed(client: Client, name: string, args: Arguments = {}) {
  const preview = await call(client, name, args);
  const withToken = { ...args, confirm_token: tokenOf(preview) };
  return { preview, withToken, result: await call(client, name, withToken) };
}
