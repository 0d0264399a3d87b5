import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { seal } from "../../src/chain/seal.js";
import { verifyLog } from "../../src/chain/verify.js";
import type { Head } from "../../src/sink.js";
import { placing } from "../../src/writing/note.js";
import { bodyAt } from "../support/logs.js";

// A million with AUDIT_ENTRIES=1000000.
const count = Number(process.env.AUDIT_ENTRIES ?? 20_000);
const mostGrowthBytes = 8 * 1024 * 1024;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function heapBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** Made while it is read, so that nobody holds it. */
async function* lines(): AsyncGenerator<Uint8Array> {
  let head: Head | null = null;
  for (let nth = 0; nth < count; nth += 1) {
    const sealed = seal(head, [placing({ kind: "done", body: bodyAt("large", nth) }, nth, undefined)], () => "large");
    head = sealed.head;
    yield Buffer.from(sealed.lines[0] as string);
  }
}

test("a log is verified in memory that does not grow with it", async () => {
  const heaps: number[] = [];
  const onEntry = ({ seq }: { seq: number }) => {
    if (seq % Math.floor(count / 4) === 0) heaps.push(heapBytes());
  };
  expect(await verifyLog(lines, { onEntry })).toMatchObject({ ok: true, head: { seq: count } });
  expect((heaps.at(-1) as number) - (heaps[0] as number)).toBeLessThan(mostGrowthBytes);
});
