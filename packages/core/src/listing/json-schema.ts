/** A JSON Schema of an object, as MCP lists it. */
export type JsonSchema = {
  type?: unknown;
  properties?: Record<string, unknown>;
  definitions?: Record<string, unknown>;
  [keyword: string]: unknown;
};
