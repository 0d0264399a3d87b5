// Does a task on a machine that has only Node.js and npm: fetches pnpm, installs, builds, runs. Built-ins only.
import path from "node:path";
import { forgetReports, printCounts, tested } from "./count.mjs";
import { Interrupted, run } from "./lib/child.mjs";
import { members, root } from "./lib/members.mjs";
import { putPnpmOnPath } from "./lib/pnpm.mjs";

const help = `Usage: node scripts/run.mjs <task>

  build            build every member
  typecheck        build, and type-check the tests and the purity of core
  demo             build and play the example app (apps/campaigns)
  test [member…]   build and run the tests of every member, or of those named by folder: core mcp
  pack             build and pack every published package into packed/, to install from there elsewhere
  fuzz [option…]   build and throw a million random inputs at the public API (fuzz --help lists the options)
  bench [option…]  build and measure every store beside its peers (bench --help lists the options)
  faults [option…] build and put every store through every fault, each beside a control (faults --help lists the options)
  soak [option…]   build and put every store under load for ten minutes (soak --help lists the options)
  mutate [option…] build, and change core's rules one by one: does a test notice? (mutate --help lists the options)
  check            all that must hold before a commit: lint, build, types, tests, unused code,
                   shape of the packages, code in the READMEs
  ci               check, taking nothing from a cache, and the short form of faults

Each task does its own set-up; Node.js 20.19 or newer and npm are all it needs.
test, check and ci print "N passed, N failed" as their last line.`;

// Two at a time: each test run has workers of its own, and a small machine that runs all of them at once times out.
const turbo = (...args) => run("pnpm", ["exec", "turbo", "run", "--concurrency=2", ...args]);
const keepGoing = "--continue=dependencies-successful"; // a plain --continue would test what failed to build
const tasks = {
  build: () => installAndRun("build"),
  typecheck: () => installAndRun("build", "typecheck"),
  demo,
  test,
  pack,
  fuzz: (...options) => played("fuzz", [], options),
  bench: (...options) => played("bench", ["--expose-gc"], options),
  faults: (...options) => played("faults", [], options),
  soak: (...options) => played("soak", [], options),
  mutate: (...options) => played("mutation", [], options),
  check,
  ci: () => check({ force: true }),
};

async function install({ quiet = false } = {}) {
  putPnpmOnPath();
  const code = await run("pnpm", ["install", "--frozen-lockfile", "--reporter=append-only"], { quiet });
  if (code !== 0) throw new Error("pnpm install failed");
}

async function installAndRun(...turboTasks) {
  await install();
  return turbo(...turboTasks, "--output-logs=new-only");
}

async function demo() {
  console.log("Setting up: installing and building what the demo needs …");
  await install({ quiet: true });
  const built = await run("pnpm", ["exec", "turbo", "run", "build", "--filter=@holdpoint/campaigns"], { quiet: true });
  return built || run("pnpm", ["--silent", "--filter", "@holdpoint/campaigns", "run", "demo"]);
}

async function test(...folders) {
  const counted = tested(folders);
  await install();
  forgetReports(counted);
  const filters = folders.length === 0 ? [] : counted.map((member) => `--filter=${member.manifest.name}`);
  const testsExitCode = await turbo("test", keepGoing, "--output-logs=new-only", ...filters);
  return printCounts(counted, { testsExitCode }) ? 0 : 1;
}

/** Built first, and together: packed one by one, two could build what both need at the same time. */
async function pack() {
  await install({ quiet: true });
  const filters = members()
    .filter(({ manifest }) => !manifest.private)
    .map(({ manifest }) => `--filter=${manifest.name}`);
  const built = await turbo("build", "--output-logs=new-only", ...filters);
  return built || run("pnpm", [...filters, "--silent", "pack", "--pack-destination", path.join(root, "packed")]);
}

/** Builds an app and runs it with options of its own. */
async function played(app, nodeOptions, options) {
  await install({ quiet: true });
  const built = await run("pnpm", ["exec", "turbo", "run", "build", `--filter=@holdpoint/${app}`], { quiet: true });
  return built || run(process.execPath, [...nodeOptions, `apps/${app}/dist/main.js`, ...options]);
}

async function check({ force = false } = {}) {
  const counted = tested();
  await install();
  forgetReports(counted);
  const testsExitCode = await turbo("build", "typecheck", "test", keepGoing, ...(force ? ["--force"] : []));
  const failedChecks = [];
  for (const [name, ...command] of [
    ["format and lint (biome)", "pnpm", "exec", "biome", "check", "."],
    ["lint with types (oxlint)", "pnpm", "exec", "oxlint", "--type-aware"],
    ["unused code", "pnpm", "exec", "knip"],
    ["package shape", "node", "scripts/package-shape.mjs"],
    ["README snippets", "node", "scripts/readme-snippets.mjs"],
    ...(force ? [["faults", "node", "apps/faults/dist/main.js"]] : []), // some minutes: not before every commit
  ]) {
    console.log(`\n${name}:`);
    if ((await run(command[0], command.slice(1))) !== 0) failedChecks.push(name);
  }
  return printCounts(counted, { testsExitCode, failedChecks }) ? 0 : 1;
}

async function main([name, ...args]) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Node.js 20.19 or newer is needed; this is ${process.version}`);
  }
  const hasOptions = ["fuzz", "bench", "faults", "soak", "mutate"].includes(name);
  const takesArguments = name === "test" || hasOptions;
  if ((args.includes("--help") && !hasOptions) || ["--help", "-h", "help"].includes(name)) {
    console.log(help);
    return 0;
  }
  if (!Object.hasOwn(tasks, name ?? "")) throw new Error(`${name ? `no task "${name}"` : "which task?"}\n\n${help}`);
  if (!takesArguments && args.length > 0) throw new Error(`${name} takes no arguments; got "${args.join(" ")}"`);
  if (name === "ci") process.env.CI ??= "true"; // Vitest then refuses a forgotten .only
  process.env.TURBO_TELEMETRY_DISABLED ??= "1";
  process.env.DO_NOT_TRACK ??= "1";
  return tasks[name](...args);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof Interrupted ? error.exitCode : 1;
  if (!(error instanceof Interrupted) && ["test", "check", "ci"].includes(process.argv[2])) {
    console.log("0 passed, 1 failed"); // set-up failed, so nothing is known to be well
  }
}
