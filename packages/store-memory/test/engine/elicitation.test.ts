import type { CallContext, ClientAnswer, Elicit, Question, Tier2Options } from "@holdpoint/tier2-core";
import { describe, expect, test, vi } from "vitest";
import { allow, opsPolicy, pendingOf, tokenOf } from "./approval/approving.js";
import { isClaim, loseReplies } from "./support/connection.js";
import { deferred } from "./support/deferred.js";
import { fooTool } from "./support/foo-tool.js";
import { alice, aWorld, mallory, outcomeOf, type Process, type World } from "./support/world.js";

type FooChanges = NonNullable<Parameters<typeof fooTool>[0]>;

const preview: NonNullable<FooChanges["preview"]> = ({ id }) => ({
  summary: `Will delete foo #${id}`,
  preview: { foo_id: id },
  material: { target: `foo:${id}` },
});

/** A person who reads the question and types what it names. */
const types = (text: string) => (question: Question) => ({
  action: "accept" as const,
  content: { [question.field.name]: text },
});

/** An L2 tool, and a client whose user says what a test has them say. */
function asked(options: Partial<Tier2Options> = {}, changes: FooChanges = {}) {
  const world = aWorld();
  const process = world.process(options);
  const foo = fooTool({ level: "L2", preview, ...changes });
  const questions: Question[] = [];
  let says: (question: Question) => ClientAnswer | Promise<ClientAnswer> = types("foo:7");
  const limits: Parameters<Elicit>[1][] = [];
  const elicit: Elicit = async (question, given) => {
    questions.push(question);
    limits.push(given);
    return says(question);
  };
  const call = (args: object, context: Partial<CallContext> = {}, on: Process = process) =>
    on.call(foo.tool, args, { elicit, ...context });
  return {
    ...{ world, process, foo, questions, limits, elicit, call },
    token: async (args: object = { id: 7 }) => tokenOf(await call(args)),
    userSays(given: typeof says) {
      says = given;
    },
  };
}

const outcomes = ({ told }: Process) => told("elicited").map((event) => (event as { outcome: string }).outcome);

describe("a tool of L2", () => {
  test("previews, asks the client's user once, before the claim, and then executes", async () => {
    const { process, foo, questions, call, token, userSays } = asked();
    const confirm_token = await token();
    expect(questions).toEqual([]);
    const claimedBefore: number[] = [];
    userSays((question) => {
      claimedBefore.push(process.told("claimed").length);
      return types("foo:7")(question);
    });
    expect(outcomeOf(await call({ id: 7, confirm_token }))).toBe("ok");
    expect(claimedBefore).toEqual([0]);
    expect(questions).toHaveLength(1);
    expect(questions[0]?.message).toContain('Will delete foo #7\n\nTarget: "foo:7"\n');
    expect(foo.starts).toHaveLength(1);
  });

  test("tells the model that its user is going to be asked, and what for", async () => {
    const { call } = asked();
    const { body } = await call({ id: 7 });
    expect(body).toMatchObject({ confirm_instructions: expect.stringMatching(/asked to type the target/) });
  });

  test("is previewed and asked about also where it calls itself Tier 1", async () => {
    const { foo, call } = asked({}, { tier: 1 });
    expect(outcomeOf(await call({ id: 7 }))).toBe("confirmation_required");
    expect(foo.starts).toEqual([]);
  });

  test("replays without asking again, also to a client that cannot be asked", async () => {
    const { foo, questions, call, token } = asked();
    const args = { id: 7, confirm_token: await token() };
    const done = await call(args);
    expect(await call(args)).toEqual({ ...done, replayed: true });
    expect(await call(args, { elicit: undefined })).toEqual({ ...done, replayed: true });
    expect([questions.length, foo.starts.length]).toEqual([1, 1]);
  });

  test("asks nobody about another's token, another tool's, other arguments or one that expired", async () => {
    const { world, foo, questions, call, token } = asked();
    const confirm_token = await token();
    expect(outcomeOf(await call({ id: 7, confirm_token }, { requester: mallory }))).toBe("wrong_owner");
    expect(outcomeOf(await call({ id: 8, confirm_token }))).toBe("params_changed");
    expect(outcomeOf(await call({ id: 7, confirm_token: "cfm_invented" }))).toBe("unknown_or_used");
    expect(outcomeOf(await call({ id: 7, confirm_token: "invented" }))).toBe("unknown_or_used");
    await world.clock.advance(300_000);
    expect(outcomeOf(await call({ id: 7, confirm_token }))).toBe("expired");
    expect([questions, foo.starts]).toEqual([[], []]);
  });

  test("whose level can no longer be told replays, and starts nothing new", async () => {
    let throws = false;
    const level = () => {
      if (throws) throw new Error("no such price list");
      return "L2" as const;
    };
    const { foo, call, token } = asked({}, { level, duplicates: "allow" });
    const [first, second] = [
      { id: 7, confirm_token: await token() },
      { id: 7, confirm_token: await token() },
    ];
    const done = await call(first);
    throws = true;
    expect(await call(first)).toEqual({ ...done, replayed: true });
    expect(outcomeOf(await call(second))).toBe("level_unavailable");
    expect(foo.starts).toHaveLength(1);
  });

  test("asks nobody where the tool was switched off, and leaves the token", async () => {
    const { questions, call, token } = asked();
    const args = { id: 7, confirm_token: await token() };
    expect(outcomeOf(await call(args, { disabled: true }))).toBe("tool_disabled");
    expect(questions).toEqual([]);
    expect(outcomeOf(await call(args))).toBe("ok");
  });

  test("is refused to a client that cannot be asked: nothing is previewed, and no token is used", async () => {
    const shown = vi.fn(preview);
    const { foo, call, token } = asked({}, { preview: shown });
    expect(outcomeOf(await call({ id: 7 }, { elicit: undefined }))).toBe("level_unavailable/user_not_reachable");
    expect(shown).not.toHaveBeenCalled();
    const args = { id: 7, confirm_token: await token() };
    expect(outcomeOf(await call(args, { elicit: undefined }))).toBe("level_unavailable/user_not_reachable");
    expect(foo.starts).toEqual([]);
    expect(outcomeOf(await call(args))).toBe("ok");
  });

  test("gets no token where its preview names nothing to type", async () => {
    for (const material of [{}, { destination: "somebody" }, { target: "Will delete foo #7" }]) {
      const untyped: FooChanges = { preview: () => ({ summary: "Will delete foo #7", preview: {}, material }) };
      const { process, call } = asked({}, untyped);
      expect(outcomeOf(await call({ id: 7 }))).toBe("level_unavailable/nothing_to_type");
      expect(process.told("proposed")).toEqual([]);
    }
  });

  test("asks for what the tool names, as the handler will get it", async () => {
    const resolve: FooChanges["resolve"] = { note: (given) => `resolved ${given}` };
    const { foo, call, userSays } = asked({}, { retype: { param: "note" }, resolve });
    const confirm_token = tokenOf(await call({ id: 7, note: "tomorrow" }));
    userSays(types("tomorrow"));
    expect(outcomeOf(await call({ id: 7, note: "tomorrow", confirm_token }))).toBe("not_confirmed/wrong");
    userSays(types("resolved tomorrow"));
    expect(outcomeOf(await call({ id: 7, note: "tomorrow", confirm_token }))).toBe("ok");
    expect(foo.starts).toMatchObject([{ params: { note: "resolved tomorrow" } }]);
  });
});

describe("an answer that is none", () => {
  test.each<[string, (question: Question) => ClientAnswer | Promise<ClientAnswer>]>([
    ["declined", () => ({ action: "decline" })],
    ["cancelled", () => ({ action: "cancel" })],
    ["timed_out", () => ({ action: "timed_out" })],
    ["empty", () => ({ action: "accept", content: {} })],
    ["wrong", types("foo:8")],
    ["unexpected", ({ field }) => ({ action: "accept", content: { [field.name]: "foo:7", always: true } })],
    ["unexpected", () => ({ action: "yes" }) as never],
    ["unexpected", () => undefined as never],
    ["failed", () => Promise.reject(new Error("no such method"))],
    [
      "failed",
      () => {
        throw new Error("thrown at once");
      },
    ],
  ])("%s starts nothing, writes nothing and has its own words", async (outcome, says) => {
    const { process, foo, call, token, userSays } = asked();
    const args = { id: 7, confirm_token: await token() };
    const before = process.connection.count("swap");
    userSays(says);
    expect(outcomeOf(await call(args))).toBe(`not_confirmed/${outcome}`);
    expect(process.connection.count("swap")).toBe(before);
    expect(outcomes(process)).toEqual([outcome]);
    expect(foo.starts).toEqual([]);
    expect(process.told("refused")).toMatchObject([{ reason: "not_confirmed", detail: outcome }]);
  });

  test("leaves the token to be confirmed after all, unless the user said no", async () => {
    for (const action of ["cancel", "decline"] as const) {
      const { foo, call, token, userSays } = asked();
      const args = { id: 7, confirm_token: await token() };
      userSays(() => ({ action }));
      await call(args);
      userSays(types("foo:7"));
      expect(outcomeOf(await call(args))).toBe(action === "cancel" ? "ok" : "not_confirmed/asked_enough");
      expect(foo.starts).toHaveLength(action === "cancel" ? 1 : 0);
    }
  });

  test("can be given three times: then nobody is asked about that token any more, and a new preview is a new question", async () => {
    const { process, foo, questions, call, token, userSays } = asked();
    const args = { id: 7, confirm_token: await token() };
    userSays(types("foo:70"));
    for (let times = 0; times < 50; times += 1) await call(args);
    expect(questions).toHaveLength(3);
    userSays(types("foo:7"));
    expect(outcomeOf(await call(args))).toBe("not_confirmed/asked_enough");
    expect(outcomes(process)).toEqual(["wrong", "wrong", "wrong"]);
    expect(foo.starts).toEqual([]);
    expect(outcomeOf(await call({ id: 7, confirm_token: await token() }))).toBe("ok");
  });

  test("is remembered no longer than its token can be used", async () => {
    const { world, process, call, token, userSays } = asked();
    userSays(() => ({ action: "decline" }));
    await call({ id: 7, confirm_token: await token() });
    await world.clock.advance(300_000 + 60_000);
    // Nothing is left to be called back by: the clock has no timer of this token.
    expect(outcomeOf(await call({ id: 7, confirm_token: await token() }))).toBe("not_confirmed/declined");
    expect(outcomes(process)).toEqual(["declined", "declined"]);
  });

  test("tells nobody what was typed, in no event and no answer", async () => {
    const { process, call, token, userSays } = asked();
    userSays(types("hunter2"));
    const reply = await call({ id: 7, confirm_token: await token() });
    expect(JSON.stringify([process.events, reply])).not.toContain("hunter2");
  });
});

describe("the time that a question has", () => {
  /** A client that never answers. */
  const silent =
    (signals: AbortSignal[]): Elicit =>
    (_question, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    };

  test("is the engine's, and never more than the token's", async () => {
    const { world, limits, call, token } = asked({ elicitationTimeoutMs: 90_000 });
    const confirm_token = await token();
    await call({ id: 7, confirm_token });
    const late = await token({ id: 7 });
    await world.clock.advance(250_000);
    await call({ id: 7, confirm_token: late, acknowledge_duplicate: "op_x" });
    expect(limits.map(({ timeoutMs }) => timeoutMs)).toEqual([90_000, 50_000]);
  });

  test("ends with the token, also where the client is silent: refused, and the question is taken back", async () => {
    const { world, foo, call, token } = asked();
    const args = { id: 7, confirm_token: await token() };
    const signals: AbortSignal[] = [];
    const asking = call(args, { elicit: silent(signals) });
    await world.clock.advance(299_999);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    expect(outcomeOf(await world.within(1, asking))).toBe("not_confirmed/timed_out");
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(foo.starts).toEqual([]);
  });

  test("is over for an answer that comes after it", async () => {
    const { world, foo, call, token } = asked();
    const args = { id: 7, confirm_token: await token() };
    const answer = deferred<ClientAnswer>();
    let question: Question | undefined;
    const asking = call(args, {
      elicit: (given) => {
        question = given;
        return answer.promise;
      },
    });
    await world.clock.advance(0);
    const refused = await world.within(300_000, asking);
    answer.resolve(types("foo:7")(question as Question));
    await world.clock.advance(1000);
    expect(outcomeOf(refused)).toBe("not_confirmed/timed_out");
    expect(foo.starts).toEqual([]);
    expect(outcomeOf(await call(args))).toBe("expired");
  });

  test("is judged by the store: an answer on the last moment of a clock that runs slow finds the token expired", async () => {
    const { world, foo, call, token } = asked();
    const args = { id: 7, confirm_token: await token() };
    const { process } = { process: world.process() };
    const elicit: Elicit = async (question) => {
      process.pause(); // its own timers stand still, the store's clock does not
      await world.clock.advance(300_001);
      return types("foo:7")(question);
    };
    expect(outcomeOf(await call(args, { elicit }, process))).toBe("expired");
    expect(foo.starts).toEqual([]);
  });

  test("ends when the call does: its client's cancelling takes the question back", async () => {
    const { world, foo, call, token } = asked();
    const args = { id: 7, confirm_token: await token() };
    const signals: AbortSignal[] = [];
    const leaving = new AbortController();
    const asking = call(args, { elicit: silent(signals), signal: leaving.signal });
    await world.clock.advance(10);
    leaving.abort();
    expect(outcomeOf(await asking)).toBe("not_confirmed/withdrawn");
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(outcomeOf(await call(args))).toBe("ok");
    expect(foo.starts).toHaveLength(1);
  });

  test("has not begun for a call that has left already", async () => {
    const { questions, call, token } = asked();
    const args = { id: 7, confirm_token: await token() };
    expect(outcomeOf(await call(args, { signal: AbortSignal.abort() }))).toBe("not_confirmed/withdrawn");
    expect(questions).toEqual([]);
  });

  test("ends with the engine: closing it waits for no user", async () => {
    const { world, process, foo, call, token } = asked();
    const args = { id: 7, confirm_token: await token() };
    const signals: AbortSignal[] = [];
    const asking = call(args, { elicit: silent(signals) });
    await world.clock.advance(10);
    await process.engine.close();
    expect(outcomeOf(await asking)).toBe("not_confirmed/withdrawn");
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(foo.starts).toEqual([]);
  });
});

describe("two confirms of one token at once", () => {
  /** Both are asked before either is answered. */
  async function both(world: World, calls: ((elicit: Elicit) => Promise<{ body: never }>)[], says: ClientAnswer[]) {
    const answers = says.map(() => deferred<ClientAnswer>());
    const running = calls.map((call, i) => call(() => (answers[i] as (typeof answers)[number]).promise));
    await world.clock.advance(0);
    for (const [i, answer] of answers.entries()) answer.resolve(says[i] as ClientAnswer);
    return Promise.all(running);
  }
  const right: ClientAnswer = { action: "accept", content: { typed_by_the_user: "foo:7" } };

  test.each([
    ["in one process", (process: Process) => [process, process]],
    ["in two processes", (process: Process, world: World) => [process, world.process({ waitForCompletionMs: 10_000 })]],
  ])("%s ask once each and execute once", async (_where, processes) => {
    const { world, process, foo, call, token } = asked({ waitForCompletionMs: 10_000 });
    const args = { id: 7, confirm_token: await token() };
    const calls = processes(process, world).map((on) => (elicit: Elicit) => call(args, { elicit }, on) as never);
    const replies = await world.within(1000, both(world, calls as never, [right, right]));
    expect(replies.map(outcomeOf).sort()).toEqual(["ok", "ok"]);
    expect(foo.starts).toHaveLength(1);
  });

  test("each hear the answer that was given to their own question", async () => {
    const { world, process, foo, call, token } = asked();
    const args = { id: 7, confirm_token: await token() };
    const calls = [process, process].map((on) => (elicit: Elicit) => call(args, { elicit }, on) as never);
    const replies = await both(world, calls as never, [{ action: "cancel" }, right]);
    expect(replies.map(outcomeOf)).toEqual(["not_confirmed/cancelled", "ok"]);
    expect(foo.starts).toHaveLength(1);
  });

  test("do not open more dialogs than a token has questions", async () => {
    const { world, process, foo, call, token } = asked();
    const args = { id: 7, confirm_token: await token() };
    let open = 0;
    const elicit: Elicit = () => {
      open += 1;
      return new Promise(() => {});
    };
    const all = Promise.all(Array.from({ length: 100 }, () => call(args, { elicit }, process)));
    await world.clock.advance(10);
    expect(open).toBe(3);
    const replies = await world.within(300_000, all);
    expect(replies.filter((reply) => outcomeOf(reply) === "not_confirmed/asked_enough")).toHaveLength(97);
    expect(foo.starts).toEqual([]);
  });
});

describe("what the user said", () => {
  test("stands beside the intent and the completion, as a fact and a time, and as nobody's approval", async () => {
    const journal: unknown[] = [];
    const { process, foo, call, token } = asked({ journal: async (event) => void journal.push(event) });
    const reply = await call({ id: 7, confirm_token: await token() });
    const elicited = { fact: "target", atMs: expect.any(Number) };
    expect(journal).toMatchObject([
      { type: "intent", elicited, policies: { requested: [], allowed: [] } },
      { type: "completed", elicited },
    ]);
    for (const event of journal) expect(event).not.toHaveProperty("approval");
    expect(foo.starts[0]?.ctx).not.toHaveProperty("approval");
    expect(reply).not.toHaveProperty("approval");
    expect(process.told("elicited")).toMatchObject([
      { fact: "target", outcome: "answered", durationMs: 0, operationId: reply.operationId, requester: alice },
    ]);
  });

  test("is no approval: where a policy asks for one, both are needed", async () => {
    const { process, foo, questions, call } = asked({ policies: [opsPolicy()] });
    const { id } = pendingOf(await call({ id: 7 })).approval;
    expect(questions).toEqual([]);
    await allow(process, id);
    const confirm_token = tokenOf(await call({ id: 7 }));
    expect(outcomeOf(await call({ id: 7, confirm_token }, { elicit: async () => ({ action: "cancel" }) }))).toBe(
      "not_confirmed/cancelled",
    );
    expect(foo.starts).toEqual([]);
    expect(outcomeOf(await call({ id: 7, confirm_token }))).toBe("ok");
    expect(foo.starts).toHaveLength(1);
  });

  test("was said to this level: a level that rose since then is not let through", async () => {
    let level: "L1" | "L2" = "L1";
    const { foo, questions, call, token, process } = asked({}, { level: () => level });
    const args = { id: 7, confirm_token: await token() };
    process.connection.intercept = (operation, apply) => {
      if (isClaim(operation)) level = "L2";
      return apply();
    };
    expect(outcomeOf(await call(args))).toBe("policy_changed");
    expect([questions, foo.starts]).toEqual([[], []]);
  });

  test("holds for a claim whose reply was lost: the repeated call executes without asking again", async () => {
    const { world, process, foo, questions, call, token } = asked();
    const args = { id: 7, confirm_token: await token() };
    loseReplies(process.connection, 3, isClaim);
    const replies = [];
    for (let times = 0; times < 2; times += 1) replies.push(outcomeOf(await world.within(200, call(args))));
    expect(replies).toEqual(["store_unavailable", "ok"]);
    expect([questions.length, foo.starts.length]).toEqual([1, 1]);
  });

  test("holds for its own state alone: another one since then is refused", async () => {
    let version = 1;
    const changing: FooChanges["preview"] = (params, ctx) => ({
      ...(preview(params, ctx) as { summary: string; preview: object }),
      stateVersion: String(version),
    });
    const { foo, call, token, userSays } = asked({}, { preview: changing });
    const args = { id: 7, confirm_token: await token() };
    userSays((question) => {
      version += 1;
      return types("foo:7")(question);
    });
    expect(outcomeOf(await call(args))).toBe("state_changed");
    expect(foo.starts).toEqual([]);
  });
});
