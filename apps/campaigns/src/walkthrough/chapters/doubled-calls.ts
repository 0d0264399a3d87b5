import { setTimeout as pause } from "node:timers/promises";
import type { Answer } from "../answer.js";
import type { Chapter } from "../chapter.js";
import { order5002, order5002Is } from "../views.js";

const tool = "refund_order";
const args = { order_id: 5002, amount: 29, reason: "arrived damaged" };
const calls = 1000;
const callsPerWave = 50;
const patienceMs = 300_000;

export const doubledCalls: Chapter = {
  title: "A confirm call doubled, and a thousand at once",
  async play({ say, expect, same, observe, server, gate }) {
    let asked = 0;
    const authorize = () => {
      asked += 1;
      return true;
    };
    let hold: (() => Promise<void>) | undefined;
    const risk = async () => {
      await hold?.();
      return true;
    };
    const limits = { waitForCompletionMs: patienceMs, leaseMs: patienceMs };
    const { agent: connect, events } = await server({ ...limits, authorize, risk });
    const agent = await connect();

    say("Two confirm calls with one token start together. One executes; the other waits for it and gets its answer.");
    const doubled = { ...args, confirm_token: await agent.preview(tool, args) };
    const both = await observe(order5002, { before: order5002Is("0.00", 0), after: order5002Is("29.00", 1) }, () =>
      Promise.all([agent.call(tool, doubled), agent.call(tool, doubled)]),
    );
    same("the two answers are the same to the byte", both[0].text, both[1].text);
    expect("replays among them", both.filter(({ replayed }) => replayed).length, 1);

    say(
      `Now ${calls} confirm calls with one token, for another refund. All have reached the server before the first may go on.`,
    );
    const another = { ...args, reason: "arrived late" };
    const thousandfold = { ...another, confirm_token: await agent.preview(tool, another) };
    const held = gate();
    hold = () => held.pass(); // the last question before the handler, inside the transaction
    const toldBefore = events.length;
    let answered = 0;
    const count = () => {
      answered += 1;
    };
    asked = 0;
    const answers = await observe(
      order5002,
      { before: order5002Is("29.00", 1), after: order5002Is("58.00", 2) },
      async () => {
        const all: Promise<Answer>[] = [];
        const again = 1; // who wins the claim is asked once more
        while (all.length < calls) {
          for (let i = 0; i < callsPerWave; i += 1) {
            all.push(agent.callQuietly(tool, thousandfold, { timeout: patienceMs }).finally(count));
          }
          while (asked < all.length + again && answered === 0) await pause(5); // a slow machine gets its time
        }
        expect("calls in the server now, none of them answered", [asked - again, answered], [calls, 0]);
        held.open();
        return Promise.all(all);
      },
    );
    const claims = events.slice(toldBefore).filter(({ type }) => type === "claimed");
    expect("executions", claims.length, 1);
    expect("replays", answers.filter(({ replayed }) => replayed).length, calls - 1);
    expect("different answers", new Set(answers.map(({ text }) => text)).size, 1);
    expect("their message", answers[0]?.body.message, "Order 5002 refunded $29.00");
  },
};
