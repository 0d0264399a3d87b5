export { anyPostgres } from "./any-postgres.js";
export { freePort } from "./free-port.js";
export { emptyFolder, type PostgresOptions, type PostgresServer, startPostgres, startPostgresOn } from "./postgres.js";
export { type Reply, redisCommand } from "./redis/command.js";
export { type RedisOptions, type RedisServer, startRedis } from "./redis/redis-server.js";
export { type Readiness, type ServerProcess, startServer } from "./server-process.js";
