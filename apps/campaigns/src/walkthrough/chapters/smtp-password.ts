import { smtpPassword } from "../../entities/smtp-servers.js";
import type { Chapter } from "../chapter.js";
import { databaseText } from "../database-text.js";
import { refused } from "../refused.js";
import { finds } from "../search.js";

const tool = "create_email_smtp_server";
const password = "Tr0ub4dor & 3 ümläuts";
const args = {
  name: "Relay",
  host: "smtp.example.com",
  port: 587,
  username: "mailer",
  from_address: "hi@example.com",
  password,
};
const view = "select id, name, host, left(sealed_password, 12) || '…' as sealed_password from smtp_servers";

export const smtpPasswordChapter: Chapter = {
  title: "A password is seen nowhere",
  async play(stage) {
    const { say, expect, same, holds, observe, showTable, database } = stage;
    const { agent: connect, wire, events, store, vault } = await stage.server();
    const agent = await connect();

    say("The agent gives the password with both calls; the preview leaves it out.");
    const preview = await observe(view, { before: [], after: "unchanged" }, () => agent.call(tool, args));
    expect("shown of it", (preview.body.preview as Record<string, unknown>).password, "given, not shown");
    const confirm_token = String(preview.body.confirm_token);

    say("The token is bound to the password all the same: another one is refused.");
    const other = { ...args, password: "another one", confirm_token };
    await refused(stage, { view, rows: [], reason: "params_changed" }, () => agent.call(tool, other));

    say("Confirmed, and called once more for a replay.");
    const done = await agent.call(tool, { ...args, confirm_token });
    expect("message", done.body.message, "SMTP server 'Relay' created");
    const again = await agent.call(tool, { ...args, confirm_token });
    same("the replay is the same to the byte", again.text, done.text);
    const rows = await database.query<{ sealed_password: string }>(view);
    showTable(rows);
    same("the database has it sealed", rows[0]?.sealed_password, /^v1\./);
    same("only the key opens it: it is the given one", await smtpPassword(database, vault, "Relay"), password);

    say(
      "Now everything is searched for it, in clear and in the usual encodings. The host name shows that the search finds.",
    );
    const places = {
      "every byte that went to a client": wire.sentToClients().toString("utf8"),
      "every event": JSON.stringify(events),
      "everything written to the store or read from it": store.traffic(),
      "every row of every table": await databaseText(database),
    };
    for (const [place, text] of Object.entries(places)) {
      same(`${place} (${text.length} characters): no password`, finds(text, password), []);
      if (place !== "every event") holds("   but the host name", finds(text, args.host).length > 0);
    }
    holds("every event: but the tool's name", finds(places["every event"], tool).length > 0);
    same("the store has no confirm token either, only its digest", finds(store.traffic(), confirm_token), []);
  },
};
