import { expect, test } from "vitest";
import { Turns } from "../../src/engine/turns.js";
import { manualPlatform } from "../support/manual-platform.js";

const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

test("calls with one key take turns, and each other key has its own", async () => {
  const turns = new Turns({ platform: manualPlatform() });
  const order: string[] = [];
  const call = async (key: string, name: string) => {
    const end = await turns.take(key, 1000, undefined);
    order.push(`${name} begins`);
    await settled();
    order.push(`${name} ends`);
    end?.();
  };
  await Promise.all([call("k", "a"), call("k", "b"), call("k", "c"), call("other", "x")]);
  expect(order.filter((step) => !step.startsWith("x"))).toEqual(
    ["a", "b", "c"].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
  expect(order.indexOf("x begins")).toBeLessThan(order.indexOf("a ends"));
});

test("a turn that does not come in time, or for which nobody waits any more, is none", async () => {
  const platform = manualPlatform();
  const turns = new Turns({ platform });
  const end = await turns.take("k", 1000, undefined);
  const late = turns.take("k", 1000, undefined);
  const gone = new AbortController();
  const left = turns.take("k", 1000, gone.signal);
  gone.abort();
  expect(await left).toBeUndefined();
  platform.advance(1000);
  expect(await late).toBeUndefined();
  end?.();
  expect(await turns.take("k", 0, undefined)).toBeDefined();
});
