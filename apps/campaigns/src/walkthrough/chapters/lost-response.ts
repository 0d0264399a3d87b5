import type { Chapter } from "../chapter.js";
import { campaign42, campaign42Gone, campaign42There, ledger } from "../views.js";

const tool = "delete_campaign";

export const lostResponse: Chapter = {
  title: "The response is lost on the wire",
  async play({ say, showTable, expect, same, holds, observe, server, database }) {
    const { agent: connect, wire, events } = await server();
    const agent = await connect();
    const args = { id: 42, confirm_token: await agent.preview(tool, { id: 42 }) };

    say(
      "The wire between client and server is a TCP proxy. It cuts the connection at the moment when the answer to " +
        "the confirm call arrives: the server has executed, and the client cannot know.",
    );
    const lost = wire.loseAnswerTo(args.confirm_token);
    const error = await observe(campaign42, { before: campaign42There, after: campaign42Gone }, () =>
      agent.callInVain(tool, args),
    );
    expect("the client hears", error.message, "fetch failed");
    holds(`${await lost} bytes of an answer were on their way`, (await lost) > 0);

    say("The agent retries with the same token, over a new connection. It gets the answer that was lost.");
    const retry = await observe(campaign42, { before: campaign42Gone, after: "unchanged" }, () =>
      agent.call(tool, args),
    );
    expect("message", retry.body.message, "Campaign 42 deleted");
    holds("it is a replay", retry.replayed);
    const again = await agent.call(tool, args);
    same("and so is every further one, to the byte", [again.text, again.replayed], [retry.text, true]);

    say("The ledger of the database has one row for each execution:");
    const rows = await database.query<{ tool: string }>(ledger);
    showTable(rows);
    same("one execution", rows, [{ tool }]);
    const steps = ["proposed", "claimed", "completed", "replayed", "replayed"];
    expect(
      "what the engine told",
      events.map(({ type }) => type),
      steps,
    );
  },
};
