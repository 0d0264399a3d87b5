import { createTier2, type Tier2Event } from "@holdpoint/tier2-core";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import { metrics, trace } from "@opentelemetry/api";
import { pino } from "pino";

export const lines: string[] = [];
const log = pino({}, { write: (line: string) => void lines.push(line) });
const count = metrics.getMeter("tier2").createCounter("tier2.events");
const took = metrics.getMeter("tier2").createHistogram("tier2.execute.duration", { unit: "ms" });

function onEvent(event: Tier2Event) {
  const { type, tool, server, operationId } = event;
  log[type === "failed" || type === "in_doubt" ? "error" : "info"](event, `tier2 ${type}`);
  count.add(1, { type, tool, server, ...(event.type === "refused" && { reason: event.reason }) });
  if (event.type === "completed") took.record(event.durationMs, { tool });
  trace.getActiveSpan()?.addEvent(`tier2.${type}`, { "tier2.operation_id": operationId });
}

export const journal: string[] = [];
export const tier2 = createTier2({
  store: memoryStore(),
  server: "foos",
  onEvent,
  journal: async (event) => void journal.push(JSON.stringify(event)),
});
