import type { WayToCall } from "./raw-answer.js";

export interface FetchedFrom {
  /** Where a tool is, e.g. (tool) => `${base}/${tool}`. */
  readonly url: (tool: string) => string | URL;
  /** What authenticates this client. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default POST. */
  readonly method?: string;
}

/** Calls with `fetch`: the arguments, and with them the confirm token, as a JSON body. */
export function fetchCaller({ url, headers = {}, method = "POST" }: FetchedFrom): WayToCall {
  return async (tool, args) => {
    const response = await fetch(url(tool), {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(args),
    });
    return {
      via: "http",
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: parsed(await response.text()),
    };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
