// The Redis that the application has already.
import { Redis } from "ioredis";

export const client = new Redis(process.env.REDIS_URL ?? "redis://127.0.0.1:6379", { lazyConnect: true });
