#!/usr/bin/env node
import { runCli } from "./run-cli.js";

// A reader that has seen enough, such as head.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 2));

process.exitCode = await runCli(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  progress: process.stderr.isTTY === true,
});
