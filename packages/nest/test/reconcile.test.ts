import type { Store } from "@holdpoint/tier2-core";
import { Tier2, type Tier2Reconciler } from "@holdpoint/tier2-nest";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import { Controller, Delete, Injectable, Param } from "@nestjs/common";
import { expect, test } from "vitest";
import { appOf, serve } from "./support/apps.js";
import { send } from "./support/http-client.js";
import { tier2 } from "./support/module.js";

/** The store as a process has it that dies: from that moment on nothing it writes arrives. */
function dyingStore(store: Store) {
  let isDead = false;
  const dying = new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) =>
        isDead ? Promise.reject(new Error("the process is gone")) : Reflect.apply(member, target, args);
    },
  });
  return {
    dying,
    die: () => {
      isDead = true;
    },
  };
}

test("what a dead process left open is settled by a provider, which gets the params that were confirmed", async () => {
  const asked: unknown[] = [];
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });

  @Injectable()
  class Settles implements Tier2Reconciler {
    async reconcile(params: object) {
      asked.push(params);
      return { outcome: "completed", message: "It is gone.", details: { found: false } } as const;
    }
  }
  const ran: string[] = [];
  @Controller("foos")
  class Foos {
    @Delete(":id")
    @Tier2({ preview: "preview", reconcile: Settles })
    async remove(@Param("id") id: string) {
      ran.push(id);
      start();
      await ended;
    }
    preview(id: string) {
      return { summary: `Will delete ${id}`, preview: {} };
    }
  }
  const store = memoryStore();
  const { dying, die } = dyingStore(store);
  const urlOf = async (of: Store) => {
    const { module } = tier2({ store: of, leaseMs: 300 });
    return `${await serve(await appOf({ imports: [module], controllers: [Foos], providers: [Settles] }))}/foos/7`;
  };
  const [first, second] = [await urlOf(dying), await urlOf(store)];
  const { confirm_token } = (await send(first)).body;
  const lost = send(first, { body: { confirm_token } });
  await started;
  die();
  await expect
    .poll(async () => (await send(second, { body: { confirm_token } })).body, { timeout: 90_000, interval: 100 })
    .toMatchObject({ status: "ok", message: "It is gone.", found: false });
  expect(asked).toEqual([{ id: "7" }]);
  expect(ran).toEqual(["7"]);
  end();
  await lost;
});
