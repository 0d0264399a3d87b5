import { Tier2 } from "@holdpoint/tier2-nest";
import { Body, Controller, Post } from "@nestjs/common";
import { beforeEach, describe, expect, test } from "vitest";
import { appOf, platforms, serve } from "./support/apps.js";
import { send } from "./support/http-client.js";
import { tier2 } from "./support/module.js";

const ran: unknown[] = [];
beforeEach(() => {
  ran.length = 0;
});

@Controller("users")
class Users {
  @Post()
  @Tier2({ preview: "preview", secrets: ["password"], resultSecrets: ["key"] })
  create(@Body() { name, password }: { name: string; password: string }) {
    ran.push(password);
    return { name, key: "key-of-the-user" };
  }
  preview({ name, password }: { name: string; password: string }) {
    return { summary: `Will create ${name} with ${password}`, preview: { name, password } };
  }
}

describe.each(platforms)("on $platform", ({ adapter }) => {
  test("secrets reach the method alone, and secrets of its result the first answer alone", async () => {
    const { module, events } = tier2();
    const url = `${await serve(await appOf({ imports: [module], controllers: [Users] }, adapter))}/users`;
    const body = { name: "alice", password: "hunter2" };
    const first = await send(url, { method: "POST", body });
    expect(first.status).toBe(428);
    expect(first.text).not.toContain("hunter2");
    const { confirm_token } = first.body;
    const other = await send(url, { method: "POST", body: { ...body, password: "hunter3", confirm_token } });
    expect(other.body.reason).toBe("params_changed");
    const done = await send(url, { method: "POST", body: { ...body, confirm_token } });
    expect(done.body).toEqual({ name: "alice", key: "key-of-the-user" });
    const replayed = await send(url, { method: "POST", body: { ...body, confirm_token } });
    expect(replayed.body).toEqual({ name: "alice", key: "[withheld]" });
    expect(ran).toEqual(["hunter2"]);
    expect(JSON.stringify(events)).not.toMatch(/hunter|key-of-the-user/);
  });
});
