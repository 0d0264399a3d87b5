import { shared } from "../../vitest.shared.ts";

// Most of the time goes into waiting for servers and for quiet, not into work. On a busy machine a whole matrix takes minutes.
export default shared({ test: { maxWorkers: 4, hookTimeout: 400_000, testTimeout: 400_000 } });
