import type { Chapter } from "../chapter.js";
import { databaseText } from "../database-text.js";
import { finds } from "../search.js";

const tool = "create_download_link";
const args = { document_id: 81, valid_until: "in 30 minutes" };
const view = `select d.name, (select count(*)::int from download_links where document_id = d.id) as links,
    (select count(*)::int from downloads where outcome = 'served') as served,
    (select count(*)::int from downloads where outcome = 'expired') as expired
  from documents d where d.id = 81`;
const used = (links: number, served: number, expired: number) => [
  { name: "payouts-2026-03.csv", links, served, expired },
];

export const downloadLink: Chapter = {
  title: "A link is more than a look: told once",
  async play(stage) {
    const { say, expect, same, holds, observe, showExchange, database } = stage;
    const { agent: connect, events, store } = await stage.server();
    const agent = await connect();

    say("To look at a document's metadata changes and gives away nothing: Tier 1.");
    const metadata = await agent.call("get_document_metadata", { id: 81 });
    same("no link and no content", Object.keys(metadata.body.document as object), [
      "id",
      "name",
      "classification",
      "media_type",
      "size_bytes",
      "created_at",
      "updated_at",
    ]);

    say(
      "A link changes the document as little, but it acts for whoever holds it. So it is a tool of its own, and Tier 2. " +
        "'In 30 minutes' is resolved once, at the preview, and shown absolute.",
    );
    const preview = await observe(view, { before: used(0, 0, 0), after: "unchanged" }, () => agent.call(tool, args));
    const until = (preview.body.resolved as { valid_until: string }).valid_until;
    expect("valid until", until, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const call = { ...args, confirm_token: String(preview.body.confirm_token) };
    const done = await observe(view, { before: used(0, 0, 0), after: used(1, 0, 0) }, () => agent.call(tool, call));
    const link = done.body.link as { url: string; expires_at: string };
    expect("the link expires when the preview said", link.expires_at, until);

    say("Whoever has the link fetches the document, without a token. Every use is put down.");
    const follow = async () => {
      const answer = await fetch(link.url);
      const text = await answer.text();
      showExchange("GET /downloads/…", answer.status, text.split("\n", 1)[0] ?? "");
      return { status: answer.status, text };
    };
    const content = await observe(view, { before: used(1, 0, 0), after: used(1, 1, 0) }, follow);
    expect("it is the document", content.text, /^affiliate,conversions,payout_usd\n1107,412,1854\.00\n/);

    say("A repeated confirm call does not tell the link again: what is recorded has it withheld.");
    const again = await agent.call(tool, call);
    expect("the link in the replay", (again.body.link as { url: string }).url, "[withheld]");
    const secret = link.url.split("/").at(-1) ?? "";
    const places = { events: JSON.stringify(events), store: store.traffic(), database: await databaseText(database) };
    for (const [place, text] of Object.entries(places)) {
      same(`not in the ${place} (${text.length} characters)`, finds(text, secret), []);
      holds("   where the tool is named", finds(text, tool).length > 0);
    }

    say("Once it has expired it leads nowhere.");
    await database.query("update download_links set expires_at = now()");
    const late = await observe(view, { before: used(1, 1, 0), after: used(1, 1, 1) }, follow);
    expect("answer", late.status, 404);
  },
};
