// The public API of "@holdpoint/tier2-store-redis".
export type { RedisStoreOptions } from "./options.js";
export { type RedisStore, redisStore } from "./redis-store.js";
export type { Unsafe } from "./setup.js";
