import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Database } from "../../database/database.js";
import { documentMetadata } from "../../entities/documents.js";
import { createDownloadLink, type DownloadLink, newLinkSecret } from "../../entities/download-links.js";
import { putDown } from "../../entities/ledger.js";
import type { PublicAddress } from "../public-address.js";
import { instantOf, validUntil } from "./valid-until.js";

const tool = "create_download_link";

const done = (link: DownloadLink & { url?: string }) => ({
  message: `Link to document ${link.document_id} made; it leads there until ${link.expires_at}`,
  details: { link },
});

/** Apart from get_document_metadata, since it does something else: what it gives out acts for whoever holds it. */
export const createDownloadLinkTool = (db: Database, address: PublicAddress) =>
  defineTier2Tool({
    name: tool,
    title: "Create download link",
    description:
      "Make a link by which whoever has it can fetch one document, without a token, until it expires. Every use is " +
      "put down. The link stands in the first answer to the confirm call only: an answer that was lost needs a new link.",
    input: z.strictObject({
      document_id: z.int().positive().describe("The document's id, as list_documents gives it."),
      valid_until: validUntil,
    }),
    resolve: { valid_until: (given, { nowMs }) => instantOf(given, nowMs) },
    mutates: "reversible",
    discloses: "capability",
    resultSecrets: ["link.url"],
    duplicates: "allow", // whoever lost the answer cannot get the same link again
    transaction: db.store,
    async preview({ document_id, valid_until }, { tx = db }) {
      if (address.url === undefined) return refuse("This server opens no port, so nobody could follow a link");
      const document = await documentMetadata(tx, document_id);
      if (!document) return refuse(`Document #${document_id} not found`);
      const { name, classification, media_type, size_bytes, version } = document;
      return {
        summary:
          `Will make a link to document #${document_id} '${name}' (${classification}, ${size_bytes} bytes): whoever ` +
          `has it can fetch the document until ${valid_until}.`,
        preview: {
          document_id,
          name,
          classification,
          media_type,
          size_bytes,
          version,
          valid_until,
          link: "not made yet",
        },
        stateVersion: String(version),
        material: {
          target: `document:${document_id}`,
          destination: "whoever has the link",
          dataClassification: classification,
          reversibility: "irreversible",
        },
      };
    },
    async execute({ document_id: documentId, valid_until: expiresAt }, { tx, operationId, preview: { version } }) {
      await putDown(tx, operationId, tool);
      const secret = newLinkSecret();
      const request = { documentId, version, expiresAt, secret };
      const link = await createDownloadLink(tx, operationId, request);
      return done({ ...link, url: `${address.url}/downloads/${secret}` });
    },
  });
