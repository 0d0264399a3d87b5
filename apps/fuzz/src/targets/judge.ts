import { canonicalJson } from "@holdpoint/tier2-core";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import type { JsonObject } from "../values/json.js";
import type { ToolInput } from "../values/tool-inputs.js";
import { noParams } from "./registrars.js";

type Verdict =
  | { readonly kind: "fits"; readonly params: string }
  /** The arguments are wrong. */
  | { readonly kind: "invalid" }
  /** The schema is: it throws, answers what is no JSON, or not twice the same. */
  | { readonly kind: "unusable" };

/** Compares what a tool answers with what its own schema says of the arguments. */
export class Judge {
  constructor(
    private readonly client: Client,
    private readonly schema: ToolInput["judge"],
    private readonly ran: unknown[],
  ) {}

  /** A tool that was refused is not there. */
  async absent(args: JsonObject): Promise<void> {
    const answer = await this.#call(args);
    if (answer.isError !== true || this.ran.length > 0) throw new Error("A refused tool answers.");
  }

  async guarded(args: JsonObject, listed: Tool | undefined): Promise<void> {
    this.ran.length = 0;
    if (listed?.inputSchema.properties?.confirm_token === undefined) throw new Error("Its token is not listed.");
    const verdict = await this.#verdictOn(args);
    const first = await this.#call(args);
    this.#demandRuns(0);
    const envelope = envelopeOf(first);
    if (verdict.kind === "unusable") return; // its author hears; that nothing ran is what counts
    if (verdict.kind === "invalid") {
      if (envelope?.reason !== "invalid_params") throw new Error(`Invalid, and answered ${JSON.stringify(first)}`);
      return;
    }
    const token = envelope?.confirm_token;
    if (typeof token !== "string") throw new Error(`Valid, and answered ${JSON.stringify(first)}`);
    await this.#confirm(args, token, verdict.params);
  }

  async #confirm(args: JsonObject, token: string, params: string): Promise<void> {
    await this.#call({ ...args, confirm_token: `${token}x` });
    this.#demandRuns(0);
    for (let again = 0; again < 2; again += 1) {
      const answer = await this.#call({ ...args, confirm_token: token });
      this.#demandRuns(1);
      if (answer.isError === true) throw new Error(`Confirmed, and answered ${JSON.stringify(answer)}`);
    }
    const [got] = this.ran;
    if (got !== noParams && canonicalJson(got) !== params)
      throw new Error("The handler got other params than validated.");
  }

  #demandRuns(runs: number): void {
    if (this.ran.length !== runs) throw new Error(`The handler ran ${this.ran.length} times, not ${runs}.`);
  }

  async #call(args: JsonObject): Promise<CallToolResult> {
    return (await this.client.callTool({ name: "do_it", arguments: args })) as CallToolResult;
  }

  /** What the schema itself says, asked twice, since what it says may differ. */
  async #verdictOn(args: JsonObject): Promise<Verdict> {
    const [first, second] = [await this.#ask(args), await this.#ask(args)];
    return JSON.stringify(first) === JSON.stringify(second) ? first : { kind: "unusable" };
  }

  async #ask(args: JsonObject): Promise<Verdict> {
    if (this.schema === null) return { kind: "unusable" };
    const sent: unknown = JSON.parse(canonicalJson(args));
    if (this.schema === undefined) return { kind: "fits", params: canonicalJson(sent) };
    try {
      const parsed = await this.schema.safeParseAsync(sent);
      return parsed.success ? { kind: "fits", params: canonicalJson(parsed.data ?? {}) } : { kind: "invalid" };
    } catch {
      return { kind: "unusable" };
    }
  }
}

function envelopeOf({ content }: CallToolResult): { reason?: unknown; confirm_token?: unknown } | undefined {
  const last = content.at(-1);
  if (last?.type !== "text") return undefined;
  try {
    return JSON.parse(last.text) as object;
  } catch {
    return undefined;
  }
}
