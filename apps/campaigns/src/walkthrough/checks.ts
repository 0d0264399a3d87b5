import { isDeepStrictEqual } from "node:util";
import type { Page } from "./page.js";

export interface Difference {
  readonly chapter: string;
  readonly what: string;
}

const shownLength = 160;

/** Compares what is shown with what it must be, shows both, and remembers every difference. */
export class Checks {
  readonly #page: Page;
  readonly differences: Difference[] = [];
  passed = 0;
  /** Told with each difference. */
  chapter = "";

  constructor(page: Page) {
    this.#page = page;
  }

  /** `expected` is the value itself, or what a text must match. */
  expect(what: string, shown: unknown, expected: unknown): void {
    this.#compare(what, shown, expected, `${what}: ${readable(shown)}`);
  }

  /** The same for what stands on the page already. */
  same(what: string, shown: unknown, expected: unknown): void {
    this.#compare(what, shown, expected, what);
  }

  holds(what: string, isSo: boolean): void {
    this.#compare(what, isSo, true, what);
  }

  #compare(what: string, shown: unknown, expected: unknown, line: string): void {
    if (isAsExpected(shown, expected)) {
      this.passed += 1;
      this.#page.good(line);
    } else {
      this.differ(what);
      this.#page.line(`       expected ${whole(expected)}`);
      this.#page.line(`       shown    ${whole(shown)}`);
    }
  }

  differ(what: string): void {
    this.differences.push({ chapter: this.chapter, what });
    this.#page.bad(what);
  }
}

const isAsExpected = (shown: unknown, expected: unknown): boolean =>
  expected instanceof RegExp ? typeof shown === "string" && expected.test(shown) : isDeepStrictEqual(shown, expected);

const whole = (value: unknown): string =>
  value instanceof RegExp ? String(value) : (JSON.stringify(value) ?? "nothing");

function readable(value: unknown): string {
  const text = typeof value === "string" ? value : whole(value);
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}
