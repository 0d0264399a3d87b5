import { collectionOf, createTier2, refuse } from "@holdpoint/tier2-core";
import { guardServer } from "@holdpoint/tier2-mcp";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Chapter, Stage } from "../chapter.js";
import { existingServer, noteId } from "../existing-server.js";

const given = { a: "milk", b: "call the bank", c: "passport" };

async function agentOf({ connect, atEnd }: Stage, server: McpServer) {
  const [client, other] = InMemoryTransport.createLinkedPair();
  await server.connect(other as Transport);
  atEnd(() => server.close());
  return connect("agent", client as Transport);
}

export const guardedServer: Chapter = {
  title: "A server that was there before: guardServer",
  async play(stage) {
    const { say, expect, same } = stage;

    say("A server written without Holdpoint, on the SDK alone. Whatever the model calls happens.");
    const lost = new Map(Object.entries(given));
    const plain = await agentOf(stage, existingServer(lost));
    await plain.call("delete_all_notes", {});
    expect("notes left", lost.size, 0);

    say(
      "The same server, not a line of it changed, and one call before it connects: its tools are named with their guard.",
    );
    const notes = new Map(Object.entries(given));
    const server = existingServer(notes);
    const { store } = await stage.server();
    guardServer(server, createTier2({ store, server: "notes" }), {
      requester: () => ({ tokenId: "mcp-token-a", subject: "demo-operator-a" }),
      tools: {
        list_notes: 1,
        delete_note: {
          input: noteId,
          category: "delete",
          preview: ({ id }) =>
            notes.has(id)
              ? { summary: `Will delete note ${id}: '${notes.get(id)}'`, preview: { id } }
              : refuse(`There is no note ${id}`),
        },
        delete_all_notes: {
          category: "bulk",
          preview: () => ({
            summary: `Will delete all ${notes.size} notes`,
            preview: { ids: [...notes.keys()] },
            material: { ...collectionOf(notes.keys(), "all notes"), reversibility: "irreversible" },
          }),
        },
      },
      others: "refuse",
    });
    const agent = await agentOf(stage, server);
    const preview = await agent.call("delete_all_notes", {});
    expect("notes left after the same call", notes.size, 3);

    say("One note is replaced by another before the confirm call: three notes still, but not those that were shown.");
    notes.delete("c");
    notes.set("d", "visa");
    const stale = await agent.call("delete_all_notes", { confirm_token: preview.body.confirm_token });
    expect("refused", [stale.body.reason, notes.size], ["state_changed", 3]);

    say(
      "Previewed and confirmed, the server's own handler runs, and its own result is the answer, now and in a replay.",
    );
    const call = { id: "a", confirm_token: await agent.preview("delete_note", { id: "a" }) };
    const done = await agent.call("delete_note", call);
    expect("its own words", done.text, "Note a deleted");
    expect("notes left", [...notes.keys()], ["b", "d"]);
    const again = await agent.call("delete_note", call);
    same("the replay is the same, and says so beside it", [again.text, again.replayed], [done.text, true]);
  },
};
