import type { Page, Store, StoredRecord } from "@holdpoint/tier2-core";

const mostPages = 2_000;
const mostSweeps = 2_000;

interface Pages {
  readonly pages: readonly Page[];
  readonly records: readonly StoredRecord[];
  /** False if it was given up after very many pages. */
  readonly ended: boolean;
}

/** Reads a listing page by page; `between` sees each page before the next is asked for. */
export async function listAll(
  store: Store,
  kind: string,
  limit: number,
  between: (page: Page) => Promise<void> = async () => {},
): Promise<Pages> {
  const pages: Page[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.list(kind, { limit, ...(cursor !== undefined && { cursor }) });
    pages.push(page);
    await between(page);
    cursor = page.cursor;
  } while (cursor !== undefined && pages.length < mostPages);
  return { pages, records: pages.flatMap(({ records }) => records), ended: cursor === undefined };
}

export async function listedIds(store: Store, kind: string): Promise<string[]> {
  const { records } = await listAll(store, kind, 100);
  return [...new Set(records.map(({ id }) => id))].sort();
}

/** Sweeps until there is no more, or very often. */
export async function sweepAll(store: Store, limit: number): Promise<{ freed: readonly number[]; ended: boolean }> {
  const freed: number[] = [];
  let more = true;
  while (more && freed.length < mostSweeps) {
    const swept = await store.sweep({ limit });
    freed.push(swept.freed);
    more = swept.more;
  }
  return { freed, ended: !more };
}
