import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { redisCommand, startRedis, startRedisPair } from "../src/index.js";
import { whileLocked } from "../src/redis/lock.js";

test("a server that crashed starts again with its files, or with nothing, on the same port", async () => {
  const server = await startRedis({ persistence: "snapshot" });
  await server.command("SET", "key", "kept");
  await server.snapshot();
  await server.command("SET", "key", "later");
  await server.crash();
  await expect(server.command("PING")).rejects.toThrow();
  await server.start("files");
  expect(await server.command("GET", "key")).toBe("kept");
  await server.start("nothing");
  expect(await server.command("GET", "key")).toBeNull();
  await server.stop();
});

test("a paused server answers nothing until it goes on", async () => {
  const server = await startRedis();
  server.pause();
  await expect(redisCommand(server.port, ["PING"], 200)).rejects.toThrow("no reply");
  server.resume();
  expect(await server.command("PING")).toBe("PONG");
  await server.stop();
});

test("a replica that was cut off keeps what it has, and stands alone once it is promoted", async () => {
  const pair = await startRedisPair();
  await pair.primary.command("SET", "key", "before");
  await pair.caughtUp();
  await pair.cutReplication();
  await pair.primary.command("SET", "key", "after");
  await pair.promote();
  expect(await pair.replica.command("GET", "key")).toBe("before");
  expect((await pair.replica.info("replication")).role).toBe("master");
  await pair.stop();
});

test("of those who want the same lock at once one works at a time, and the lock of a dead process holds up nobody", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "lock-"));
  const file = path.join(folder, "lock");
  let done = false;
  const first = whileLocked(file, async () => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    done = true;
  });
  await whileLocked(file, async () => expect(done).toBe(true));
  await first;
  expect(fs.existsSync(file)).toBe(false);

  const { pid } = spawnSync(process.execPath, ["--eval", ""]);
  fs.writeFileSync(file, String(pid));
  await whileLocked(file, async () => {});
  fs.rmSync(folder, { recursive: true });
});
