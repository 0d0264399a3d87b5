import { PGlite } from "@electric-sql/pglite";
import { Tier2, tier2Transaction } from "@holdpoint/tier2-nest";
import { migrate, postgresStore } from "@holdpoint/tier2-store-postgres";
import { Controller, Delete, Param } from "@nestjs/common";
import { expect, test } from "vitest";
import { appOf, serve } from "./support/apps.js";
import { send } from "./support/http-client.js";
import { tier2 } from "./support/module.js";

type Client = Pick<PGlite, "query">;

@Controller("foos")
class FoosController {
  @Delete(":id")
  @Tier2({ preview: "preview", category: "delete", transaction: true })
  async remove(@Param("id") id: string) {
    await tier2Transaction<Client>()?.query("insert into deletions values ($1)", [id]);
    if (id === "broken") throw new Error("after the effect");
    return { id };
  }
  preview(id: string) {
    const isRecheck = tier2Transaction() !== undefined;
    return { summary: `Will delete ${id}${isRecheck ? " (again)" : ""}`, preview: {}, stateVersion: "1" };
  }
}

test("in a transaction the effect and the token go together: both stay, or neither", async () => {
  const client = await PGlite.create();
  await migrate({ client });
  await client.exec("create table deletions (id text)");
  const deletions = async () =>
    (await client.query<{ id: string }>("select id from deletions")).rows.map(({ id }) => id);
  const { module } = tier2({ store: postgresStore({ client }) });
  const app = await appOf({ imports: [module], controllers: [FoosController] });
  const url = await serve(app);

  const first = await send(`${url}/foos/7`);
  expect(first.body.summary).toBe("Will delete 7");
  const { confirm_token } = first.body;
  expect((await send(`${url}/foos/7`, { body: { confirm_token } })).body).toEqual({ id: "7" });
  expect((await send(`${url}/foos/7`, { body: { confirm_token } })).headers.get("idempotency-replayed")).toBe("true");
  expect(await deletions()).toEqual(["7"]);

  const { confirm_token: token } = (await send(`${url}/foos/broken`)).body;
  const refused = await send(`${url}/foos/broken`, { body: { confirm_token: token } });
  expect(refused.body).toMatchObject({ reason: "not_executed", detail: "rolled_back" });
  expect(await deletions()).toEqual(["7"]);
  await app.close();
  await client.close();
});

test("an app does not start with a transaction in a store that joins none", async () => {
  const app = await appOf({ imports: [tier2().module], controllers: [FoosController] });
  await expect(app.init()).rejects.toThrow("its transaction must be a store that can join transactions");
});
