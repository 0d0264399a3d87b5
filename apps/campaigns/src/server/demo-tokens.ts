/**
 * FOR THE DEMO ONLY. These tokens stand in a public file, so they keep nobody out: they give the example two callers
 * to tell apart. A real deployment verifies tokens with its authorization server and knows a token by its id.
 */
export interface DemoToken {
  readonly token: string;
  readonly id: string;
  readonly subject: string;
}

export const demoTokens = {
  a: { token: "demo-only-token-a", id: "mcp-token-a", subject: "demo-operator-a" },
  b: { token: "demo-only-token-b", id: "mcp-token-b", subject: "demo-operator-b" },
} as const satisfies Record<string, DemoToken>;

export const demoToken = (token: string): DemoToken | undefined =>
  Object.values(demoTokens).find((candidate) => candidate.token === token);
