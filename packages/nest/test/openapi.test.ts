import type { Policy } from "@holdpoint/tier2-core";
import { Tier2 } from "@holdpoint/tier2-nest";
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, type Type } from "@nestjs/common";
import { ApiBody, ApiProperty, ApiResponse, DocumentBuilder, SwaggerModule } from "@nestjs/swagger";
import { expect, test } from "vitest";
import { appOf } from "./support/apps.js";
import { tier2 } from "./support/module.js";

class DeleteDto {
  @ApiProperty() why!: string;
}

@Controller("foos")
class FoosController {
  @Delete(":id")
  @Tier2({ preview: "preview" })
  remove(@Param("id") _id: string, @Body() _dto: DeleteDto) {}

  @Tier2({ preview: "preview" })
  @Post("parts")
  @HttpCode(202)
  parts(@Body("why") _why: string) {}

  @Put("nothing")
  @Tier2({ preview: "preview" })
  nothing() {}

  @Get("read")
  @Tier2({ preview: "preview" })
  read() {}

  @ApiBody({ schema: { type: "string" } })
  @ApiResponse({ status: 200, description: "my words" })
  @ApiResponse({ status: 409, description: "my conflict" })
  @Tier2({ preview: "preview" })
  @Post("own")
  own(@Body() _dto: DeleteDto) {}

  @Get("free")
  free() {}

  preview() {
    return { summary: "Will do it", preview: {} };
  }
}

const policies: Policy[] = [{ id: "all", version: 1, scope: "all", approvers: ["group:ops"], onDeadline: "lapse" }];

async function documented(options: Parameters<typeof tier2>[0] = { policies }, controller: Type = FoosController) {
  const app = await appOf({ imports: [tier2(options).module], controllers: [controller] });
  // Before the app is initialised, as most apps do.
  const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  return paths as any;
}

const header = { name: "Tier2-Confirm-Token", in: "header", required: false };
const keys = { confirm_token: { type: "string" }, acknowledge_duplicate: { type: "string" } };

test("a guarded route shows its answers, the token's header and the token beside its DTO", async () => {
  const { delete: remove } = (await documented())["/foos/{id}"];
  expect(Object.keys(remove.responses)).toEqual(["200", "400", "403", "409", "410", "422", "428", "500", "503"]);
  const { oneOf } = remove.responses[428].content["application/json"].schema;
  expect(oneOf.map((one: { properties: { status: object } }) => one.properties.status)).toMatchObject([
    ...[{ enum: ["confirmation_required"] }, { enum: ["approval_pending"] }],
  ]);
  expect(remove.responses[410].content["application/json"].schema.properties.reason.enum).toContain("expired");
  expect(remove.parameters).toMatchObject([{ name: "id", in: "path" }, header]);
  expect(remove.requestBody.content["application/json"].schema).toMatchObject({
    allOf: [{ $ref: "#/components/schemas/DeleteDto" }, { type: "object", properties: keys }],
  });
});

test("that somebody has to allow it is an answer only of an app that has policies, with when to ask again", async () => {
  const of428 = async (options: Parameters<typeof documented>[0]) => {
    // What is said of a method stays with it, so each app gets one of its own.
    @Controller("bars")
    class Bars {
      @Delete()
      @Tier2({ preview: "preview" })
      remove() {}
      preview() {
        return { summary: "Will do it", preview: {} };
      }
    }
    const answer = (await documented(options, Bars))["/bars"].delete.responses[428];
    const { schema } = answer.content["application/json"];
    const statuses = (schema.oneOf ?? [schema]).flatMap(
      (one: { properties: { status: { enum: string[] } } }) => one.properties.status.enum,
    );
    return { statuses, headers: Object.keys(answer.headers ?? {}) };
  };
  expect(await of428({})).toEqual({ statuses: ["confirmation_required"], headers: [] });
  expect(await of428({ policies: [] })).toEqual({ statuses: ["confirmation_required"], headers: [] });
  const waits = ["confirmation_required", "approval_pending"];
  expect(await of428({ policies })).toEqual({ statuses: waits, headers: ["Retry-After"] });
});

test("parts of a body stand beside the token, and a status of its own is its success", async () => {
  const { post } = (await documented())["/foos/parts"];
  expect(post.requestBody.content["application/json"].schema).toMatchObject({
    properties: { why: { type: "string" }, ...keys },
    required: ["why"],
  });
  expect(post.requestBody.required).toBe(true);
  expect(Object.keys(post.responses)).not.toContain("200");
  expect(Object.keys(post.responses)).toContain("202");
});

test("a route without a body takes one with the token, a GET only the header", async () => {
  const paths = await documented();
  const { put } = paths["/foos/nothing"];
  expect(put.requestBody.required).toBe(false);
  expect(put.requestBody.content["application/json"].schema).toMatchObject({ type: "object", properties: keys });
  const { get } = paths["/foos/read"];
  expect(get.requestBody).toBeUndefined();
  expect(get.parameters).toMatchObject([header]);
});

test("what the author wrote stays, and an unguarded route is as it was", async () => {
  const paths = await documented();
  const { post } = paths["/foos/own"];
  expect(post.requestBody.content["application/json"].schema).toEqual({ type: "string" });
  expect(post.responses[200].description).toBe("my words");
  expect(post.responses[409].description).toBe("my conflict");
  expect(post.responses[428]).toBeDefined();
  expect(Object.keys(paths["/foos/free"].get.responses)).toEqual(["200"]);
});
