// One of several processes that race for the same tokens. Plain JavaScript on the built package, as users run it.
import process from "node:process";
import { postgresStore } from "@holdpoint/tier2-store-postgres";
import pg from "pg";

const [url, schema] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 4 });
const store = postgresStore({ client: pool, schema });
await store.checkSetup();
process.send("ready");

async function race(ids) {
  const claim = `in_flight ${process.pid}`;
  const write = { tag: claim, state: "{}", listed: true, payloadForMs: null, recordForMs: null };
  const won = [];
  let lost = 0;
  const waiting = [...ids];
  const work = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const swap = await store.swap(id, "pending", write, { deadline: "open", history: "same" });
      if (swap.ok) won.push(id);
      else if (swap.why === "tag" && swap.record.tag.startsWith("in_flight ")) lost += 1;
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  await pool.end();
  process.send({ won, lost }, () => process.disconnect());
}

process.once("message", (ids) => void race(ids));
