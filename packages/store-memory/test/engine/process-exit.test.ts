import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const cwd = fileURLToPath(new URL("../..", import.meta.url));
const runNode = promisify(execFile);

/** Runs a script against the built packages, in a process of its own. */
async function run(script: string) {
  const started = performance.now();
  const { stdout } = await runNode(process.execPath, ["--input-type=module", "--eval", prelude + script], { cwd });
  return { said: stdout.trim(), tookMs: performance.now() - started };
}

const prelude = `
import { createTier2, defineTier2Tool } from "@holdpoint/tier2-core";
import { memoryStore } from "@holdpoint/tier2-store-memory";
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const tool = (execute) => defineTier2Tool({
  name: "delete_foo", category: "delete",
  preview: () => ({ summary: "s", preview: {} }),
  execute,
});
const requester = { tokenId: "alice" };
async function confirm(tier2, foo) {
  const { body } = await tier2.call(foo, {}, { requester });
  return () => tier2.call(foo, { confirm_token: body.confirm_token }, { requester });
}
`;

test("a process that forgets close() ends by itself: sweeper and leases never keep it alive", async () => {
  const { said, tookMs } = await run(`
    const tier2 = createTier2({ store: memoryStore(), server: "shop" });
    const foo = tool(() => ({ message: "done" }));
    const confirmed = await (await confirm(tier2, foo))();
    console.log(confirmed.body.message);
  `);
  expect(said).toBe("done");
  expect(tookMs).toBeLessThan(15_000);
});

test("a process does not end while a duplicate waits for its answer", async () => {
  const { said } = await run(`
    const store = memoryStore();
    const [one, other] = [1, 2].map(() => createTier2({ store, server: "shop" }));
    const again = await confirm(one, tool(async () => { await sleep(200); return { message: "done" }; }));
    const [first, duplicate] = await Promise.all([again(), sleep(50).then(again)]);
    console.log(first.replayed, duplicate.replayed, duplicate.body.message);
  `);
  expect(said).toBe("false true done");
});

test("a process does not end while an outcome waits to be recorded", async () => {
  const { said } = await run(`
    const store = memoryStore();
    let swaps = 0;
    const shaky = { ...store, name: "shaky" };
    for (const method of ["insert", "get", "list", "sweep"]) shaky[method] = (...args) => store[method](...args);
    shaky.swap = async (...args) => {
      swaps += 1;
      if (swaps === 2) throw new Error("connection reset");
      return store.swap(...args);
    };
    const again = await confirm(createTier2({ store: shaky, server: "shop" }), tool(() => ({ message: "done" })));
    await again();
    console.log((await again()).replayed);
  `);
  expect(said).toBe("true");
});
