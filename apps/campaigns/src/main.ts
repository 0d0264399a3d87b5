import { run } from "./server/run.js";

process.exitCode = await run(process.argv.slice(2));
