import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import { db } from "./app.js";

export const deleteFoo = defineTier2Tool({
  name: "delete_foo",
  description: "Delete a foo and everything related to it.",
  input: z.strictObject({ id: z.number().int() }),
  category: "delete",
  async preview({ id }) {
    const foo = await db.getFoo(id);
    if (!foo) return refuse("Foo not found");
    return {
      summary: `Will delete foo #${id} '${foo.name}' and ${foo.related_count} related things.`,
      preview: { foo_id: id, foo_name: foo.name, related: foo.related_count },
      stateVersion: String(foo.version),
      material: { target: `foo:${id}`, reversibility: "irreversible" },
    };
  },
  async execute({ id }, { preview }) {
    const related: number = preview.related;
    return { message: `Foo ${id} deleted`, details: { foo: await db.deleteFoo(id), related } };
  },
});
