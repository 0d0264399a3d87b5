import { createHash } from "node:crypto";

interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** By text. There are as many as this package has statements, times the schemas in use. */
const names = new Map<string, string>();

/** What `pg` parses and plans once per connection, under a name that no other text has. */
export function namedStatement(text: string, values: unknown[]): NamedStatement {
  let name = names.get(text);
  if (name === undefined) {
    name = `tier2_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
    names.set(text, name);
  }
  return { name, text, values };
}
