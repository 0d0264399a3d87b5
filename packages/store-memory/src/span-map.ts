/**
 * A map from whole numbers, grouped into spans of equal width, so that a walk along the numbers crosses an
 * empty span in one step. An empty span takes no memory.
 */
export class SpanMap<V> {
  readonly #width: number;
  readonly #spans = new Map<number, Map<number, V>>();

  constructor(width: number) {
    this.#width = width;
  }

  get isEmpty(): boolean {
    return this.#spans.size === 0;
  }

  get(key: number): V | undefined {
    return this.#spans.get(this.#spanOf(key))?.get(key);
  }

  set(key: number, value: V): void {
    const number = this.#spanOf(key);
    const span = this.#spans.get(number);
    if (span) span.set(key, value);
    else this.#spans.set(number, new Map([[key, value]]));
  }

  delete(key: number): void {
    const number = this.#spanOf(key);
    const span = this.#spans.get(number);
    span?.delete(key);
    if (span?.size === 0) this.#spans.delete(number);
  }

  /** The next number after `key` that can hold something: one further, or beyond the empty span. */
  next(key: number): number {
    const number = this.#spanOf(key);
    return this.#spans.has(number) ? key + 1 : (number + 1) * this.#width;
  }

  /** The values whose key is greater than `key`, in order if the keys were set in ascending order. */
  *after(key: number): Generator<V> {
    const first = this.#spanOf(key);
    for (const [number, span] of this.#spans) {
      if (number < first) continue;
      for (const [at, value] of span) if (at > key) yield value;
    }
  }

  #spanOf(key: number): number {
    return Math.floor(key / this.#width);
  }
}
