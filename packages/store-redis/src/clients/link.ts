/** One server that holds a part of the records, asked for what it says about itself. */
export interface Primary {
  /** For messages. */
  readonly address: string;
  send(command: string, ...args: readonly string[]): Promise<unknown>;
}

/**
 * What this store needs of a client, whichever it is. Each call is one command on the wire, sent to the primary of its
 * key at once: without auto-pipelining, and never to a replica.
 */
export interface RedisLink extends ClientLink {
  /** Why there is no connection, where the client told so lately. */
  lastError(): string | undefined;
}

/** The part that differs from library to library. */
export interface ClientLink {
  readonly isCluster: boolean;
  /** `args`: digest of the script, number of keys, keys, arguments. */
  evalsha(args: readonly string[]): Promise<unknown>;
  /** `args`: text of the script, number of keys, keys, arguments. */
  eval(args: readonly string[]): Promise<unknown>;
  /**
   * Names the one connection that all commands go through now, undefined if there is none or more than one: WAIT counts
   * what was written on its own connection, and on a new one any replica counts.
   */
  connection?(): unknown;
  /** All of them: in a Cluster several. */
  primaries(): Promise<readonly Primary[]>;
}
