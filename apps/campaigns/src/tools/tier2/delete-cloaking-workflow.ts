import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Database } from "../../database/database.js";
import { cloakingWorkflow } from "../../entities/cloaking-workflows.js";
import { type Deleted, deleteShown } from "../../entities/delete-shown.js";
import { putDown } from "../../entities/ledger.js";

const tool = "delete_cloaking_workflow";

const done = (cloaking_workflow: Deleted) => ({
  message: `Cloaking workflow '${cloaking_workflow.name}' deleted`,
  details: { cloaking_workflow },
});

export const deleteCloakingWorkflowTool = (db: Database) =>
  defineTier2Tool({
    name: tool,
    title: "Delete cloaking workflow",
    description:
      "Delete a cloaking workflow with its rules. The campaigns that use it let every click through from then on, at once.",
    input: z.strictObject({
      id: z.int().positive().describe("The workflow's id, as list_cloaking_workflows gives it."),
    }),
    category: "delete",
    transaction: db.store,
    async preview({ id }, { tx = db }) {
      const found = await cloakingWorkflow(tx, id);
      if (!found) return refuse(`Cloaking workflow #${id} not found`);
      return {
        summary:
          `Will delete cloaking workflow #${id} '${found.name}' with its ${found.rules} rules — ` +
          `${found.active_campaigns.length} active campaigns then let every click through`,
        preview: found,
        stateVersion: JSON.stringify(found),
        material: {
          target: `cloaking_workflow:${id}`,
          count: found.active_campaigns.length,
          reversibility: "irreversible",
        },
      };
    },
    async execute(_params, { tx, operationId, preview }) {
      await putDown(tx, operationId, tool);
      return done(await deleteShown(tx, "cloaking_workflows", preview, cloakingWorkflow));
    },
  });
