import type { Tier2Engine, ToolResult } from "@holdpoint/tier2-core";

export interface Foo {
  id: number;
  name: string;
  related_count: number;
}

export interface FooDb {
  getFoo(id: number): Promise<Foo | undefined>;
  deleteFoo(id: number): Promise<Foo>;
}

interface Call {
  params: { id: number; confirm_token?: string };
  ctx: { token: { id: string } };
}

/** The Tier-2 contract's template for a new tool, as printed there, plus `await`. */
export function seedHandler(tier2: Tier2Engine, db: FooDb) {
  return async function toolDeleteFoo({ params, ctx }: Call): Promise<ToolResult> {
    const { id, confirm_token } = params;

    // Second call — execute
    if (confirm_token) {
      const validation = await tier2.consumeToken({
        confirm_token,
        tokenId: ctx.token.id,
        toolName: "delete_foo",
        params,
      });
      if (!validation.ok) {
        return tier2.rejectionResponse({ tool: "delete_foo", reason: validation.reason });
      }
      // Cache hit — return cached result without re-running
      if (validation.completed) return validation.completed;

      // Real execute
      const result = await db.deleteFoo(id);
      const response = tier2.doneResponse({
        tool: "delete_foo",
        message: `Foo ${id} deleted`,
        details: { foo: result },
      });
      await tier2.recordCompletion(confirm_token, response); // ← critical, after SQL commit
      return response;
    }

    // First call — preview
    const foo = await db.getFoo(id);
    if (!foo) return tier2.okText({ status: "rejected", error: "Foo not found" });

    const preview = {
      foo_id: id,
      foo_name: foo.name,
      related_things_count: foo.related_count,
    };
    const token = await tier2.issueToken({
      tokenId: ctx.token.id,
      toolName: "delete_foo",
      params,
      preview,
    });
    return tier2.previewResponse({
      tool: "delete_foo",
      summary: `Will delete foo #${id} '${foo.name}' and ${foo.related_count} related things.`,
      preview,
      token,
    });
  };
}
