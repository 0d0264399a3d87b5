/** Where in a call an argument is taken from. */
export type Place = "path" | "query" | "body" | "arguments";

/** What was sent at each place, before any pipe. */
export type Sent = Readonly<Partial<Record<Place, unknown>>>;

/** What a whole argument that is no object is called among the params: no member of an object is called so. */
export const listName: Readonly<Record<string, string>> = {
  path: "@Param()",
  query: "@Query()",
  body: "@Body()",
  arguments: "@Payload()",
};
