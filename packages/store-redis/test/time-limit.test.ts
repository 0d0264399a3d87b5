import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { TimeLimit } from "../src/time-limit.js";

const never = () => new Promise(() => {});
const givenUp = { code: "store_unavailable", message: /within 100 ms/ };

test("an answer that comes after it was given up disturbs none of those that are still waited for", async () => {
  const limit = new TimeLimit(100);
  let answerLate: (value: unknown) => void = () => {};
  const late = new Promise((resolve) => {
    answerLate = resolve;
  });
  await expect(limit.within(late, String)).rejects.toMatchObject(givenUp);
  const second = limit.within(never(), String).catch((error: unknown) => error);
  answerLate("late");
  await sleep(1);
  const third = limit.within(never(), String).catch((error: unknown) => error);
  expect(await Promise.race([second, sleep(20_000)])).toMatchObject(givenUp);
  expect(await Promise.race([third, sleep(20_000)])).toMatchObject(givenUp);
});

test("what is given up tells the client's last connection error", async () => {
  const limit = new TimeLimit(100, () => "connect ECONNREFUSED 127.0.0.1:1");
  await expect(limit.within(never(), String)).rejects.toMatchObject({ message: /within 100 ms.*ECONNREFUSED/ });
});
