import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  type ElicitRequestFormParams,
  ElicitRequestSchema,
  type ElicitResult,
} from "@modelcontextprotocol/sdk/types.js";
import type { Page } from "./page.js";

/** Whoever answers at a client: a person, or a client that answers in their place. What it is asked, it is shown. */
export interface User {
  /** The questions so far. */
  readonly questions: readonly ElicitRequestFormParams[];
  /** What is answered from now on. */
  answers(how: (question: ElicitRequestFormParams) => ElicitResult): void;
}

export const capabilities = { elicitation: { form: {} } };

/** The answer of a person who typed this into the one field that there is. */
export const typed =
  (text: string) =>
  ({ requestedSchema }: ElicitRequestFormParams): ElicitResult => ({
    action: "accept",
    content: Object.fromEntries(Object.keys(requestedSchema.properties).map((field) => [field, text])),
  });

/** Puts a user before a client that says it can ask one. */
export function userOf(client: Client, page: Page): User {
  const questions: ElicitRequestFormParams[] = [];
  let answer = (_question: ElicitRequestFormParams): ElicitResult => ({ action: "cancel" });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    if (params.mode === "url") return { action: "cancel" };
    questions.push(params);
    const given = answer(params);
    page.asked(params.message, [given.action, JSON.stringify(given.content ?? {})].join(" "));
    return given;
  });
  return {
    questions,
    answers(how) {
      answer = how;
    },
  };
}
