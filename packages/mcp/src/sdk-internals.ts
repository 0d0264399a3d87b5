import { Tier2Error } from "@holdpoint/tier2-core";
import type { McpServer, RegisteredTool } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Extra } from "./extra.js";

/** A request handler as the SDK keeps it: it takes a request as it came, or as it was parsed. */
export type RequestHandler = (request: unknown, extra: Extra) => Promise<Record<string, unknown>>;

type Create = (name: string, ...rest: unknown[]) => RegisteredTool;

/** What guarding a whole server needs of an McpServer and its types keep to themselves. All of it stands here. */
export interface Internals {
  _registeredTools: Record<string, RegisteredTool>;
  _createRegisteredTool: Create;
  setToolRequestHandlers(): void;
  validateToolInput(tool: { inputSchema?: undefined }, args: unknown, name: string): Promise<unknown>;
  server: { _requestHandlers: Map<string, RequestHandler> };
}

/**
 * The parts of a server that are not public.
 *
 * @throws Tier2Error `invalid_setup` for a server that is built otherwise: what cannot be found cannot be guarded
 */
export function internalsOf(server: McpServer): Internals {
  const inner = server as unknown as Partial<Internals> | undefined;
  const found =
    typeof inner?._registeredTools === "object" &&
    typeof inner._createRegisteredTool === "function" &&
    typeof inner.setToolRequestHandlers === "function" &&
    typeof inner.validateToolInput === "function" &&
    inner.server?._requestHandlers instanceof Map;
  if (found) return inner as Internals;
  throw new Tier2Error(
    "invalid_setup",
    "This is no McpServer of @modelcontextprotocol/sdk as guardServer knows it (1.30 to 1.32), so its tools could not all be found. Register each with registerTier2Tool instead.",
  );
}

/**
 * Does this transport answer with one JSON body, so that nothing reaches the client before the answer? What is sent earlier
 * is dropped without a word. Where it cannot be told, a question is sent all the same, and times out.
 */
export function sendsOnlyAnswers(transport: object | undefined): boolean {
  const { _enableJsonResponse, _webStandardTransport } = (transport ?? {}) as JsonTransport;
  return _enableJsonResponse === true || _webStandardTransport?._enableJsonResponse === true;
}

/** Of Streamable HTTP: for web standards itself, or wrapped for Node. */
interface JsonTransport {
  _enableJsonResponse?: unknown;
  _webStandardTransport?: { _enableJsonResponse?: unknown };
}

/** The tool of that name, if there is one; never a member that objects have anyway. */
export const registeredTool = ({ _registeredTools }: Internals, name: string): RegisteredTool | undefined =>
  Object.hasOwn(_registeredTools, name) ? _registeredTools[name] : undefined;

/** The name under which a tool can be called now. */
export const nameOf = ({ _registeredTools }: Internals, tool: RegisteredTool): string | undefined =>
  Object.keys(_registeredTools).find((name) => _registeredTools[name] === tool);

/** Calls back with each tool that is registered from now on, in whatever way. If that throws, the tool is not there. */
export function onRegistered(internals: Internals, hook: (name: string, tool: RegisteredTool) => void): void {
  const create: Create = internals._createRegisteredTool.bind(internals);
  internals._createRegisteredTool = (name, ...rest) => {
    const tool = create(name, ...rest);
    try {
      hook(name, tool);
    } catch (error) {
      tool.remove();
      throw error;
    }
    return tool;
  };
}

/** The server's own limit on the number of elements in the arguments. Rejects for more. */
export const demandSize = (internals: Internals, name: string, args: unknown): Promise<unknown> =>
  internals.validateToolInput({}, args, name);
