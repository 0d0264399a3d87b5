import type { AnyDefinition } from "../tool/define-tool.js";
import { definitionText } from "../tool/definition-text.js";
import type { Parts } from "./parts.js";

/** Converting an input schema takes long, and a definition never changes. */
const texts = new WeakMap<AnyDefinition, string>();

/** Names the definition that an approver relied on: all of it that can be written down. */
export function definitionDigest({ platform }: Pick<Parts, "platform">, definition: AnyDefinition): string {
  const text = texts.get(definition) ?? definitionText(definition);
  texts.set(definition, text);
  return platform.sha256(`holdpoint/definition 1\n${text}`);
}
