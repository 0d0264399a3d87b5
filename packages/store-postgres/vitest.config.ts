import { shared } from "../../vitest.shared.ts";

export default shared({ test: { globalSetup: "test/support/global-setup.ts" } });
