import { Redis } from "ioredis";

/** The application's own client of its own Redis. */
export const client = new Redis(process.env.REDIS_URL ?? "redis://127.0.0.1:6379", { lazyConnect: true });
