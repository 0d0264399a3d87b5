import { shortened } from "./answer.js";
import type { Stage } from "./chapter.js";

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export type HttpCaller = (path: string, args: object, headers?: Record<string, string>) => Promise<HttpAnswer>;

/** POSTs as any HTTP client does, and shows both sides. */
export const httpCaller =
  ({ showExchange }: Pick<Stage, "showExchange">, url: string, token: string | undefined): HttpCaller =>
  async (path, args, headers = {}) => {
    const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const response = await fetch(new URL(path, url), {
      method: "POST",
      headers: { "Content-Type": "application/json", ...authorization, ...headers },
      body: JSON.stringify(args),
    });
    const text = await response.text();
    const body = JSON.parse(text) as HttpAnswer["body"];
    const sent = [JSON.stringify(args), ...Object.entries(headers).map((header) => header.join(": "))].join("  ");
    const told = body.summary ?? body.message ?? body.error;
    showExchange(shortened(`POST ${path} ${sent}`), response.status, String(told));
    return { status: response.status, headers: response.headers, text, body };
  };
