import type { FirstWrite, Write } from "@holdpoint/tier2-core";
import type { Fault } from "../support/fault.js";
import { MapStore, type Row, type World } from "../support/map-store.js";

/** A store that does something to every text before it writes it. */
const writing = (change: (text: string) => string | null) =>
  class extends MapStore {
    protected override first(id: string, write: FirstWrite): Row {
      return super.first(id, { ...write, body: change(write.body) as string });
    }
    protected override next(row: Row, write: Write): Row {
      const { data, ...rest } = write;
      const changed = data === undefined ? undefined : change(data);
      return super.next(row, { ...rest, ...(typeof changed === "string" && { data: changed }) });
    }
  };

function normalised(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** A store that finds records under another id than the one it was given. */
const filing = (change: (id: string) => string) =>
  class extends MapStore {
    protected override standing(id: string): Row | undefined {
      return super.standing([...this.rows.keys()].find((key) => change(key) === change(id)) ?? id);
    }
  };

/** A store that compares tags after doing something to them. */
const comparing = (change: (tag: string) => string) =>
  class extends MapStore {
    protected override isTag(row: Row, tag: string): boolean {
      return change(row.tag) === change(tag);
    }
  };

const texts: readonly [does: string, store: new (world: World) => MapStore][] = [
  ["it trims texts", writing((text) => text.trim())],
  ["it writes JSON anew", writing(normalised)],
  ["it takes an empty text for an absent one", writing((text) => text || null)],
  ["it cuts texts after 64 KiB", writing((text) => text.slice(0, 65_535))],
  ["it composes accents", writing((text) => text.normalize("NFC"))],
  ["it knows characters of 16 bits only", writing((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, "?"))],
];

const ids: readonly [does: string, store: new (world: World) => MapStore][] = [
  ["it ignores the case of ids", filing((id) => id.toLowerCase())],
  ["it cuts ids after 64 characters", filing((id) => id.slice(0, 64))],
];

const tags: readonly [does: string, store: new (world: World) => MapStore][] = [
  ["it ignores the case of tags", comparing((tag) => tag.toLowerCase())],
  ["it ignores blanks at the end of tags", comparing((tag) => tag.trimEnd())],
  [
    "it compares tags that look like numbers as numbers",
    comparing((tag) => (/^[\d.]+$/.test(tag) ? `${Number(tag)}` : tag)),
  ],
  ["it cuts tags after 64 characters", comparing((tag) => tag.slice(0, 64))],
];

export const textFaults: readonly Fault[] = [
  ...texts.map(([does, store]): Fault => ({ does, breaks: "texts-exact", store })),
  ...ids.map(([does, store]): Fault => ({ does, breaks: "ids-exact", store })),
  ...tags.map(([does, store]): Fault => ({ does, breaks: "tags-exact", store })),
];
