import { type Requester, type Tier2Engine, Tier2Error, type Tier2Tool, toHttp } from "@holdpoint/tier2-core";
import type { Request, RequestHandler, Response } from "express";
import { asError } from "./as-error.js";
import { closeSignal } from "./close-signal.js";
import { readRequest } from "./read-request.js";
import { send } from "./send.js";

export interface Tier2MiddlewareOptions {
  /**
   * Who asks: made from what your authentication verified, never from arguments. `undefined` = nobody, which is
   * refused with 403. What it throws goes to `next(err)`.
   */
  requester: (req: Request) => Requester | undefined | Promise<Requester | undefined>;
  /** The tool's arguments. Default: the members of body, query and path together, as they are. */
  params?: (req: Request) => unknown;
}

/**
 * Guards a route with a Tier-2 tool and answers every request to it: 428 with the preview and its confirm token, 2xx
 * if and only if the operation is known to have been executed, otherwise the refusal's status. Mount it behind your
 * body parser, e.g. `express.json()`.
 *
 * The confirm token comes in the body field `confirm_token` or in the header `Tier2-Confirm-Token`. An operation goes
 * on when its client disconnects; the client's retry gets the recorded answer.
 *
 * @throws Tier2Error `level_unavailable` or `invalid_setup`, now; later ones go to `next(err)`, `body_not_parsed`
 * among them.
 */
export function tier2Middleware(
  tier2: Tier2Engine,
  tool: Tier2Tool,
  options: Tier2MiddlewareOptions,
  // biome-ignore lint/suspicious/noExplicitAny: fits a route whatever parameters its path has
): RequestHandler<any> {
  if (typeof options?.requester !== "function") {
    throw new Tier2Error("invalid_setup", `tier2Middleware needs \`requester\`: who calls "${tool.name}"?`);
  }
  tier2.register(tool);

  async function answer(req: Request, res: Response): Promise<void> {
    const signal = closeSignal(res);
    const { args, ...read } = await readRequest(req, options.params);
    const requester = await options.requester(req);
    const reply = await tier2.call(tool, args, { ...read, requester, signal, source: req });
    send(res, toHttp(reply));
  }

  // The promise is not handed to Express: version 5 would forward its rejection a second time.
  return (req, res, next) => {
    answer(req, res).catch((thrown: unknown) => next(asError(thrown)));
  };
}
