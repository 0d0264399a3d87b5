export { freePort } from "./free-port.js";
export { type Readiness, type ServerProcess, startServer } from "./server-process.js";
