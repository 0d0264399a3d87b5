import type { Approver } from "@holdpoint/tier2-core";
import type { ClientCapabilities } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, test } from "vitest";
import { call, envelopeOf } from "../support/answers.js";
import { until } from "../support/until.js";
import { ofEachLevel } from "./support/levels.js";
import { protocols } from "./support/protocols.js";
import { askable, person } from "./support/users.js";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const page = (id: string) => `https://review.example/${id}`;

async function connected(
  elicitation: ClientCapabilities["elicitation"],
  reviewUrl: (id: string) => string = page,
  protocol = protocols[0],
) {
  const world = ofEachLevel({ reviewUrl });
  const user = askable(elicitation, person);
  const { connect, close } = await (protocol as (typeof protocols)[number]).open(world.registered);
  await connect(user.client);
  closing.push(close, () => user.client.close());
  const pending = async () => envelopeOf(await call(user.client, "drop_L3", { id: 7 }));
  return { ...world, ...user, pending };
}

describe("a call that somebody has to allow", () => {
  test.each(
    protocols.filter(({ reachesClients }) => reachesClients).map((protocol) => [protocol.name, protocol] as const),
  )(
    "%s shows the client's user the page of the request, once, however often the agent asks",
    async (_name, protocol) => {
      const { pages, pending, runs } = await connected({ url: {} }, page, protocol);
      const { approval } = (await pending()) as { approval: { id: string } };
      for (let times = 0; times < 3; times += 1) expect((await pending()).status).toBe("approval_pending");
      await until(() => pages.length > 0);
      expect(pages).toEqual([page(approval.id)]);
      expect(runs).toEqual([]);
    },
  );

  test("is decided by nothing that the client says to that: it waits on", async () => {
    const { tier2, pages, pending, events } = await connected({ url: {} });
    const { approval } = (await pending()) as { approval: { id: string } };
    await until(() => pages.length > 0);
    expect((await pending()).status).toBe("approval_pending");
    const approver: Approver = { id: "user:bob", kind: "human", groups: ["ops"] };
    expect(await tier2.approvals.get(approval.id, { approver })).toMatchObject({ status: "pending" });
    const types = events.map(({ type }) => type);
    expect(types).not.toContain("elicited");
    expect(types).not.toContain("approval_allowed");
  });

  test.each<[string, ClientCapabilities["elicitation"], (id: string) => string]>([
    ["a client that shows no pages", { form: {} }, page],
    ["a server that has no page", { url: {} }, () => undefined as never],
    ["a page that is none of the web", { url: {} }, () => "javascript:alert(1)"],
    ["a page that is a path", { url: {} }, (id) => `/review/${id}`],
  ])("is answered all the same, and shows nothing, with %s", async (_what, elicitation, reviewUrl) => {
    const { pages, pending } = await connected(elicitation, reviewUrl);
    expect((await pending()).status).toBe("approval_pending");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(pages).toEqual([]);
  });
});

test("a call of L2 never sends a page in the place of its question", async () => {
  const { client, pages, forms, runs } = await connected({ form: {}, url: {} });
  const { confirm_token } = envelopeOf(await call(client, "drop_L2", { id: 7 }));
  await call(client, "drop_L2", { id: 7, confirm_token });
  expect([pages.length, forms.length, runs]).toEqual([0, 1, ["L2"]]);
});
