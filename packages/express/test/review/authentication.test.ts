import { Tier2Error } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { type ReviewRouterOptions, reviewRouter } from "../../src/index.js";
import { expresses } from "../server.js";
import { decision, refund, reviewed } from "./desk.js";
import { deskInMemory } from "./desk-in-memory.js";

type Authenticate = ReviewRouterOptions["authenticate"];
const boom = new Error("the session store is down");
const as = (given: unknown) => (() => given) as Authenticate;

describe.each(expresses)("on Express $version", ({ express }) => {
  test.each<[string, Authenticate, number, string]>([
    ["nobody", () => undefined, 401, "unauthenticated"],
    ["nobody, later", async () => undefined, 401, "unauthenticated"],
    ["null", () => null, 401, "unauthenticated"],
    ["who makes it throw", () => Promise.reject(boom), 401, "unauthenticated"],
    ["somebody without an id", as({ kind: "human" }), 401, "unauthenticated"],
    ["somebody with a blank id", as({ id: " ", kind: "human" }), 401, "unauthenticated"],
    [
      "somebody whose groups are no list",
      as({ id: "user:fin", kind: "human", groups: "finance" }),
      401,
      "unauthenticated",
    ],
    ["somebody whose groups are no texts", as({ id: "user:fin", kind: "human", groups: [7] }), 401, "unauthenticated"],
    ["an agent", as({ id: "agent:1", kind: "agent", groups: ["finance"] }), 403, "not_human"],
    ["a service", as({ id: "svc:1", kind: "service", groups: ["finance"] }), 403, "not_human"],
    ["somebody of no kind", as({ id: "user:fin", groups: ["finance"] }), 403, "not_human"],
    ["true", as(true), 403, "not_human"],
    ["a text", as("user:fin"), 403, "not_human"],
  ])("%s reads nothing and decides nothing", async (_who, authenticate, status, code) => {
    const desk = await reviewed({ express, options: { authenticate } });
    const id = desk.open(refund);
    const answers = [
      await desk.get("/approvals"),
      await desk.get(`/approvals/${id}`),
      await desk.get("/in-doubt"),
      await desk.get("/review-items"),
      await desk.post(`/approvals/${id}/allow`, decision),
      await desk.post("/in-doubt/op_1/settle", { reason: "r", outcome: "not_executed" }),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.body]).toEqual([status, { error: expect.any(String), code }]);
    }
    const [approval] = (await desk.reviewed.approvals.list({ approver: { id: "user:fin", kind: "human" } })).items;
    expect(approval).toMatchObject({ status: "pending", allows: [] });
  });

  test("what authenticate throws is told to the operator and to nobody else", async () => {
    const heard: unknown[] = [];
    const { get } = await reviewed({
      express,
      options: { authenticate: () => Promise.reject(boom), onAuthenticateError: (error) => heard.push(error) },
    });
    const answer = await get("/approvals");
    expect(answer.status).toBe(401);
    expect(JSON.stringify(answer.body)).not.toContain("session store");
    expect(heard).toEqual([boom]);
  });

  test("of a user object only the id, the kind and the groups go further", async () => {
    const given: unknown[] = [];
    const desk = deskInMemory();
    const list = desk.reviewed.approvals.list;
    desk.reviewed.approvals.list = (query) => {
      given.push(query.approver);
      return list(query);
    };
    const { get } = await reviewed({
      express,
      desk,
      options: { authenticate: as({ id: "user:fin", kind: "human", groups: ["finance"], passwordHash: "secret" }) },
    });
    await get("/approvals");
    expect(given).toEqual([{ id: "user:fin", kind: "human", groups: ["finance"] }]);
  });
});

describe("set-up", () => {
  const { reviewed: desk } = deskInMemory();
  const router = (options: unknown) => () => reviewRouter(desk, options as ReviewRouterOptions);
  const refused = expect.objectContaining({ code: "invalid_setup" });

  test.each([[undefined], [{}], [{ authenticate: true }], [{ authenticate: undefined }]])(
    "without authenticate there is no router: %j",
    (options) => {
      expect(router(options)).toThrow(Tier2Error);
      expect(router(options)).toThrow(refused);
    },
  );

  test.each([
    "*",
    "null",
    "review.example",
    "https://review.example/",
    "https://review.example/x",
    "HTTPS://a.example",
  ])("%j is no origin", (origin) => {
    expect(router({ authenticate: () => undefined, allowedOrigins: [origin] })).toThrow(refused);
  });
});
