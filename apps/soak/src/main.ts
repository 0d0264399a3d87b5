import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import type { Asked } from "./child.js";
import { isFlat, type Sample, type Verdict } from "./judge.js";
import { help, type Options, readOptions } from "./options.js";
import type { StoreName } from "./stores.js";

interface Soaking {
  readonly store: StoreName;
  readonly verdict: Verdict | undefined;
  readonly samples: readonly Sample[];
}

const children = new Set<ChildProcess>();
const last = new Map<StoreName, Sample>();
/** Each ends its own server. */
const end = (exitCode: number) => {
  for (const child of children) child.kill("SIGTERM");
  process.exit(exitCode);
};

async function soakApart(store: StoreName, { minutes, operations, plant }: Options): Promise<Soaking> {
  const until = operations === undefined ? { ms: minutes * 60_000 } : { operations };
  const asked: Asked = { store, until, planted: plant };
  const file = new URL("./child.js", import.meta.url);
  const child = fork(file, [JSON.stringify(asked)], { execArgv: ["--expose-gc"] });
  children.add(child);
  let ended: Soaking = { store, verdict: undefined, samples: [] };
  child.on("message", (message) => {
    const told = message as { sample: Sample } | { verdict: Verdict; samples: readonly Sample[] };
    if ("sample" in told) last.set(store, told.sample);
    else ended = { store, ...told };
  });
  await once(child, "exit");
  children.delete(child);
  return ended;
}

function lineOf({ store, verdict, samples }: Soaking): string {
  if (verdict === undefined) return `| ${store} | it broke off | | | |`;
  const { heap, handles, connections } = verdict;
  const operations = (last.get(store)?.operations ?? 0).toLocaleString("en-US");
  const slope = `${heap.is}: ${heap.slope.toFixed(0)} (${heap.low.toFixed(0)} to ${heap.high.toFixed(0)})`;
  const at = samples.at(-1);
  return `| ${store} | ${operations} | ${slope} | ${handles} at ${at?.handles} | ${connections} at ${at?.connections} |`;
}

function progress(): void {
  const each = [...last].map(
    ([store, { operations, heapBytes }]) => `${store} ${operations}, ${(heapBytes / 2 ** 20).toFixed(1)} MiB`,
  );
  process.stderr.write(process.stderr.isTTY ? `\r${each.join("; ")}\u001b[K` : `${each.join("; ")}\n`);
}

async function main(options: Options): Promise<number> {
  process.once("SIGINT", () => end(130)).once("SIGTERM", () => end(143));
  const telling = setInterval(progress, process.stderr.isTTY ? 1_000 : 30_000);
  const soaked = await Promise.all(options.only.map((store) => soakApart(store, options)));
  clearInterval(telling);
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  console.log(
    [
      `${options.operations === undefined ? `${options.minutes} minutes` : `${options.operations} operations`}, Node.js ${process.version}${options.plant ? `, with a planted leak of ${options.plant}` : ""}.`,
      "",
      "| store | operations | heap: bytes by 1,000 operations (95 %) | handles | connections |",
      "| --- | ---: | --- | --- | --- |",
      ...soaked.map(lineOf),
    ].join("\n"),
  );
  if (options.json !== undefined) fs.writeFileSync(options.json, `${JSON.stringify(soaked, null, 2)}\n`);
  return soaked.every(({ verdict }) => verdict !== undefined && isFlat(verdict)) ? 0 : 1;
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) console.log(help);
  else process.exitCode = await main(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
