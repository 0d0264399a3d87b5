import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import { type Applied, environments, type SchemaMigrations } from "../../outside/schema-migrations.js";
import { answerOf, reconciled } from "./outside-outcome.js";

const done = (applied: Applied) => ({
  message: `Migration ${applied.id} applied to ${applied.environment}; its schema has version ${applied.schema_version}`,
  details: { applied },
});

/** Seed 002's example: consent to one execution of exactly this text on exactly this schema. */
export const applyMigration = (migrations: SchemaMigrations) =>
  defineTier2Tool({
    name: "apply_migration",
    title: "Apply migration",
    description:
      "Apply a schema migration to the database of an environment. Somebody of operations has to allow it first; " +
      "nothing in a call can replace that.",
    input: z.strictObject({
      environment: z.enum(environments).describe("Whose database is migrated."),
      migration: z.int().positive().describe("The migration's number: the next version of the schema."),
    }),
    mutates: "destructive",
    level: "L3",
    async preview({ environment, migration: id }) {
      const found = await migrations.find({ environment, id });
      if (!found) return refuse(`Migration ${id} of ${environment} not found`);
      const { schema_version, fingerprint, title, statement } = found;
      if (schema_version !== id - 1) {
        return refuse(`Migration ${id} needs schema version ${id - 1}; ${environment} has ${schema_version}`);
      }
      return {
        summary: `Will apply migration ${id} '${title}' to ${environment} (schema version ${schema_version} to ${id})`,
        preview: { environment, id, title, statement, fingerprint, schema_version },
        stateVersion: `${schema_version};${fingerprint}`,
        material: {
          target: `database:${environment}`,
          currentState: `schema version ${schema_version}`,
          expectedOutcome: `schema version ${id}, by the statement with SHA-256 ${fingerprint}`,
          reversibility: "irreversible",
        },
      };
    },
    async execute(_params, { operationId, preview }) {
      return done(await answerOf(migrations.apply(operationId, preview)));
    },
    reconcile: async (_params, { operationId }) => reconciled(await migrations.settle(operationId), done),
  });
