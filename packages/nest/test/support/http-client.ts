export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect
  body: any;
  text: string;
}

export interface Sent {
  method?: string;
  as?: string | undefined;
  headers?: Record<string, string>;
  body?: unknown;
}

/** A real request. `as` stands for the credentials that an authentication would verify. */
export async function send(
  url: string,
  { method = "DELETE", as = "alice", headers = {}, body }: Sent = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(as !== undefined && as !== "" && { "x-token-id": as }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text === "" ? undefined : parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
