import { shared } from "../../vitest.shared.ts";

/** These tests wait for servers more than they compute, so several files run at once on any machine. */
export default shared({ test: { maxWorkers: 3 } });
