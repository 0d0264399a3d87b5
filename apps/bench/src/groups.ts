import { auditAppend } from "./groups/audit-append.js";
import { memoryCycle } from "./groups/memory-cycle.js";
import { postgresCycle } from "./groups/postgres-cycle.js";
import { postgresConsume, postgresReplay } from "./groups/postgres-steps.js";
import { redisConsume } from "./groups/redis-consume.js";
import { redisCycle } from "./groups/redis-cycle.js";
import type { Group } from "./harness/group.js";

/** In the order in which they run. */
export const groups: readonly Group[] = [
  memoryCycle,
  redisConsume,
  redisCycle,
  postgresConsume,
  postgresReplay,
  postgresCycle,
  auditAppend,
];
