import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Agent } from "../agent.js";
import type { Chapter } from "../chapter.js";
import { refused } from "../refused.js";
import { stdioServer } from "../stdio-server.js";
import { typed } from "../user.js";

const tool = "refund_native_order";
const args = { native_order_id: "nat_7002", amount: 80 };
const order = "select id, refunded from outside_native_orders where id = 'nat_7002'";

async function refundedOf(agent: Agent): Promise<unknown> {
  const { body } = await agent.callQuietly("list_native_orders", {});
  const orders = body.native_orders as { id: string; refunded: string }[];
  return orders.find(({ id }) => id === args.native_order_id)?.refunded;
}

const reasonOf = ({ body }: Awaited<ReturnType<Agent["call"]>>) => [body.reason, body.detail];

export const userTypesIt: Chapter = {
  title: "A refund that the client's own user has to type",
  async play(stage) {
    const { say, expect, same, holds, atEnd, saveDatabase, server } = stage;

    say("Above 50.00 the tool is of level L2. This endpoint has no sessions and no streams, so it can ask nobody.");
    const over = await (await server()).agent();
    const rows = [{ id: "nat_7002", refunded: "20.00" }];
    await refused(stage, { view: order, rows, reason: "level_unavailable/user_not_reachable" }, () =>
      over.call(tool, args),
    );

    say("A desktop client says that it can ask its user. The preview is as ever, and asks nobody.");
    const dataFolder = await mkdtemp(join(tmpdir(), "campaigns-"));
    atEnd(() => rm(dataFolder, { recursive: true, force: true }));
    await saveDatabase(join(dataFolder, "database"));
    const settings = { dataFolder, secretKey: randomBytes(32).toString("base64"), hasUser: true };
    const { agent } = await stdioServer(stage, settings);
    const { user } = agent;
    if (user === undefined) throw new Error("The desktop client has no user");
    const call = { ...args, confirm_token: await agent.preview(tool, args) };
    expect("questions so far", user.questions.length, 0);

    say("The agent confirms. A client that accepts by itself, and one that echoes what it was sent, execute nothing.");
    user.answers(() => ({ action: "accept", content: {} }));
    expect("accepted with an empty form", reasonOf(await agent.call(tool, call)), ["not_confirmed", "empty"]);
    user.answers((question) => typed(question.message)(question));
    expect("the message sent back", reasonOf(await agent.call(tool, call)), ["not_confirmed", "wrong"]);
    expect("refunded", await refundedOf(agent), "20.00");

    say("Whoever reads it types the amount. It is paid back once; the repeated call is a replay, and asks nobody.");
    user.answers(typed("80.00"));
    const done = await agent.call(tool, call);
    expect("status", done.body.status, "ok");
    const again = await agent.call(tool, call);
    same("a retry is a replay, to the byte", [again.text, again.replayed], [done.text, true]);
    expect("refunded", await refundedOf(agent), "100.00");
    expect("questions in all", user.questions.length, 3);
    holds("none of which had the answer in its form", !/80/.test(JSON.stringify(user.questions[0]?.requestedSchema)));

    say("The user says no to another. The agent insists, and they are not asked again.");
    const other = { native_order_id: "nat_7001" };
    const declined = { ...other, confirm_token: await agent.preview(tool, other) };
    user.answers(() => ({ action: "decline" }));
    const answers = [];
    for (let times = 0; times < 4; times += 1) answers.push(reasonOf(await agent.callQuietly(tool, declined))[1]);
    expect("what it hears", answers, ["declined", "asked_enough", "asked_enough", "asked_enough"]);
    expect("questions in all", user.questions.length, 4);

    say("A small refund is confirmed in two steps, as before.");
    const small = { native_order_id: "nat_7001", amount: 9.5 };
    const paid = await agent.call(tool, { ...small, confirm_token: await agent.preview(tool, small) });
    expect("status", paid.body.status, "ok");
    expect("questions in all", user.questions.length, 4);
  },
};
