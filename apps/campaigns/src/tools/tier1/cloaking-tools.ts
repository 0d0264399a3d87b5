import * as z from "zod";
import type { Sql } from "../../database/sql.js";
import { listCloakingWorkflows } from "../../entities/cloaking-workflows.js";
import { defineTier1Tool } from "./tier1-tool.js";

export const listCloakingWorkflowsTool = (sql: Sql) =>
  defineTier1Tool({
    name: "list_cloaking_workflows",
    title: "List cloaking workflows",
    description: "List the cloaking workflows with their number of rules and the active campaigns that use them.",
    input: z.strictObject({}),
    readOnly: true,
    async run() {
      const workflows = await listCloakingWorkflows(sql);
      return { cloaking_workflows: workflows.map(({ rules_digest: _, ...workflow }) => workflow) };
    },
  });
