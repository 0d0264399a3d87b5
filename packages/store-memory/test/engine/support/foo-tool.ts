import {
  defineTier2Tool,
  type ExecuteContext,
  type Preview,
  type Refused,
  type Tier2Tool,
  type Tier2ToolDefinition,
} from "@holdpoint/tier2-core";
import { z } from "zod";

const input = z.object({ id: z.number(), note: z.string().optional(), password: z.string().optional() });
type Definition = Tier2ToolDefinition<typeof input, Preview | Refused, "password">;

export interface FooTool {
  readonly tool: Tier2Tool<typeof input>;
  /** One entry for each time that the handler started. */
  readonly starts: { readonly params: z.infer<typeof input>; readonly ctx: ExecuteContext<object> }[];
}

/** A Tier-2 tool that counts the starts of its handler. */
export function fooTool(changes: Partial<Definition> = {}): FooTool {
  const starts: FooTool["starts"] = [];
  const {
    preview = ({ id }) => ({ summary: `Will delete foo #${id}`, preview: { foo_id: id } }),
    execute = ({ id }) => ({ message: `Foo ${id} deleted` }),
    ...rest
  } = changes;
  const tool = defineTier2Tool<typeof input, Preview | Refused, "password">({
    name: "delete_foo",
    category: "delete",
    input,
    ...rest,
    preview,
    execute(params, ctx) {
      starts.push({ params: structuredClone(params), ctx });
      return execute(params, ctx);
    },
  });
  return { tool, starts };
}
