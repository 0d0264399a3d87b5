import type { Sql } from "../database/sql.js";
import { listen } from "../server/listen.js";
import type { Stage } from "./chapter.js";
import { httpCaller } from "./http-caller.js";
import { plainRefunds } from "./plain-refunds.js";
import { order5002, order5002Is } from "./views.js";
import { wireTo } from "./wire.js";

const refund = { order_id: 5002, amount: "10.00", reason: "arrived late" };

/** The control run: what becomes of a lost answer and a repeated call where nothing guards the same code. */
export async function unguarded({ say, expect, observeOn, atEnd, showExchange }: Stage, sql: Sql): Promise<void> {
  say(
    "Without the guard: the same refund, in a transaction too, as a plain route. Its answer is lost, it is repeated …",
  );
  const listening = await listen(plainRefunds(sql), 0);
  atEnd(() => listening.close(Promise.resolve()));
  const wire = await wireTo(listening.url);
  atEnd(() => wire.close());
  const call = httpCaller({ showExchange }, wire.url, undefined);
  const lost = wire.loseAnswerTo(refund.reason);
  await observeOn(sql)(order5002, { before: order5002Is("39.00", 2), after: order5002Is("59.00", 4) }, async () => {
    const first = call("/refund", refund).then(
      () => "an answer",
      (error: Error) => error.message,
    );
    expect("the client hears", await first, "fetch failed");
    await lost;
    await call("/refund", refund);
  });
  const booked = await sql.query("select id from refunds where reason = $1", [refund.reason]);
  expect("… and the customer is paid twice. Refunds that were booked", booked.length, 2);
}
