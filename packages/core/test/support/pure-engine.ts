import { type Command, expected } from "../../src/confirmation/command.js";
import type { Confirmation } from "../../src/confirmation/confirmation.js";
import type { Decision } from "../../src/confirmation/decision.js";
import { decide } from "../../src/confirmation/machine.js";
import { readConfirmation } from "../../src/confirmation/read.js";
import { times } from "./confirmations.js";
import { inserted, recordIn, swapped, type World } from "./pure-store.js";

export interface Step {
  readonly command: Command;
  /** What ended the loop. A swap or an insert was done; everything else wrote nothing. */
  readonly decision: Decision;
  /** What it was decided on. */
  readonly believed: Confirmation | null;
  /** Just before the command's last word, that is, after what others did meanwhile. */
  readonly before: World;
  readonly after: World;
}

export const confirmationIn = (world: World): Confirmation | null => {
  const record = recordIn(world);
  return record && readConfirmation(record);
};

/**
 * The engine's loop without an engine: decide on what is believed, swap, and on refusal decide on what came back.
 * What others do `meanwhile` comes between the first answer of the store and the next attempt.
 */
export function carriedOut(start: World, command: Command, meanwhile: (world: World) => World): Step {
  let before = start;
  let believed = command.type === "settle" ? confirmationIn(before) : expected(command);
  if (command.type === "settle") before = meanwhile(before);
  for (let round = 0; round < 5; round += 1) {
    const decision = decide(believed, command, times);
    const step = { command, decision, believed, before };
    if (decision.kind !== "swap" && decision.kind !== "insert") return { ...step, after: before };
    if (decision.kind === "swap") {
      const { world: after, swap } = swapped(before, believed?.tag as string, decision.write, decision.condition);
      if (swap.ok) return { ...step, after };
      believed = swap.record && readConfirmation(swap.record);
    } else {
      const after = inserted(before, decision.write);
      if (after !== before) return { ...step, after };
      believed = confirmationIn(before);
    }
    if (round === 0 && command.type !== "settle") before = meanwhile(before);
  }
  throw new Error("the machine asks for swaps that the store's own answers refuse");
}
