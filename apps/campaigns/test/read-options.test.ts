import { describe, expect, test } from "vitest";
import { readOptions } from "../src/server/read-options.js";

describe("the command line", () => {
  test("may be empty", () => {
    expect(readOptions([])).toEqual({ help: false, stdio: false, port: 4242, dataFolder: undefined });
  });

  test("names a port and a folder", () => {
    expect(readOptions(["--port", "0", "--data", "here"])).toMatchObject({ port: 0, dataFolder: "here" });
    expect(readOptions(["-h"])).toMatchObject({ help: true });
  });

  test.each([
    ["a port that is no number", ["--port", "http"], '--port must be a number from 0 to 65535, not "http"'],
    ["a port that is too high", ["--port", "65536"], "--port must be a number"],
    ["a port without a number", ["--port"], "--help lists the options"],
    ["a negative port", ["--port=-1"], "--port must be a number"],
    ["an unknown option", ["--prot", "1"], "Unknown option '--prot'"],
    ["a stray word", ["serve"], "--help lists the options"],
    ["an empty folder", ["--data", ""], "--data needs a folder"],
    ["a port for stdio", ["--stdio", "--port", "1"], "--stdio opens no port"],
  ])("is refused with %s", (_what, args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
