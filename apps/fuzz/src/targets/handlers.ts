import { defineTier2Tool, NotExecuted, refuse, type Tier2Tool, verbatim } from "@holdpoint/tier2-core";
import fc from "fast-check";
import { json } from "../values/json.js";
import { odd } from "../values/odd.js";

type Make = () => unknown;

/** What a tool does when it is asked: for its preview, to execute, and what became of it. */
export interface Behaviour {
  readonly preview: Make;
  readonly execute: Make;
  readonly reconcile: Make | undefined;
}

const throwing = (make: Make): Make => {
  return () => {
    throw make();
  };
};
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("NOT EXECUTED", "\r\nX: y", "a\ud800"),
);
const said = fc.record({ message: odd, details: odd });

const preview: fc.Arbitrary<Make> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({ summary: text, preview: odd, stateVersion: fc.option(text, { nil: undefined }) }).map(
      ({ summary, preview: shown, stateVersion }): Make =>
        () => ({ summary: `Will do ${summary}`, preview: { shown: shown() }, stateVersion }),
    ),
  },
  {
    weight: 1,
    arbitrary: text.map(
      (why): Make =>
        () =>
          refuse(why),
    ),
  },
  { weight: 1, arbitrary: odd },
  { weight: 1, arbitrary: odd.map(throwing) },
);

/** A handler's own result, written for MCP. */
const ownResult: fc.Arbitrary<Make> = fc
  .record({
    content: fc.array(
      text.map((said) => ({ type: "text", text: said })),
      { maxLength: 2 },
    ),
    structuredContent: fc.option(json.object, { nil: undefined }),
    isError: fc.option(fc.boolean(), { nil: undefined }),
    _meta: fc.option(json.object, { nil: undefined }),
  })
  .map((result) => () => verbatim(result));

const execute: fc.Arbitrary<Make> = fc.oneof(
  { weight: 2, arbitrary: ownResult },
  {
    weight: 4,
    arbitrary: said.map(
      ({ message, details }): Make =>
        () => ({ message: message(), details: details() }),
    ),
  },
  {
    weight: 1,
    arbitrary: text.map(
      (why): Make =>
        () =>
          refuse(why),
    ),
  },
  { weight: 1, arbitrary: text.map((why): Make => throwing(() => new NotExecuted(why))) },
  { weight: 2, arbitrary: odd },
  { weight: 1, arbitrary: odd.map(throwing) },
);

const reconcile: fc.Arbitrary<Make> = fc.oneof(
  odd,
  odd.map(throwing),
  fc.tuple(fc.constantFrom("completed", "not_executed", "unknown", "other"), said).map(
    ([outcome, { message, details }]): Make =>
      () => ({ outcome, message: message(), details: details() }),
  ),
);

export const behaviour: fc.Arbitrary<Behaviour> = fc.record({
  preview,
  execute,
  reconcile: fc.option(reconcile, { nil: undefined }),
});

/** A tool of that behaviour; `ran` is told each time its handler runs to its end. */
export const toolOf = (what: Behaviour, ran: () => void): Tier2Tool =>
  defineTier2Tool({
    name: "do_it",
    preview: (() => what.preview()) as never,
    execute: (() => {
      const result = what.execute();
      ran();
      return result;
    }) as never,
    ...(what.reconcile && { reconcile: what.reconcile as never }),
  });
