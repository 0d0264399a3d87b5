import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { type Answer, answerOf, shortened, told } from "./answer.js";
import type { Page } from "./page.js";
import { capabilities, type User, userOf } from "./user.js";

/** A server that was just started opens its database first, which takes a slow machine a while. */
const startUpMs = 150_000;

export interface AgentSettings {
  name: string;
  page: Page;
  onAnswer(answer: Answer): void;
  /** Does the client say that it can ask its user? */
  hasUser?: boolean;
}

/** An LLM's side of the wire: the real MCP client. Each call and its answer are shown. */
export class Agent {
  readonly client: Client;
  readonly user: User | undefined;
  readonly #settings: AgentSettings;

  constructor(settings: AgentSettings) {
    const { hasUser = false, page } = settings;
    this.#settings = settings;
    this.client = new Client({ name: "walk-through", version: "1.0.0" }, { capabilities: hasUser ? capabilities : {} });
    this.user = hasUser ? userOf(this.client, page) : undefined;
  }

  /** Lists the tools first, as every client does before it can call one. */
  async connect(transport: Transport): Promise<this> {
    await this.client.connect(transport, { timeout: startUpMs });
    await this.client.listTools();
    return this;
  }

  async call(tool: string, args: object, options?: RequestOptions): Promise<Answer> {
    const { name, page } = this.#settings;
    page.sent(`${name}: ${tool} ${shortened(JSON.stringify(args))}`);
    try {
      const answer = await this.callQuietly(tool, args, options);
      const { status, text } = told(answer);
      page.received(status, text);
      return answer;
    } catch (error) {
      page.received("no answer", (error as Error).message);
      throw error;
    }
  }

  /** Not shown; for calls by the hundred. */
  async callQuietly(tool: string, args: object, options?: RequestOptions): Promise<Answer> {
    const call = { name: tool, arguments: { ...args } };
    const answer = answerOf((await this.client.callTool(call, undefined, options)) as CallToolResult);
    this.#settings.onAnswer(answer);
    return answer;
  }

  /** The first call; answers its confirm token. */
  async preview(tool: string, args: object): Promise<string> {
    const { body } = await this.call(tool, args);
    if (typeof body.confirm_token !== "string") throw new Error(`Expected a preview of ${tool}`);
    return body.confirm_token;
  }

  /** The error of a call that must get no answer. */
  async callInVain(tool: string, args: object, options?: RequestOptions): Promise<Error> {
    try {
      await this.call(tool, args, options);
    } catch (error) {
      return error as Error;
    }
    throw new Error(`${tool} was answered`);
  }
}
