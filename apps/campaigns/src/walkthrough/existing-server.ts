import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import * as z from "zod";

export const noteId = { id: z.string() };

/** A server that somebody wrote without a thought of Holdpoint: the SDK, three tools, and a map for a database. */
export function existingServer(notes: Map<string, string>): McpServer {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  const text = (said: string) => ({ content: [{ type: "text" as const, text: said }] });
  server.registerTool("list_notes", { description: "Lists the notes." }, () => text([...notes.keys()].join(", ")));
  server.registerTool("delete_note", { description: "Deletes a note.", inputSchema: noteId }, ({ id }) =>
    text(notes.delete(id) ? `Note ${id} deleted` : `There was no note ${id}`),
  );
  server.registerTool("delete_all_notes", { description: "Deletes all notes." }, () => {
    notes.clear();
    return text("All notes deleted");
  });
  return server;
}
