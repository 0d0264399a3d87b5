import { Tier2Error } from "@holdpoint/tier2-core";
import { demandEd25519 } from "./checkpoint/checkpoint.js";
import type { CheckpointOptions } from "./checkpoint/checkpointing.js";
import { type EncryptionKey, keyBytes } from "./entry/encryption.js";
import type { Sink } from "./sink.js";

export interface AuditOptions {
  readonly sink: Sink;
  /** Bodies are encrypted under this key; what was written under others needs those to be read. Default: in clear. */
  readonly encryption?: EncryptionKey;
  /** At least 32 random bytes. With it, entries commit to the secret arguments that they leave out. */
  readonly commitmentKey?: Uint8Array;
  /** Without them nobody can tell that the end of the log was cut off, or all of it rewritten. */
  readonly checkpoints?: CheckpointOptions;
  /** An operation whose intent cannot be written does not start. Default true. */
  readonly failClosed?: boolean;
  /** Tier-1 calls are recorded too. Default false. */
  readonly tier1?: boolean;
  /** How many events wait at most for a sink that is away; more are counted, and their number is written. Default 10 000. */
  readonly maxQueued?: number;
  /** Told of each append and each export that failed. What it throws is dropped. */
  readonly onFailure?: (error: unknown) => void;
}

function demand(holds: boolean, problem: string): void {
  if (!holds) throw new Tier2Error("invalid_setup", `auditLog ${problem}`);
}

const isWhole = (value: number | undefined): boolean =>
  value === undefined || (Number.isSafeInteger(value) && value >= 1);

/** Every option by name: a misspelt one would silently leave the log in clear, or without checkpoints. */
const known: Readonly<Record<keyof AuditOptions, true>> = {
  ...{ sink: true, encryption: true, commitmentKey: true, checkpoints: true, failClosed: true, tier1: true },
  ...{ maxQueued: true, onFailure: true },
};

/** @throws Tier2Error `invalid_setup` for an option that cannot work. */
export function demandValid(options: AuditOptions): void {
  demand(typeof options === "object" && options !== null, "needs its options: at least `sink`.");
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  demand(unknown === undefined, `does not know the option "${unknown}".`);
  const { sink, encryption, commitmentKey, checkpoints, maxQueued } = options;
  demand(typeof sink?.append === "function" && typeof sink.joins === "function", "needs a `sink`, e.g. fileSink().");
  if (encryption !== undefined) {
    const { keyId, key } = encryption;
    demand(typeof keyId === "string" && keyId !== "", "needs a keyId with its encryption key.");
    demand(key instanceof Uint8Array && key.length === keyBytes, `needs an encryption key of ${keyBytes} bytes.`);
  }
  if (commitmentKey !== undefined) {
    const isLong = commitmentKey instanceof Uint8Array && commitmentKey.length >= keyBytes;
    demand(isLong, `needs a commitmentKey of at least ${keyBytes} random bytes.`);
  }
  demand(isWhole(maxQueued), ": maxQueued must be a whole number, at least 1.");
  if (checkpoints === undefined) return;
  demandEd25519(checkpoints.privateKey, "private");
  demand(typeof checkpoints.export === "function", "needs an `export` for its checkpoints.");
  demand(isWhole(checkpoints.everyEntries), ": checkpoints.everyEntries must be a whole number, at least 1.");
  demand(isWhole(checkpoints.everyMs), ": checkpoints.everyMs must be a whole number, at least 1.");
}
