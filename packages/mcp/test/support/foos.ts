import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";

/** A system of record that counts what was really done to it. */
export class Foos {
  readonly deleted: number[] = [];
  previews = 0;
  /** Runs inside the handler, before the effect. */
  hold: () => Promise<void> = async () => {};

  preview(id: number) {
    this.previews += 1;
    return { summary: `Will delete foo #${id}.`, preview: { foo_id: id } };
  }

  async delete(id: number) {
    await this.hold();
    this.deleted.push(id);
    return this.deleted.length;
  }
}

export const deleteFoo = (foos: Foos) =>
  defineTier2Tool({
    name: "delete_foo",
    description: "Deletes a foo.",
    input: z.strictObject({ id: z.number().int() }),
    category: "delete",
    preview: async ({ id }) => (id < 0 ? refuse("No such foo.") : foos.preview(id)),
    execute: async ({ id }) => ({ message: `Foo ${id} deleted`, details: { nth: await foos.delete(id) } }),
  });
