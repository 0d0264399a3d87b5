import { describe, expect, test } from "vitest";
import { readOptions } from "../src/server/read-options.js";

describe("the command line", () => {
  test("may be empty", () => {
    expect(readOptions([], undefined)).toEqual({ help: false, stdio: false, port: 4242, place: { kind: "memory" } });
  });

  test("names a port and a folder", () => {
    const place = { kind: "folder", folder: "here" };
    expect(readOptions(["--port", "0", "--data", "here"], undefined)).toMatchObject({ port: 0, place });
    expect(readOptions(["-h"])).toMatchObject({ help: true });
    expect(readOptions(["--audit", "there"], undefined)).toMatchObject({ place: { kind: "memory" }, audit: "there" });
  });

  test("puts everything on the server of DATABASE_URL, if there is one", () => {
    const url = "postgres://localhost/shop";
    expect(readOptions([], url).place).toEqual({ kind: "server", url, schema: undefined });
    expect(readOptions(["--schema", "ads"], url).place).toEqual({ kind: "server", url, schema: "ads" });
    expect(readOptions([], "").place).toEqual({ kind: "memory" });
    expect(() => readOptions(["--data", "here"], url)).toThrow("--data and DATABASE_URL exclude each other");
  });

  test.each([
    ["a schema without a server", ["--schema", "ads"], "--schema makes sense with DATABASE_URL only"],
    ["a port that is no number", ["--port", "http"], '--port must be a number from 0 to 65535, not "http"'],
    ["a port that is too high", ["--port", "65536"], "--port must be a number"],
    ["a port without a number", ["--port"], "--help lists the options"],
    ["a negative port", ["--port=-1"], "--port must be a number"],
    ["an unknown option", ["--prot", "1"], "Unknown option '--prot'"],
    ["a stray word", ["serve"], "--help lists the options"],
    ["an empty folder", ["--data", ""], "--data needs a folder"],
    ["an empty folder for the log", ["--audit", ""], "--audit needs a folder"],
    ["a port for stdio", ["--stdio", "--port", "1"], "--stdio opens no port"],
  ])("is refused with %s", (_what, args, message) => {
    expect(() => readOptions(args, undefined)).toThrow(message);
  });
});
