// The public API. Any new name here is a promise.

export type { Reviewed } from "./review/endpoint.js";
export type { ReviewCode } from "./review/problems.js";
export type { JsonBody } from "./review/request-members.js";
export { type ReviewApi, type ReviewOptions, type ReviewRequest, reviewApi } from "./review/review-api.js";
export type { ReviewReply } from "./review/review-reply.js";
export type { RequestHeaders } from "./review/same-origin.js";
export { type ReviewRouterOptions, reviewRouter } from "./review-router.js";
export { type Tier2MiddlewareOptions, tier2Middleware } from "./tier2-middleware.js";
