import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  type MeterProvider,
  metrics,
  ROOT_CONTEXT,
  type Span,
  trace,
} from "@opentelemetry/api";

/** What an SDK of OpenTelemetry would have exported: each instrument's records, and each span's events. */
export const records: { instrument: string; value: number; attributes: Attributes | undefined }[] = [];

const instrument = (name: string) => {
  const record = (value: number, attributes?: Attributes) => records.push({ instrument: name, value, attributes });
  return { add: record, record };
};
const meter = { createCounter: instrument, createHistogram: instrument };
const contexts = new AsyncLocalStorage<Context>();
const manager: ContextManager = {
  active: () => contexts.getStore() ?? ROOT_CONTEXT,
  with: (active, fn, thisArg, ...args) => contexts.run(active, () => fn.apply(thisArg, args)),
  bind: (_context, target) => target,
  enable: () => manager,
  disable: () => manager,
};

/** Stands for an SDK. It must be there before a module asks for a meter. */
export function installTelemetry(): void {
  metrics.setGlobalMeterProvider({ getMeter: () => meter } as unknown as MeterProvider);
  context.setGlobalContextManager(manager);
}

/** Runs the work in a span of its own; answers the events that were added to it. */
export async function inSpan(work: () => Promise<unknown>): Promise<[name: string, attributes: unknown][]> {
  const events: [string, unknown][] = [];
  const span = { addEvent: (name: string, attributes: unknown) => events.push([name, attributes]) } as unknown as Span;
  await context.with(trace.setSpan(ROOT_CONTEXT, span), work);
  return events;
}
