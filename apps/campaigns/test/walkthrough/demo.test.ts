import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const demo = fileURLToPath(new URL("../../dist/demo.js", import.meta.url));

test("the walk-through finds everything as shown", { timeout: 300_000 }, async () => {
  const child = spawn(process.execPath, [demo], { stdio: ["ignore", "pipe", "pipe"] });
  let [text, errors] = ["", ""];
  child.stdout.on("data", (bytes) => {
    text += String(bytes);
  });
  child.stderr.on("data", (bytes) => {
    errors += String(bytes);
  });
  const [code] = (await once(child, "close")) as [number | null];
  const differences = text.match(/✘.*/g);
  expect({ code, errors, differences }, text.slice(-2000)).toEqual({ code: 0, errors: "", differences: null });
  expect(text).toMatch(/Everything was as shown: \d{3} checks in \d\d chapters, \d+\.\d s\.\n$/);
  expect(text).not.toContain("\u001b"); // plain where no terminal is
});
