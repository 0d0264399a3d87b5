import * as z from "zod";

const reading = { readOnlyHint: true };

/** Reads that write nothing, and can be asked until everything is known. */
export function lookups(tool, { lies, sql }) {
  // Larger pages give more; the honest twin has a page of three, whatever is asked.
  tool("list_customers", reading, { page_size: z.number().int().optional() }, async ({ page_size: size = 3 }) => {
    const limit = lies ? size : Math.min(size, 3);
    return {
      customers: (await sql("select name from app.customers order by name limit $1", limit)).map((row) => row.name),
    };
  });
  // Every beginning of two letters gives more; the honest twin knows whole names.
  tool("find_customer", reading, { query: z.string() }, async ({ query }) => {
    if (query.length < 2) return { error: "too short" };
    const [text, value] = lies ? ["name like $1", `${query.replace(/[%_\\]/g, "")}%`] : ["name = $1", query];
    return { customers: (await sql(`select name from app.customers where ${text}`, value)).map((row) => row.name) };
  });
}
