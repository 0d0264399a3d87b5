import { shared } from "../../vitest.shared.ts";

export default shared({ test: { globalSetup: "test/sinks/support/global-setup.ts" } });
