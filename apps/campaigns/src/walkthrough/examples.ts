/** One call of a Tier-2 tool on the example's data. */
export interface Example {
  readonly args: object;
  /** What its preview says would happen. */
  readonly summary: string | RegExp;
  /** SQL of somebody else's, between preview and confirm: after it, what was shown no longer is what would happen. */
  readonly meanwhile: string;
}

/** Every Tier-2 tool of the example, by name. */
export const examples: Readonly<Record<string, Example>> = {
  delete_campaign: {
    args: { id: 42 },
    summary:
      "Will delete campaign #42 'Black Friday FR' — 12 active flows, 4523 lifetime clicks, $1247 lifetime revenue",
    meanwhile: "update flows set status = 'paused' where id = 401",
  },
  delete_email_list: {
    args: { id: 1 },
    summary:
      "Will delete e-mail list #1 'Newsletter FR' — 240 subscribers, 3 sequence steps, 2 conversion triggers, " +
      "1 bound landing pages",
    meanwhile: "insert into email_subscribers (list_id, email) values (1, 'late@example.com')",
  },
  delete_collection: {
    args: { id: 31 },
    summary: "Will delete collection #31 'Travel kit' — 4 products are no longer in it; the products themselves stay",
    meanwhile: "update collection_products set product_id = 213 where collection_id = 31 and product_id = 215",
  },
  delete_product: {
    args: { id: 206 },
    summary: "Will delete product #206 'Travel adapter' (gadgets, $22.00) — in 2 collections",
    meanwhile: "update products set price = 23 where id = 206",
  },
  delete_cloaking_workflow: {
    args: { id: 51 },
    summary:
      "Will delete cloaking workflow #51 'Bots out' with its 3 rules — 2 active campaigns then let every click through",
    meanwhile: "update campaigns set status = 'active' where id = 47",
  },
  delete_email_conversion_trigger: {
    args: { id: 61 },
    summary:
      "Will delete conversion trigger #61 'Buyers of a trial box' (active) — it enrols on 'purchase' in list " +
      "'Customers EU' and has fired 318 times",
    meanwhile: "update email_conversion_triggers set status = 'paused' where id = 61",
  },
  update_offer_payout: {
    args: { offer_id: 12, new_payout: 6.2 },
    summary: "Will update payout of offer #12 'Sweepstakes FR Gold' from $4.50 to $6.20 (+37.8%).",
    meanwhile: "update campaigns set status = 'paused' where id = 43",
  },
  update_campaign_cost: {
    args: { campaign_id: 43, new_cost_per_click: 0.12 },
    summary: "Will update the cost per click of campaign #43 'Spring Launch FR' (active) from $0.10 to $0.12 (+20%).",
    meanwhile: "update campaigns set cost_per_click = 0.11 where id = 43",
  },
  refund_order: {
    args: { order_id: 5002, amount: 29, reason: "arrived damaged" },
    summary: "Will refund $29.00 of order #5002 (total $129.00) to customer-0212.",
    meanwhile: "update orders set refunded = 10 where id = 5002",
  },
  cancel_order: {
    args: { order_id: 5004, reason: "ordered twice" },
    summary: "Will cancel order #5004 of customer-0107 (paid, total €59.80) and refund €39.80 with it.",
    meanwhile: "update orders set refunded = 30 where id = 5004",
  },
  create_email_smtp_server: {
    args: {
      name: "Relay",
      host: "smtp.example.com",
      username: "mailer",
      password: "correct horse battery staple",
      from_address: "hi@example.com",
    },
    summary: "Will add SMTP server 'Relay' (mailer at smtp.example.com:587) and store its password encrypted.",
    meanwhile: `insert into smtp_servers (name, host, port, username, sealed_password, from_address)
      values ('Relay', 'elsewhere.example.com', 25, 'other', 'v1.sealed', 'other@example.com')`,
  },
  bulk_update_product_prices: {
    args: { category: "gadgets", min_price: 19.95, max_price: 49.9, change_pct: 7.5 },
    summary:
      "Will change the prices of 6 products (category = 'gadgets', price >= 19.95, price <= 49.90) by +7.5%: " +
      "$182.15 in total becomes $195.81.",
    meanwhile: "insert into products (name, category, price) values ('Dock', 'gadgets', 30)",
  },
  update_source_campaign_budget: {
    args: { source_campaign_id: "src_901", new_daily_budget: 150 },
    summary:
      "Will set the daily budget of src_901 'Spring Launch FR / search' at search-ads (active) from €120.00 to " +
      "€150.00 (+25%).",
    meanwhile: "update outside_source_campaigns set daily_budget = 90 where id = 'src_901'",
  },
  update_source_campaign_bid: {
    args: { source_campaign_id: "src_902", new_bid: 0.36 },
    summary:
      "Will set the bid of src_902 'Spring Launch FR / social' at social-ads (active) from €0.30 to €0.36 (+20%).",
    meanwhile: "update outside_source_campaigns set status = 'paused' where id = 'src_902'",
  },
  pause_source_campaign: {
    args: { source_campaign_id: "src_904" },
    summary:
      "Will pause src_904 'Black Friday FR / search' at search-ads (daily budget €200.00): it stops delivering at once.",
    meanwhile: "update outside_source_campaigns set daily_budget = 400 where id = 'src_904'",
  },
  resume_source_campaign: {
    args: { source_campaign_id: "src_903" },
    summary:
      "Will resume src_903 'Spring Launch FR / video' at social-ads (daily budget €60.00): it spends from now on.",
    meanwhile: "update outside_source_campaigns set daily_budget = 600 where id = 'src_903'",
  },
  create_download_link: {
    args: { document_id: 81, valid_until: "in 30 minutes" },
    summary:
      /^Will make a link to document #81 'payouts-2026-03.csv' \(confidential, 80 bytes\): whoever has it can fetch the document until .*Z\.$/,
    meanwhile: "update documents set content = content || '1423,9,40.50' where id = 81",
  },
  cross_platform_scale_plan: {
    args: { campaign_id: 43, change_pct: 20 },
    summary:
      "Will change 2 daily budgets of campaign #43 'Spring Launch FR' at 2 ad networks by +20%: €200.00 a day becomes " +
      "€240.00.",
    meanwhile: "update outside_source_campaigns set status = 'active' where id = 'src_903'",
  },
  refund_native_order: {
    args: { native_order_id: "nat_7002", amount: 25.5 },
    summary:
      "Will pay €25.50 of native order nat_7002 (paid, total €120.00) back to customer-0640 through the payment provider.",
    meanwhile: "update outside_native_orders set refunded = 40 where id = 'nat_7002'",
  },
  cancel_native_order: {
    args: { native_order_id: "nat_7001" },
    summary:
      "Will cancel native order nat_7001 of customer-0107 (total €49.00) and pay €49.00 back through the payment provider.",
    meanwhile: "update outside_native_orders set status = 'shipped' where id = 'nat_7001'",
  },
};
