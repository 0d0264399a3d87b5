import { refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Sql } from "../../database/sql.js";
import { documentMetadata, listDocuments } from "../../entities/documents.js";
import { defineTier1Tool } from "./tier1-tool.js";

export const listDocumentsTool = (sql: Sql) =>
  defineTier1Tool({
    name: "list_documents",
    title: "List documents",
    description: "List the documents: name, classification, type and size. What is in them is not shown.",
    input: z.strictObject({}),
    readOnly: true,
    run: async () => ({ documents: await listDocuments(sql) }),
  });

export const getDocumentMetadataTool = (sql: Sql) =>
  defineTier1Tool({
    name: "get_document_metadata",
    title: "Get document metadata",
    description:
      "One document's name, classification, type and size. Gives out neither what is in it nor a link to it: that is " +
      "what create_download_link does.",
    input: z.strictObject({ id: z.int().positive().describe("The document's id, as list_documents gives it.") }),
    readOnly: true,
    async run({ id }) {
      const found = await documentMetadata(sql, id);
      if (!found) return refuse(`Document #${id} not found`);
      const { version: _, ...document } = found;
      return { document };
    },
  });
