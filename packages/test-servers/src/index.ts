export { freePort } from "./free-port.js";
export { type Reply, redisCommand } from "./redis/command.js";
export { type RedisOptions, type RedisServer, startRedis } from "./redis/redis-server.js";
export { type Readiness, type ServerProcess, startServer } from "./server-process.js";
