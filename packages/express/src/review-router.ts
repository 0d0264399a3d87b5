import { type Approver, Tier2Error } from "@holdpoint/tier2-core";
import type { Request, RequestHandler, Response } from "express";
import { asError } from "./as-error.js";
import { readJson } from "./read-json.js";
import type { Reviewed } from "./review/endpoint.js";
import { type ReviewOptions, reviewApi } from "./review/review-api.js";
import { send } from "./send.js";

export interface ReviewRouterOptions extends ReviewOptions {
  /**
   * The person at the screen, from what your sign-in verified; `undefined` or a throw = nobody, which is 401. An id in
   * one name space with `Requester.subject`, or nobody could tell a self-approval.
   */
  authenticate: (req: Request) => Approver | null | undefined | Promise<Approver | null | undefined>;
}

const mostBodyBytes = 16 * 1024;

/**
 * The review API, for people: lists, reads and decides requests for approval, and settles what is in doubt. Mount it
 * where no agent's credentials are accepted: `app.use("/review", reviewRouter(tier2, { authenticate }))`; a body parser
 * may stand before it and need not. Decisions are POSTs of JSON with the header `Tier2-Review: 1`, from pages of this
 * origin only. Paths that are none of its own go to `next()`.
 *
 * @throws Tier2Error `invalid_setup`, now; later ones go to `next(err)`, except `store_unavailable`, which is 503
 */
export function reviewRouter(tier2: Reviewed, options: ReviewRouterOptions): RequestHandler {
  if (typeof options?.authenticate !== "function") {
    throw new Tier2Error("invalid_setup", "reviewRouter needs `authenticate`: who sits at the screen?");
  }
  const { authenticate, ...others } = options;
  const api = reviewApi(tier2, others);

  async function answer(req: Request, res: Response): Promise<boolean> {
    const reply = await api({
      method: req.method,
      url: req.url,
      headers: req.headers,
      body: () => readJson(req, mostBodyBytes),
      authenticate: () => authenticate(req),
    });
    if (reply !== undefined) send(res, reply);
    return reply !== undefined;
  }

  // The promise is not handed to Express: version 5 would forward its rejection a second time.
  return (req, res, next) => {
    answer(req, res).then(
      (answered) => answered || next(),
      (thrown: unknown) => next(asError(thrown)),
    );
  };
}
