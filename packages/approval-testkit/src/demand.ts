import assert from "node:assert/strict";
import type { Answer } from "./read-answer.js";
import type { Subject } from "./subject.js";

const words: Record<Answer["kind"], string> = {
  pending: "wait for a decision",
  preview: "be previewed, with a confirm token",
  executed: "be executed",
  refused: "be refused",
};

/** @throws where the answer is none of these: it names the call by what it came after. */
export function demandKind(answer: Answer, expected: Answer["kind"] | readonly Answer["kind"][], call: string): void {
  const kinds = [expected].flat();
  if (kinds.includes(answer.kind)) return;
  assert.fail(`${call} had to ${kinds.map((kind) => words[kind]).join(" or ")}, and was answered: ${shown(answer)}`);
}

export function demandEffects(seen: number, expected: number, when: string): void {
  if (seen !== expected) assert.fail(`${when}: ${operations(seen)} executed, and ${expected} would be right.`);
}

/** How much was executed from here on. */
export async function countingFrom(subject: Subject): Promise<() => Promise<number>> {
  const before = await subject.effects();
  return async () => (await subject.effects()) - before;
}

const operations = (count: number) => (count === 1 ? "1 operation was" : `${count} operations were`);

/** As it came, and no longer than a screen. A token is good for one execution, so reports do not get it. */
export function shown({ raw }: Answer): string {
  const text = JSON.stringify(raw).replaceAll(/cfm_[\w-]+/g, "cfm_…");
  return text.length > 1200 ? `${text.slice(0, 1200)}…` : text;
}
