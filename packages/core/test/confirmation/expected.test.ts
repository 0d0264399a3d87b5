import { expect, test } from "vitest";
import { expected } from "../../src/confirmation/command.js";
import { tagOf } from "../../src/confirmation/confirmation.js";
import { decide } from "../../src/confirmation/machine.js";
import { complete, consume, inFlight, pending, renew, times } from "../support/confirmations.js";

test("a consume believes the pending record of its binding, so it needs no read and its tag is the binding", () => {
  expect(expected(consume())).toMatchObject({ tag: tagOf(pending), state: pending });
});

test("a renewal and a completion believe the record of their own claim", () => {
  for (const command of [renew(), complete("completed")]) {
    expect(expected(command)).toMatchObject({ tag: tagOf(inFlight()), state: inFlight() });
  }
});

test("on what it believes, every command goes to the store and leaves the verdict to it", () => {
  for (const command of [consume(), renew(), complete("completed"), complete("failed"), complete("not_executed")]) {
    expect(decide(expected(command), command, times).kind).toBe("swap");
  }
});
