import { canonicalJson, nodePlatform, type Store, toHttp, toToolResult } from "@holdpoint/tier2-core";
import rfc8785 from "canonicalize";
import express, { type RequestHandler } from "express";
import { describe, expect, test } from "vitest";
import { runTarget } from "../src/run/run-target.js";
import type { AnyTarget } from "../src/run/target.js";
import { argsPairsTarget } from "../src/targets/args-pairs.js";
import { type Canonicaliser, canonicalJsonTarget } from "../src/targets/canonical-json.js";
import { confirmTokensTarget } from "../src/targets/confirm-tokens.js";
import { type Wire, wire } from "../src/targets/envelope-laws.js";
import { envelopesTarget } from "../src/targets/envelopes.js";
import { expressServer } from "../src/targets/express-server.js";
import { httpBodiesTarget } from "../src/targets/http-bodies.js";
import { inputSchemasTarget } from "../src/targets/input-schemas.js";
import { type Registrar, registrars } from "../src/targets/registrars.js";
import type { Faults } from "../src/targets/world.js";

/** As many as the tests of the claims try. One seed, so that a fault is found each time or never. */
const order = { inputs: 10_000, seed: Number(process.env.FUZZ_SEED ?? 1), endOnFailure: true };

async function found(target: AnyTarget): Promise<void> {
  expect(await runTarget(target, order)).toHaveProperty("failure");
}

const edited = (edit: (value: unknown) => unknown): Canonicaliser => {
  return (value) => canonicalJson(through(value, edit));
};
/** A copy of arrays and plain objects, each part edited after its own parts were. */
function through(value: unknown, edit: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return edit(Array.from(value, (element) => through(element, edit)));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    return edit(value);
  }
  return edit(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, through(inner, edit)])));
}
const ofText = (edit: (text: string) => unknown) => (value: unknown) =>
  typeof value === "string" ? edit(value) : value;
const ofMembers = (edit: (members: [string, unknown][]) => [string, unknown][]) => (value: unknown) =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
    ? Object.fromEntries(edit(Object.entries(value)))
    : value;

describe("a canonicaliser is found out that", () => {
  test.each<[string, Canonicaliser]>([
    ["does not sort", (value) => canonicalJson(value) && JSON.stringify(value)],
    ["takes what JSON.stringify takes", (value) => rfc8785(value)],
    [
      "drops undefined elements",
      edited((value) => (Array.isArray(value) ? value.filter((v) => v !== undefined) : value)),
    ],
    [
      "writes undefined elements as null",
      edited((value) => (Array.isArray(value) ? value.map((v) => v ?? null) : value)),
    ],
    ["drops null members", edited(ofMembers((members) => members.filter(([, inner]) => inner !== null)))],
    ["loses members named __proto__", edited(ofMembers((members) => members.filter(([key]) => key !== "__proto__")))],
    ["ignores the case of keys", edited(ofMembers((members) => members.map(([key, v]) => [key.toLowerCase(), v])))],
    ["normalises texts", edited(ofText((text) => text.normalize("NFC")))],
    ["mends lone surrogates", edited(ofText((text) => text.replace(/\p{Surrogate}/gu, "\ufffd")))],
    ["writes NaN as null", edited((value) => (Number.isNaN(value) ? null : value))],
    ["keeps the sign of zero", (value) => (Object.is(value, -0) ? "-0" : canonicalJson(value))],
    ["rounds", edited((value) => (typeof value === "number" ? Number(value.toPrecision(15)) : value))],
    ["writes a BigInt as a number", edited((value) => (typeof value === "bigint" ? Number(value) : value))],
  ])("%s", (_name, canonical) => found(canonicalJsonTarget(canonical)));
});

/** A store that compares nothing but the state. */
const withoutTags = (store: Store): Store => ({
  name: store.name,
  insert: (id, write) => store.insert(id, write),
  swap: async (id, tag, write, condition) => {
    const record = await store.get(id);
    return store.swap(id, record?.state.includes('"pending"') ? record.tag : tag, write, condition);
  },
  get: (id) => store.get(id),
  list: (...a) => store.list(...a),
  sweep: (page) => store.sweep(page),
});
const withDigests = (edit: (text: string) => string): Faults => ({
  platform: {
    sha256: (text) => nodePlatform.sha256(edit(text)),
    hmacSha256: (key, text) => nodePlatform.hmacSha256(edit(key), edit(text)),
  },
});

describe("an engine that mixes up arguments is found out:", () => {
  test.each<[string, Faults]>([
    ["its store compares no tags", { store: withoutTags }],
    ["its digests ignore case", withDigests((text) => text.toLowerCase())],
    ["its digests normalise", withDigests((text) => text.normalize("NFKC"))],
    ["its digests see the first 40 characters", withDigests((text) => text.slice(0, 40))],
  ])("%s", (_name, faults) => found(argsPairsTarget(faults)));
});

describe("an engine that mixes up tokens is found out:", () => {
  test.each<[string, Faults]>([
    ["it trims them", withDigests((text) => text.trim())],
    ["it ignores case", withDigests((text) => text.toLowerCase())],
    ["it looks at their bytes in base64", withDigests((text) => Buffer.from(text, "base64url").toString("base64url"))],
    ["it mints few", { platform: { randomText: () => "A".repeat(42) + Math.floor(Math.random() * 10) } }],
    ["it mints short ones", { platform: { randomText: () => Math.random().toString(36) } }],
  ])("%s", (_name, faults) => found(confirmTokensTarget(faults)));
});

describe("an adapter is found out that", () => {
  test.each<[string, Partial<Wire>]>([
    ["answers a failure with 200", { toHttp: (reply) => ({ ...toHttp(reply), status: 200 }) }],
    ["mixes up statuses", { toHttp: (reply) => ({ ...toHttp(reply), status: reply.status === "ok" ? 200 : 409 }) }],
    [
      "lets texts into headers",
      { toHttp: (r) => ({ ...toHttp(r), headers: { Error: JSON.parse(`"${r.body.tool}\\n"`) } }) },
    ],
    ["hides replays", { toHttp: (reply) => toHttp({ ...reply, replayed: false }) }],
    ["sends what is no result", { toToolResult: (reply) => ({ ...toToolResult(reply), content: "Done." as never }) }],
    ["calls a refusal a success", { toToolResult: (reply) => ({ ...toToolResult(reply), isError: false }) }],
    [
      "structures errors too",
      { toToolResult: (reply) => ({ ...toToolResult(reply), structuredContent: { ...reply.body } }) },
    ],
    [
      "rewrites a handler's own result",
      {
        toToolResult: (reply) => ({
          ...toToolResult(reply),
          ...(reply.verbatim !== undefined && { structuredContent: { ...reply.body } }),
        }),
      },
    ],
    ["shows only the text", { toToolResult: ({ ...reply }) => without(toToolResult(reply)) }],
  ])("%s", (_name, part) => found(envelopesTarget({ ...wire, ...part })));
});

const without = ({ structuredContent: _structured, ...result }: ReturnType<typeof toToolResult>) => result;

/** Reads a body's text in its own way. */
const reading = (read: (text: string) => unknown) =>
  [
    express.text({ type: "application/json" }),
    (req, _res, next) => {
      req.body = read(typeof req.body === "string" ? req.body : "{}");
      next();
    },
  ] satisfies RequestHandler[];
const revived = (edit: (value: unknown) => unknown) =>
  reading((text) => JSON.parse(text, (_key, value: unknown) => edit(value)));
const lenient = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

describe("a reader of bodies is found out that", () => {
  test.each<[string, RequestHandler[]]>([
    ["takes what is no JSON for no arguments", reading(lenient)],
    ["ignores case", reading((text) => JSON.parse(text.toLowerCase()))],
    ["normalises texts", revived(ofText((text) => text.normalize("NFKC")))],
    ["turns null into nothing", revived((value) => value ?? undefined)],
  ])("%s", (_name, parser) => found(httpBodiesTarget(() => expressServer(...parser))));
});

const ways = Object.entries(registrars);
const [, guarded] = ways[0] as [string, Registrar];

/** Registers the tool as it is, without a guard. */
const bare: Registrar = ({ server, run }) =>
  void server.registerTool("do_it", { description: "Does it." }, async (extra) => {
    run(extra);
    return { content: [] };
  });

describe("a way to register tools is found out that", () => {
  test.each<[string, Registrar]>([
    ["guards nothing", bare],
    [
      "leaves a tool unguarded that it could not list",
      (registration) => {
        try {
          guarded(registration);
        } catch {
          bare(registration);
        }
      },
    ],
    ["registers nothing", () => {}],
    ["throws something else", (registration) => guarded({ ...registration, tier2: undefined as never })],
    [
      "runs the handler at registration",
      (registration) => {
        registration.run({});
        guarded(registration);
      },
    ],
    [
      "hands over other params",
      (registration) => guarded({ ...registration, run: () => registration.run({ other: true }) }),
    ],
    [
      "runs the handler twice",
      ({ run, ...registration }) => {
        const twice = (params: unknown) => {
          run(params);
          run(params);
        };
        guarded({ ...registration, run: twice });
      },
    ],
    [
      "leaves a rejection to nobody",
      (registration) => {
        guarded(registration);
        void Promise.reject(new Error("of nobody"));
      },
    ],
  ])("%s", async (_name, way) => {
    const usual = process.listeners("unhandledRejection"); // Vitest's own would fail the run
    process.removeAllListeners("unhandledRejection");
    try {
      await found(inputSchemasTarget({ [_name]: way }));
    } finally {
      for (const listener of usual) process.on("unhandledRejection", listener);
    }
  });
});
