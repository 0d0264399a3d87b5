import type { Chapter, Stage } from "./chapter.js";
import { Checks } from "./checks.js";
import type { Page } from "./page.js";

const longestChapterMs = 180_000;

/** Makes what a chapter plays on, and takes it down again. */
export interface Theatre {
  open(page: Page, checks: Checks): Promise<{ stage: Stage; close(): Promise<void> }>;
}

/** Plays the chapters one after the other, whatever becomes of each; answers the exit code. */
export async function runChapters(chapters: readonly Chapter[], theatre: Theatre, page: Page): Promise<0 | 1> {
  const startedMs = performance.now();
  const checks = new Checks(page);
  const onRejection = (error: unknown) => checks.differ(`nobody waited for this: ${told(error)}`);
  process.on("unhandledRejection", onRejection);
  for (const [i, chapter] of chapters.entries()) {
    checks.chapter = chapter.title;
    page.chapter(i + 1, chapters.length, chapter.title);
    const before = checks.passed + checks.differences.length;
    try {
      await play(chapter, theatre, page, checks);
    } catch (error) {
      checks.differ(`the chapter stopped: ${told(error)}`);
    }
    if (checks.passed + checks.differences.length === before) checks.differ("the chapter checked nothing");
  }
  process.off("unhandledRejection", onRejection);
  return verdict(checks, page, `${chapters.length} chapters, ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
}

const told = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

async function play(chapter: Chapter, theatre: Theatre, page: Page, checks: Checks): Promise<void> {
  const { stage, close } = await theatre.open(page, checks);
  try {
    await inTime(chapter.play(stage));
  } finally {
    await inTime(close());
  }
}

function inTime(playing: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not ended after ${longestChapterMs} ms`)), longestChapterMs);
  });
  return Promise.race([playing, late]).finally(() => clearTimeout(timer));
}

function verdict({ passed, differences }: Checks, page: Page, how: string): 0 | 1 {
  if (differences.length === 0 && passed > 0) {
    page.verdict(true, `Everything was as shown: ${passed} checks in ${how}.`);
    return 0;
  }
  page.verdict(false, `${differences.length} of ${passed + differences.length} checks differ (${how}):`);
  for (const { chapter, what } of differences) page.bad(`${chapter}: ${what.split("\n", 1)[0]}`);
  return 1;
}
