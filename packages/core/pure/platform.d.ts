// Stands in for src/platform.ts, the one impure file, while tsconfig.pure.json checks the rest of core.
export declare const platform: import("../src/ports.js").Platform;
