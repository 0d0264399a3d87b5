import { type RedisServer, startRedis } from "@holdpoint/test-servers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scripts } from "../src/script.js";

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

/** The script as it runs at a host that edits what INFO tells. */
const behind = (edit: string, text: string) => `
  local server = redis
  local redis = { pcall = server.pcall, error_reply = server.error_reply }
  redis.call = function(command, ...)
    local answer = server.call(command, ...)
    if command == 'INFO' then answer = ${edit} end
    return answer
  end
  ${text}`;

const ask = (edit: string, text: string) =>
  server.command("EVAL", behind(edit, text), "3", "n:{0}:r:c:1", "n:{0}:p:c:1", "n:{0}:l", "1");

test("where the host shows no replication id nothing is answered, rather than all of one history", async () => {
  expect(await ask("answer", scripts.get.text)).toEqual(["absent"]);
  await expect(ask("string.gsub(answer, 'master_replid', 'hidden')", scripts.get.text)).rejects.toThrow(/NOHISTORY/);
});

test("where the host shows no role nothing is answered", async () => {
  await expect(ask("string.gsub(answer, 'role:', 'hidden:')", scripts.get.text)).rejects.toThrow(/NOTPRIMARY/);
});
