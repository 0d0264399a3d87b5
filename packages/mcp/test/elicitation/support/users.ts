import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  type ClientCapabilities,
  type ElicitRequestFormParams,
  ElicitRequestSchema,
  type ElicitResult,
} from "@modelcontextprotocol/sdk/types.js";

export type Form = ElicitRequestFormParams;

/** The one field of a form. */
export const fieldOf = ({
  requestedSchema,
}: Form): [string, { title?: string | undefined; description?: string | undefined }] => {
  const [[name, field] = []] = Object.entries(requestedSchema.properties);
  if (name === undefined || field === undefined) throw new Error("A form without a field");
  return [name, field];
};

export const typing =
  (text: string) =>
  (form: Form): ElicitResult => ({ action: "accept", content: { [fieldOf(form)[0]]: text } });

/** The one that a person gives: it reads what the form names as the target. */
export const person = (form: Form): ElicitResult => typing(/^Target: "(.*)"$/m.exec(form.message)?.[1] ?? "")(form);

/** Clients that answer by themselves, with whatever they find in the form. None of them reads it. */
export const machines: Readonly<Record<string, (form: Form) => ElicitResult>> = {
  "accepts without content": () => ({ action: "accept" }),
  "accepts with null": () => ({ action: "accept", content: null as never }),
  "accepts an empty form": () => ({ action: "accept", content: {} }),
  "accepts with an empty text": typing(""),
  "accepts with a blank": typing(" "),
  "accepts with the schema's defaults": ({ requestedSchema }) => ({
    action: "accept",
    content: Object.fromEntries(
      Object.entries(requestedSchema.properties).map(([name, field]) => [
        name,
        String((field as { default?: unknown }).default ?? ""),
      ]),
    ),
  }),
  "echoes the field's name": (form) => typing(fieldOf(form)[0])(form),
  "echoes the field's title": (form) => typing(fieldOf(form)[1].title ?? "")(form),
  "echoes the field's description": (form) => typing(fieldOf(form)[1].description ?? "")(form),
  "echoes the message": (form) => typing(form.message)(form),
  "echoes the last line of the message": (form) => typing(form.message.split("\n").at(-1) ?? "")(form),
  "echoes the whole schema": (form) => typing(JSON.stringify(form.requestedSchema))(form),
  ...Object.fromEntries(
    ["yes", "y", "ok", "true", "confirm", "accept", "string", "a", "1", "undefined", "null"].map((word) => [
      `types "${word}"`,
      typing(word),
    ]),
  ),
  "ticks a box": (form) => ({ action: "accept", content: { [fieldOf(form)[0]]: true } }),
  "adds a field of its own": (form) => {
    const { content } = person(form);
    return { action: "accept", content: { ...content, remember: true } };
  },
  "fills in another field": (form) => {
    const [text = ""] = Object.values(person(form).content ?? {}) as string[];
    return { action: "accept", content: { target: text } };
  },
  declines: () => ({ action: "decline" }),
  "declines with the answer": (form) => ({ ...person(form), action: "decline" }),
  cancels: () => ({ action: "cancel" }),
  "says that it has no such method": () => {
    throw new Error("Method not found");
  },
};

/** A client that says it has these capabilities, and whose user, or whoever answers in their place, says this. */
export function askable(
  elicitation: ClientCapabilities["elicitation"] | undefined,
  says: (form: Form) => ElicitResult | Promise<ElicitResult>,
) {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { capabilities: elicitation === undefined ? {} : { elicitation } },
  );
  client.onerror = () => {};
  const forms: Form[] = [];
  const pages: string[] = [];
  if (elicitation !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      if (params.mode === "url") {
        pages.push(params.url);
        return { action: "accept" };
      }
      forms.push(params as Form);
      return says(params as Form);
    });
  }
  return { client, forms, pages };
}
