import { type AnySchema, type Done, type Refused, type Verbatim, verbatim } from "@holdpoint/tier2-core";
import { isMembers } from "../members.js";
import { isRefusal } from "../recordable.js";

const text = (value: string) => ({ type: "text" as const, text: value });

/**
 * A tool's own result, in the form in which it is recorded, sent and replayed: what mcp-nest would make of it. One that
 * a client would reject is told as text: by now the operation ran, and an error without that would invite another run.
 */
export async function toolResult(
  tool: string,
  result: unknown,
  outputSchema: unknown,
): Promise<Done | Refused | Verbatim> {
  if (result === undefined || isRefusal(result)) return result ?? { message: "Executed." };
  const made = isMembers(result) && Array.isArray(result.content) ? result : resultOf(result, outputSchema);
  const problem = made.isError === true ? undefined : await problemWith(made.structuredContent, outputSchema);
  if (problem === undefined) return verbatim(made);
  return verbatim({
    content: [
      text(
        `"${tool}" WAS EXECUTED; only its result does not have the promised form (${problem}). Do not call it again to mend that. The result as it is:`,
      ),
      text(JSON.stringify(made)),
    ],
    isError: true,
  });
}

const resultOf = (result: unknown, outputSchema: unknown): Record<string, unknown> => ({
  content: [text(JSON.stringify(result) ?? "Executed.")],
  ...(outputSchema !== undefined && { structuredContent: result }),
});

type Issues = readonly { readonly message?: unknown }[] | undefined;

interface Zod {
  safeParseAsync(value: unknown): Promise<{ readonly error?: { readonly issues: Issues } }>;
}

async function problemWith(structured: unknown, outputSchema: unknown): Promise<string | undefined> {
  const schema = outputSchema as Partial<AnySchema & Zod> | undefined;
  if (schema?.["~standard"] === undefined) return undefined; // none, or a JSON Schema, which only clients check
  if (structured === undefined) return "it has no structuredContent";
  try {
    const issues = await issuesOf(schema as AnySchema & Partial<Zod>, structured);
    return issues === undefined ? undefined : String(issues[0]?.message ?? "it is not valid");
  } catch (error) {
    return `checking it threw: ${String(error)}`;
  }
}

/** zod in its own way: its Standard Schema interface leaves an asynchronous check that rejects to nobody. */
async function issuesOf(schema: AnySchema & Partial<Zod>, value: unknown): Promise<Issues> {
  if (schema.safeParseAsync === undefined) return (await schema["~standard"].validate(value)).issues;
  return (await schema.safeParseAsync(value)).error?.issues;
}
