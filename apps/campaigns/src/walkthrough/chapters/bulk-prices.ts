import type { Chapter } from "../chapter.js";
import { refused } from "../refused.js";

const tool = "bulk_update_product_prices";
const args = { category: "gadgets", min_price: 19.95, max_price: 49.9, change_pct: 7.5 };
const rule = "category = 'gadgets', price >= 19.95, price <= 49.90";

/** The three products around the edges of the range, and the totals of all that it selects. */
const view = `select
  (select price::text from products where id = 205) as "#205 phone stand",
  (select price::text from products where id = 209) as "#209 key finder",
  (select price::text from products where id = 207) as "#207 speaker",
  (select sum(price)::text from products where category = 'gadgets') as "all gadgets"`;
const prices = (stand: string, finder: string, speaker: string, all: string) => [
  { "#205 phone stand": stand, "#209 key finder": finder, "#207 speaker": speaker, "all gadgets": all },
];
const delivered = prices("14.90", "19.95", "49.90", "346.05");

export const bulkPrices: Chapter = {
  title: "Bulk: the rule, the exact count, and exactly those",
  async play(stage) {
    const { say, expect, showTable, observe, database } = stage;
    const agent = await (await stage.server()).agent();

    say("A bulk preview names the rule that selects, how many it selects now, a sample, and digests of all of it.");
    const first = await observe(view, { before: delivered, after: "unchanged" }, () => agent.call(tool, args));
    const shown = first.body.preview as Record<string, unknown>;
    showTable(shown.sample as Record<string, unknown>[]);
    expect("rule", shown.selection, rule);
    expect("count", shown.product_count, 6);
    expect("total", [shown.total_before, shown.total_after], ["182.15", "195.81"]);
    const material = first.body.material as Record<string, unknown>;
    expect("digest of the ids, in the material facts", material.id_digest, /^c1\./);
    expect("how it could be undone", (material.reversibility as Record<string, unknown>).evidence, /former prices/);

    say("Before the confirm call a new product comes under the rule: seven are not six, so none is changed.");
    await database.query("insert into products (id, name, category, price) values (300, 'Dock', 'gadgets', 30)");
    const since = prices("14.90", "19.95", "49.90", "376.05");
    await refused(stage, { view, rows: since, reason: "state_changed" }, () =>
      agent.call(tool, { ...args, confirm_token: first.body.confirm_token }),
    );

    say("A new preview counts seven. Confirmed, it changes those seven, to the cent, and no other product.");
    const second = await agent.call(tool, args);
    expect("count", (second.body.preview as Record<string, unknown>).product_count, 7);
    const after = prices("14.90", "21.45", "53.64", "391.96");
    const done = await observe(view, { before: since, after }, () =>
      agent.call(tool, { ...args, confirm_token: second.body.confirm_token }),
    );
    expect("message", done.body.message, "Prices of 7 products updated");
    const [touched] = await database.query<{ count: number }>(
      "select count(*)::int as count from products where version > 1",
    );
    expect("products whose row was touched", touched?.count, 7);
  },
};
