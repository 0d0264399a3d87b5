import { describe, expect, test } from "vitest";
import type { Chapter, Stage } from "../../src/walkthrough/chapter.js";
import { Page } from "../../src/walkthrough/page.js";
import { runChapters, type Theatre } from "../../src/walkthrough/run-chapters.js";

/** Plays chapters on a stage that can do nothing but check. */
async function play(...plays: Chapter["play"][]) {
  let text = "";
  let closed = 0;
  const theatre: Theatre = {
    async open(_page, checks) {
      const expect: Stage["expect"] = (what, shown, expected) => checks.expect(what, shown, expected);
      return {
        stage: { expect } as Stage,
        async close() {
          closed += 1;
        },
      };
    },
  };
  const page = new Page({ write: (part) => (text += part) });
  const chapters = plays.map((play, i) => ({ title: `chapter ${i + 1}`, play }));
  return { exitCode: await runChapters(chapters, theatre, page), text, closed };
}

const good: Chapter["play"] = async ({ expect }) => expect("one and one", 1 + 1, 2);

describe("a walk-through", () => {
  test("in which everything is as expected ends with 0 and counts its checks", async () => {
    const { exitCode, text } = await play(good, good);
    expect(exitCode).toBe(0);
    expect(text).toContain("✔ one and one: 2");
    expect(text).toMatch(/Everything was as shown: 2 checks in 2 chapters, \d+\.\d s\.\n$/);
  });

  test("with one difference ends with 1 and says where, and what was expected", async () => {
    const { exitCode, text, closed } = await play(good, async ({ expect }) => expect("payout", "6.2", "6.20"), good);
    expect(exitCode).toBe(1);
    expect(text).toContain('✘ payout\n       expected "6.20"\n       shown    "6.2"\n');
    expect(text).toContain("1 of 3 checks differ");
    expect(text).toMatch(/✘ chapter 2: payout\n$/);
    expect(closed).toBe(3);
  });

  test("whose chapter throws ends with 1, plays the others and cleans up", async () => {
    const { exitCode, text, closed } = await play(async () => {
      throw new Error("fetch failed");
    }, good);
    expect(exitCode).toBe(1);
    expect(text).toContain("✔ one and one: 2");
    expect(text).toMatch(/✘ chapter 1: the chapter stopped: Error: fetch failed\n$/);
    expect(closed).toBe(2);
  });

  test("in which something fails unheard ends with 1", async () => {
    const { exitCode, text } = await play(async ({ expect }) => {
      void Promise.reject(new Error("unheard"));
      await new Promise((resolve) => setTimeout(resolve, 0));
      expect("one and one", 1 + 1, 2);
    });
    expect(exitCode).toBe(1);
    expect(text).toContain("✘ chapter 1: nobody waited for this: Error: unheard");
  });

  test("whose chapter checks nothing ends with 1", async () => {
    const { exitCode, text } = await play(good, async () => {});
    expect(exitCode).toBe(1);
    expect(text).toContain("✘ chapter 2: the chapter checked nothing");
  });

  test("without any chapter ends with 1", async () => {
    expect((await play()).exitCode).toBe(1);
  });
});
