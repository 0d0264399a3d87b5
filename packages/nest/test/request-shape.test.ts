import http from "node:http";
import { Tier2 } from "@holdpoint/tier2-nest";
import { Body, Controller, Delete, Param, Post } from "@nestjs/common";
import { beforeEach, describe, expect, test } from "vitest";
import { appOf, platforms, serve } from "./support/apps.js";
import { send } from "./support/http-client.js";
import { tier2 } from "./support/module.js";

const ran: unknown[] = [];
const previewed: unknown[] = [];
beforeEach(() => {
  ran.length = 0;
  previewed.length = 0;
});

@Controller("foos")
class Foos {
  @Delete(":id")
  @Tier2({ preview: "preview", category: "delete" })
  remove(@Param("id") id: string) {
    ran.push(id);
    return { id };
  }
  preview(id: string) {
    previewed.push(id);
    return { summary: `Will delete ${id}`, preview: { id } };
  }
}

/** Node's own client, as `fetch` joins and drops headers by itself. */
const raw = (url: string, headers: http.OutgoingHttpHeaders, body = "") =>
  new Promise<{ status: number | undefined; body: { reason?: string; error?: string } }>((resolve, reject) => {
    const request = http.request(
      url,
      { method: "DELETE", headers: { "x-token-id": "alice", ...headers } },
      (answer) => {
        let text = "";
        answer.on("data", (chunk) => {
          text += chunk;
        });
        answer.on("end", () => resolve({ status: answer.statusCode, body: JSON.parse(text) }));
      },
    );
    request.on("error", reject);
    request.end(body);
  });

describe.each(platforms)("on $platform", ({ platform, adapter }) => {
  const start = async () => serve(await appOf({ imports: [tier2().module], controllers: [Foos] }, adapter));

  test("a token's header that stands in the request twice is refused, also with one valid token in both", async () => {
    const url = await start();
    const { confirm_token } = (await send(`${url}/foos/7`)).body;
    const refused = await raw(`${url}/foos/7`, { "Tier2-Confirm-Token": [confirm_token, confirm_token] });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      reason: "invalid_params",
      error: "Invalid arguments: the header Tier2-Confirm-Token stands in the request more than once.",
    });
    expect(ran).toEqual([]);
    expect((await raw(`${url}/foos/7`, { "Tier2-Confirm-Token": confirm_token })).status).toBe(200);
    expect(ran).toEqual(["7"]);
  });

  test.each(["with a length", "in chunks"])("a body that nobody read is refused, sent %s", async (how) => {
    const url = await start();
    const body = JSON.stringify({ confirm_token: (await send(`${url}/foos/7`)).body.confirm_token });
    const length = how === "in chunks" ? { "transfer-encoding": "chunked" } : { "content-length": body.length };
    const before = previewed.length;
    const refused = await raw(`${url}/foos/7`, { "content-type": "application/octet-stream", ...length }, body);
    const unread = "Invalid arguments: the body was not read; send JSON with Content-Type: application/json.";
    // Fastify refuses it before any route is asked.
    const expected = platform === "Express" ? [400, unread] : [415, undefined];
    expect([refused.status, refused.body.error]).toEqual(expected);
    expect([previewed.length, ran]).toEqual([before, []]);
  });

  test("the same operation again is acknowledged in the body, which is no param of it", async () => {
    @Controller("strict")
    class Strict {
      @Post()
      @Tier2({ preview: "preview", category: "delete" })
      run(@Body() body: object) {
        ran.push(body);
        return { done: true };
      }
      preview(body: object) {
        previewed.push(body);
        return { summary: "Will do it", preview: {} };
      }
    }
    const url = await serve(await appOf({ imports: [tier2().module], controllers: [Strict] }, adapter));
    const post = async (body: object) => (await send(`${url}/strict`, { method: "POST", body })).body;
    const first = await post({ a: 1 });
    await post({ a: 1, confirm_token: first.confirm_token });
    const again = await post({ a: 1 });
    const refused = await post({ a: 1, confirm_token: again.confirm_token });
    expect(refused).toMatchObject({ status: "rejected", reason: "duplicate" });
    expect(ran).toHaveLength(1);
    const { confirm_token, duplicate_of } = await post({ a: 1 });
    const acknowledge_duplicate = duplicate_of.operation_id;
    const acknowledged = await post({ a: 1, confirm_token, acknowledge_duplicate });
    expect(acknowledged).toEqual({ done: true });
    expect(ran).toEqual([{ a: 1 }, { a: 1 }]);
    expect(previewed.every((body) => JSON.stringify(body) === '{"a":1}')).toBe(true);
  });
});
