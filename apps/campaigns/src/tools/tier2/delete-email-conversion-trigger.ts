import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Database } from "../../database/database.js";
import { conversionTrigger, conversionTriggerInUse } from "../../entities/conversion-triggers.js";
import { type Deleted, deleteShown } from "../../entities/delete-shown.js";
import { putDown } from "../../entities/ledger.js";
import { setBack } from "./set-back.js";

const tool = "delete_email_conversion_trigger";

const done = (trigger: Deleted) => ({ message: `Conversion trigger '${trigger.name}' deleted`, details: { trigger } });

export const deleteEmailConversionTrigger = (db: Database) =>
  defineTier2Tool({
    name: tool,
    title: "Delete e-mail conversion trigger",
    description:
      "Delete what enrols the customers of a kind of conversion in an e-mail list. From then on nobody is enrolled by " +
      "it; those who were stay. How often it has fired is lost with it.",
    input: z.strictObject({
      id: z.int().positive().describe("The trigger's id, as list_email_conversion_triggers gives it."),
    }),
    category: "delete",
    transaction: db.store,
    async preview({ id }, { tx = db }) {
      const found = await conversionTriggerInUse(tx, id);
      if (!found) return refuse(`Conversion trigger #${id} not found`);
      const { fired, version, ...trigger } = found;
      return {
        summary:
          `Will delete conversion trigger #${id} '${trigger.name}' (${trigger.status}) — it enrols on ` +
          `'${trigger.event}' in list '${trigger.email_list}' and has fired ${fired} times`,
        preview: { trigger, fired },
        stateVersion: `${version};${trigger.email_list}`, // not how often it has fired: that grows by itself
        material: {
          target: `email_conversion_trigger:${id}`,
          count: fired,
          reversibility: setBack("its event and its list", "who was not enrolled meanwhile", "every conversion"),
        },
      };
    },
    async execute(_params, { tx, operationId, preview: { trigger } }) {
      await putDown(tx, operationId, tool);
      return done(await deleteShown(tx, "email_conversion_triggers", trigger, conversionTrigger));
    },
  });
