// The names under which Nest and mcp-nest keep what their decorators say. They are the same in Nest 11 and 12, and a
// test compares each with the installed version; importing them would need paths that differ between the two.

export const routePath = "path";
export const requestMethod = "method";
export const routeVersion = "__version__";
export const routeHost = "host";
/** With the id of one app behind it, what `RouterModule` says of a module; alone, what holds in all of them. */
export const modulePath = "__module_path__";
export const routeArguments = "__routeArguments__";
export const responsePassthrough = "__responsePassthrough__";
export const httpCode = "__httpCode__";
export const interceptors = "__interceptors__";

/** Decorators after which Nest sends something else than what the method returned. */
export const otherAnswers = { "@Redirect()": "__redirect__", "@Render()": "__renderTemplate__", "@Sse()": "__sse__" };

/** First part of the key of an argument of an HTTP route: what the parameter decorator asked for. */
export const routeArgument = { response: 1, next: 2, body: 3, query: 4, path: 5 } as const;
/** Parts of a request that an operation may well hang on, and that no param shows. */
export const outsideArgument: Readonly<Record<number, string>> = {
  8: "@UploadedFile()",
  9: "@UploadedFiles()",
  10: "@HostParam()",
  12: "@RawBody()",
};
/** Parts that mostly carry who calls, or how. */
export const unconfirmedArgument: Readonly<Record<number, string>> = {
  6: "@Headers()",
  14: "@Cookies()",
  15: "@SignedCookies()",
};
/** What holds all that was sent, for the method to read past the params. */
export const wholeRequest = { index: 0, what: "@Req()" } as const;
/** The same for a message handler, such as a tool of mcp-nest. */
export const messageArgument = { payload: 3 } as const;
export const wholeMessage = { index: 6, what: "@Ctx()" } as const;

export const mcpTool = "mcp:tool";
/** What else a method of an MCP controller may be. */
export const otherHandlers = ["mcp:prompt", "mcp:resource", "mcp:resource-template"] as const;
export const messageTransport = "microservices:transport";
