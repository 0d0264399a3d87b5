#!/usr/bin/env node
import { runCli } from "./run-cli.js";

process.exitCode = await runCli(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  color: process.stdout.isTTY === true && !process.env.NO_COLOR,
  progress: process.stderr.isTTY === true,
});
