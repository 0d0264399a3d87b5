import type { Approval, Approver, Policy, PolicyFacts, Store, Tier2Engine } from "@holdpoint/tier2-core";
import { getTier2Token, Tier2, Tier2Module, type Tier2ModuleOptions } from "@holdpoint/tier2-nest";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import { Controller, Delete, type ExecutionContext, Injectable, Module, Param } from "@nestjs/common";
import { beforeEach, describe, expect, test } from "vitest";
import { appOf, platforms, serve } from "./support/apps.js";
import { send } from "./support/http-client.js";
import { tier2 } from "./support/module.js";

const ran: unknown[] = [];
beforeEach(() => {
  ran.length = 0;
});

@Controller("foos")
class FoosController {
  @Delete(":id")
  @Tier2({ preview: "preview", level: "L3", category: "delete" })
  remove(@Param("id") id: string) {
    ran.push(id);
    return { id };
  }
  preview(id: string) {
    return { summary: `Will delete ${id}`, preview: { id }, material: { target: `foo:${id}` } };
  }
}

const subject = (context: ExecutionContext) => {
  const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
  return { tokenId: headers["x-token-id"] ?? "nobody", subject: "user:alice" };
};

/** A service of the app that policies and `canDecide` ask. */
@Injectable()
class Owners {
  readonly ofTarget = new Map([["foo:7", "user:olga"]]);
  readonly away = new Set<string>();
  readonly approvals: Store = memoryStore();
}

@Injectable()
class Policies {
  readonly #owners: Owners;
  constructor(owners: Owners) {
    this.#owners = owners;
  }
  readonly list: Policy[] = [
    {
      ...{ id: "owned", version: 1, scope: "named", tools: ["FoosController.remove"], onDeadline: "lapse" },
      when: ({ material }: PolicyFacts) => this.#owners.ofTarget.has(String(material.target)),
      approvers: ({ material }: PolicyFacts) => [this.#owners.ofTarget.get(String(material.target)) ?? "user:root"],
    } as Policy,
  ];
  canDecide(approver: Approver, _approval: Approval) {
    return !this.#owners.away.has(approver.id);
  }
}
Reflect.defineMetadata("design:paramtypes", [Owners], Policies);

@Module({ providers: [Owners, Policies], exports: [Owners, Policies] })
class PoliciesModule {}

const module = () =>
  Tier2Module.forRootAsync({
    imports: [PoliciesModule],
    inject: [Policies, Owners],
    useFactory: (policies: Policies, owners: Owners): Tier2ModuleOptions => ({
      store: memoryStore(),
      approvalStore: owners.approvals,
      server: "foos",
      requester: subject,
      policies: policies.list,
      canDecide: (approver, approval) => policies.canDecide(approver, approval),
      reviewUrl: (id) => `https://review.example/${id}`,
      waitForDecisionMs: 60_000,
    }),
  });

describe.each(platforms)("policies of a provider, on $platform", ({ adapter }) => {
  test("ask injected services when they apply, who may decide and whether one can, and a call waits for that", async () => {
    const app = await appOf({ imports: [module(), PoliciesModule], controllers: [FoosController] }, adapter);
    const url = await serve(app);
    const owners = app.get(Owners);
    const { approvals } = app.get<Tier2Engine>(getTier2Token());
    const olga: Approver = { id: "user:olga", kind: "human" };

    const waiting = send(`${url}/foos/7`);
    const requested = async () => (await approvals.list({ approver: olga, status: "pending" })).items[0];
    let shown = await requested();
    while (shown === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      shown = await requested();
    }
    expect(shown.requirement.panels).toMatchObject([{ approvers: ["user:olga"] }]);
    const { id, actionDigest } = shown;
    const decided = { approver: olga, actionDigest, reason: "looked at it" };
    owners.away.add("user:olga");
    expect(await approvals.allow(id, decided)).toMatchObject({ ok: false });
    owners.away.clear();
    expect(await approvals.allow(id, decided)).toMatchObject({ ok: true });

    const { status, body } = await waiting; // the answer that the call waited for
    expect([status, body.status]).toEqual([428, "confirmation_required"]);
    expect((await owners.approvals.list("a:", { limit: 10 })).records).toHaveLength(1);
    const done = await send(`${url}/foos/7`, { body: { confirm_token: body.confirm_token } });
    expect([done.status, done.body, ran]).toEqual([200, { id: "7" }, ["7"]]);
  });

  test("that do not apply to a call leave a tool of level L3 to nobody, and it runs nothing", async () => {
    const app = await appOf({ imports: [module(), PoliciesModule], controllers: [FoosController] }, adapter);
    const refused = await send(`${await serve(app)}/foos/8`);
    expect([refused.status, refused.body.reason]).toEqual([403, "level_unavailable"]);
    expect(refused.headers.get("tier2-status")).toBe("rejected");
    expect(ran).toEqual([]);
  });
});

describe("an app does not start", () => {
  const policy = { id: "deletions", version: 1, scope: "named", approvers: ["group:ops"], onDeadline: "lapse" };

  test.each([
    ["forRoot", undefined, "Tier2Module"],
    ["forRoot", "shop", 'Tier2Module "shop"'],
    ["forRootAsync", undefined, "Tier2Module"],
    ["forRootAsync", "shop", 'Tier2Module "shop"'],
  ] as const)(
    "with a policy that is none: %s tells which one of which module, and where in it (%s)",
    async (way, name, about) => {
      const policies = [
        { ...policy, tools: ["FoosController.remove"] },
        { ...policy, id: "second", tools: ["FoosController.remove"], validity: { uses: 0 } },
      ] as Policy[];
      const options = { store: memoryStore(), server: "foos", requester: subject, policies };
      const named = name === undefined ? {} : { name };
      const imported =
        way === "forRoot"
          ? Tier2Module.forRoot({ ...named, ...options })
          : Tier2Module.forRootAsync({ ...named, useFactory: async () => options });
      await expect(appOf({ imports: [imported] })).rejects.toMatchObject({
        code: "invalid_setup",
        message: `${about}: policies[1].validity.uses must be a whole number from 1 to 1000, not 0.`,
      });
    },
  );

  test.each([undefined, "shop"])(
    "with a policy that names no method there is, and says which one of which module, and what may be meant (%s)",
    async (name) => {
      const about = name === undefined ? "Tier2Module" : `Tier2Module "${name}"`;
      const tools = ["FoosController.remove", "FoosController.remvoe"];
      const options = { store: memoryStore(), server: "foos", requester: subject };
      const made = async (policies: Policy[], toolsLater?: readonly string[] | "any") => {
        const app = await appOf({
          imports: [
            Tier2Module.forRoot({
              ...(name !== undefined && { name }),
              ...(toolsLater !== undefined && { toolsLater }),
              ...{ ...options, policies },
            }),
          ],
          controllers: name === undefined ? [FoosController] : [],
        });
        await app.init();
      };
      const misspelt = [{ ...policy, tools: name === undefined ? tools : tools.slice(1) }] as Policy[];
      await expect(made(misspelt)).rejects.toMatchObject({
        code: "invalid_setup",
        message: expect.stringMatching(
          name === undefined
            ? `^${about}: policies\\[0\\]\\.tools\\[1\\] is "FoosController.remvoe".*Is "FoosController.remove" meant`
            : `^${about}: policies\\[0\\]\\.tools\\[0\\] is "FoosController.remvoe"`,
        ),
      });
      await made(misspelt, "any");
      await made(misspelt, ["FoosController.remvoe"]);
    },
  );

  test("with a route of level L3 that no policy covers, and does with one", async () => {
    const made = (...tools: string[]) =>
      appOf({
        imports: [tier2({ policies: [{ ...policy, tools }] as Policy[], requester: subject }).module],
        controllers: [FoosController],
      });
    await expect((await made("FoosController.delete")).init()).rejects.toMatchObject({
      code: "level_unavailable",
      message: expect.stringContaining('Tool "FoosController.remove" demands L3, and no policy covers it'),
    });
    await (await made("FoosController.remove")).init();
  });
});
