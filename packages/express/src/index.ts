// The public API. Any new name here is a promise.
export { type Tier2MiddlewareOptions, tier2Middleware } from "./tier2-middleware.js";
