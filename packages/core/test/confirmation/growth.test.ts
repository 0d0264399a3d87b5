import { expectTypeOf, test } from "vitest";
import type { Command } from "../../src/confirmation/command.js";
import type { Binding, ConfirmationState, Status } from "../../src/confirmation/confirmation.js";
import { table } from "../../src/confirmation/machine.js";
import { states } from "../support/cells.js";

// The compiler is the guard here (`pnpm typecheck` compiles the tests). Somebody who adds a status gets an error in
// machine.ts, where the table has no row for it, and in this file.

type Paused = { readonly status: "paused"; readonly binding: Binding };

test("a status without a row in the table does not compile", () => {
  const rowOf = (state: ConfirmationState) => table[state.status];
  // @ts-expect-error: the table has no row for "paused"
  const rowOfMore = (state: ConfirmationState | Paused) => table[state.status];
  expectTypeOf(rowOf).not.toEqualTypeOf(rowOfMore);
});

test("every status and every command has a cell, and no cell is for anything else", ({ expect }) => {
  expectTypeOf<Status>().toEqualTypeOf<ConfirmationState["status"]>();
  expectTypeOf<keyof typeof table>().toEqualTypeOf<Status>();
  expectTypeOf<keyof (typeof table)["pending"]>().toEqualTypeOf<Command["type"]>();
  const statuses: Record<Status, true> = {
    pending: true,
    in_flight: true,
    completed: true,
    not_executed: true,
    failed: true,
  };
  const commands: Record<Command["type"], true> = { consume: true, renew: true, complete: true, settle: true };
  expect(Object.keys(table).sort()).toEqual(Object.keys(statuses).sort());
  for (const row of Object.values(table)) expect(Object.keys(row).sort()).toEqual(Object.keys(commands).sort());
  const tested = new Set(Object.keys(states).map((name) => name.split(" ")[0]));
  expect([...tested].sort(), "table.test.ts plays every status").toEqual(["absent", ...Object.keys(statuses)].sort());
});
