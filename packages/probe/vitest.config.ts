import { shared } from "../../vitest.shared.ts";

// Most of the time goes into waiting for servers and for quiet, not into work.
export default shared({ test: { maxWorkers: 4 } });
