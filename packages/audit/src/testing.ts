// The public API of "@holdpoint/tier2-audit/testing".
export { type MemorySink, memorySink } from "./sinks/memory-sink.js";
