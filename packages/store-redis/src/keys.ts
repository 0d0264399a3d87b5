const partitions = 64;

/**
 * Where things lie: `<namespace>:{<partition>}:r:<id>` is a record, `…:p:<id>` its payload, `…:l` the listed ids of the
 * partition. The braces make a hash tag, so a Cluster keeps each partition whole on one server. Number and function are
 * fixed for ever: another partition would not find what was written.
 */
export class Keys {
  readonly #prefixes: readonly string[];

  constructor(namespace: string) {
    this.#prefixes = Array.from({ length: partitions }, (_, number) => `${namespace}:{${number}}:`);
  }

  get partitions(): number {
    return partitions;
  }

  /** The first part of every key of the partition that holds this id. */
  prefixOf(id: string): string {
    return this.#prefixes[partitionOf(id)] as string;
  }

  /** No record lies here: for what the set-up check writes. */
  probe(partition: number): string {
    return `${this.#prefixes[partition]}probe`;
  }

  listing(partition: number): string {
    return `${this.#prefixes[partition]}l`;
  }
}

/** FNV-1a, 32 bit, folded: ids end in digests, so any hash spreads them, and this one costs least. */
function partitionOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return ((hash >>> 16) ^ hash) & (partitions - 1);
}
