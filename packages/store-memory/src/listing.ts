import type { Entry } from "./entry.js";
import { SpanMap } from "./span-map.js";

const spanPlaces = 256;

/**
 * The listed records of each kind. A record gets the next place when it becomes listed and keeps it while it
 * stays so; a page goes on after the last place it has seen. So whatever others come and go between two
 * pages, none that stays listed is missed.
 */
export class Listing {
  readonly #kinds = new Map<string, SpanMap<Entry>>();
  #lastPlace = 0;

  set(entry: Entry, listed: boolean): void {
    if (listed === entry.place > 0) return;
    const kind = kindOf(entry.id);
    const places = this.#kinds.get(kind) ?? new SpanMap<Entry>(spanPlaces);
    if (listed) {
      this.#lastPlace += 1;
      entry.place = this.#lastPlace;
      places.set(entry.place, entry);
      this.#kinds.set(kind, places);
    } else {
      places.delete(entry.place);
      entry.place = 0;
    }
  }

  /** The entries of a kind listed after a place, in the order in which they became listed. */
  after(kind: string, place: number): Iterable<Entry> {
    return this.#kinds.get(kind)?.after(place) ?? [];
  }
}

/** An id's text up to and including its first colon. */
function kindOf(id: string): string {
  return id.slice(0, id.indexOf(":") + 1);
}
