import type { ServerNotification } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepCallAlive } from "../../src/elicitation/keep-call-alive.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minuteMs = 60_000;

/** What a call's client would be told, on a wire that breaks where a test says so. */
function toldTo(_meta: { progressToken?: string | number }, breaks = false) {
  const told: ServerNotification[] = [];
  const end = keepCallAlive({
    _meta,
    sendNotification: async (notification) => {
      told.push(notification);
      if (breaks) throw new Error("gone");
    },
  });
  return { told, end };
}

test("a client that asked for progress is told several times a minute that its user is waited for, until they answered", async () => {
  const { told, end } = toldTo({ progressToken: "p" });
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(told.map(({ method }) => method)).toEqual(Array(4).fill("notifications/progress"));
  expect(told.map(({ params }) => params)).toMatchObject(
    [1, 2, 3, 4].map((progress) => ({ progressToken: "p", progress })),
  );
  end();
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(told).toHaveLength(4);
});

test("also where its token is the number 0, and goes on where the client does not hear it", async () => {
  const { told, end } = toldTo({ progressToken: 0 }, true);
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(told).toHaveLength(4);
  end();
});

test("a client that did not ask is told nothing", async () => {
  const { told, end } = toldTo({});
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(told).toEqual([]);
  end();
});
