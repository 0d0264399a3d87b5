import { Tier2 } from "@holdpoint/tier2-nest";
import { Body, Controller, Post, UseInterceptors, ValidationPipe, type ValidationPipeOptions } from "@nestjs/common";
import { FileInterceptor } from "@nestjs/platform-express";
import { IsString } from "class-validator";
import { beforeEach, expect, test } from "vitest";
import { appOf, serve } from "./support/apps.js";
import { tier2 } from "./support/module.js";

const ran: unknown[] = [];
beforeEach(() => {
  ran.length = 0;
});

class Import {
  @IsString() why!: string;
}

const preview = ({ why }: Import) => ({ summary: `Will import, ${why}`, preview: { why } });

@Controller("above")
class InterceptorAbove {
  @Post()
  @UseInterceptors(FileInterceptor("file"))
  @Tier2({ preview: "preview" })
  run(@Body() body: Import) {
    ran.push({ ...body });
    return { run: ran.length };
  }
  preview(body: Import) {
    return preview(body);
  }
}

@Controller("below")
class InterceptorBelow {
  @Post()
  @Tier2({ preview: "preview" })
  @UseInterceptors(FileInterceptor("file"))
  run(@Body() body: Import) {
    ran.push({ ...body });
    return { run: ran.length };
  }
  preview(body: Import) {
    return preview(body);
  }
}

async function sendForm(url: string, members: Record<string, string>) {
  const form = new FormData();
  form.set("file", new Blob(["content"]), "a.txt");
  for (const [name, value] of Object.entries(members)) form.set(name, value);
  const response = await fetch(url, { method: "POST", headers: { "x-token-id": "alice" }, body: form });
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect
  return { status: response.status, body: (await response.json()) as any };
}

const pipes: [string, ValidationPipeOptions | undefined][] = [
  ["no validation", undefined],
  ["a whitelist", { whitelist: true }],
  ["a whitelist that refuses what it does not know", { whitelist: true, forbidNonWhitelisted: true }],
];

test.each(["above", "below"].flatMap((place) => pipes.map(([what, options]) => ({ place, what, options }))))(
  "a form with a file is confirmed by the token in it: FileInterceptor $place @Tier2(), $what",
  async ({ place, options }) => {
    const app = await appOf({ imports: [tier2().module], controllers: [InterceptorAbove, InterceptorBelow] });
    if (options !== undefined) app.useGlobalPipes(new ValidationPipe(options));
    const url = `${await serve(app)}/${place}`;
    const first = await sendForm(url, { why: "old" });
    expect([first.status, first.body.preview, ran]).toEqual([428, { why: "old" }, []]);
    const { confirm_token } = first.body;
    const done = await sendForm(url, { why: "old", confirm_token });
    expect([done.status, done.body]).toEqual([200, { run: 1 }]);
    expect((await sendForm(url, { why: "old", confirm_token })).body).toEqual({ run: 1 });
    expect((await sendForm(url, { why: "new", confirm_token })).body.reason).toBe("params_changed");
    expect(ran).toEqual([{ why: "old" }]);
  },
);

test("what a form has beside the token is still refused where the pipe refuses it", async () => {
  const app = await appOf({ imports: [tier2().module], controllers: [InterceptorBelow] });
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true }));
  const refused = await sendForm(`${await serve(app)}/below`, { why: "old", also: "this", confirm_token: "cfm_x" });
  expect([refused.status, refused.body.message]).toEqual([400, ["property also should not exist"]]);
});
