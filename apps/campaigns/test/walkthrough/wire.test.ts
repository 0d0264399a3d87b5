import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Listening, listen } from "../../src/server/listen.js";
import { type Wire, wireTo } from "../../src/walkthrough/wire.js";

let served: string[];
let server: Listening;
let wire: Wire;
beforeEach(async () => {
  served = [];
  server = await listen((req, res) => {
    let body = "";
    req.on("data", (part) => {
      body += String(part);
    });
    req.on("end", () => {
      served.push(body);
      res.end(`answer to ${body}`);
    });
  }, 0);
  wire = await wireTo(server.url);
});
afterEach(async () => {
  await wire.close();
  await server.close(Promise.resolve());
});
const ask = (body: string) => fetch(wire.url, { method: "POST", body });

describe("the wire", () => {
  test("carries requests and answers, and keeps what went to the clients", async () => {
    expect(await (await ask("one")).text()).toBe("answer to one");
    expect(wire.sentToClients().toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*answer to one$/s);
  });

  test("loses one answer: the server has done its work, and no byte of it arrives", async () => {
    await (await ask("before")).text();
    const lost = wire.loseAnswerTo("two");
    await expect(ask("two")).rejects.toThrow("fetch failed");
    expect(served).toEqual(["before", "two"]);
    expect(await lost).toBeGreaterThan(0);
    expect(wire.sentToClients().toString()).not.toContain("answer to two");
    expect(await (await ask("two")).text()).toBe("answer to two");
  });

  test("loses no answer to another request", async () => {
    void wire.loseAnswerTo("two");
    expect(await (await ask("one")).text()).toBe("answer to one");
  });
});
