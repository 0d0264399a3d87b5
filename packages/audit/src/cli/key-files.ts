import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import fs from "node:fs/promises";
import { type Checkpoint, checkpointOf, demandEd25519, isSignedBy } from "../checkpoint/checkpoint.js";
import type { EncryptionKey } from "../entry/encryption.js";
import { encryptionKeyOf } from "../entry/key-text.js";
import { CannotRun } from "./io.js";

export async function readText(file: string): Promise<string> {
  try {
    return await fs.readFile(file, "utf8");
  } catch (error) {
    throw new CannotRun(`${file} cannot be read: ${(error as Error).message}`);
  }
}

async function keyIn(file: string, type: "private" | "public"): Promise<KeyObject> {
  const text = await readText(file);
  try {
    const key = type === "private" ? createPrivateKey(text) : createPublicKey(text);
    demandEd25519(key, type);
    return key;
  } catch (cause) {
    throw new CannotRun(`${file} holds no ${type} key of Ed25519.`, { cause });
  }
}

export const privateKeyIn = (file: string): Promise<KeyObject> => keyIn(file, "private");

export const publicKeysIn = (files: readonly string[]): Promise<KeyObject[]> =>
  Promise.all(files.map((file) => keyIn(file, "public")));

export const encryptionKeysIn = (files: readonly string[]): Promise<EncryptionKey[]> =>
  Promise.all(
    files.map(async (file) => {
      const key = encryptionKeyOf(await readText(file));
      if (key === undefined) throw new CannotRun(`${file} holds no key of bodies.`);
      return key;
    }),
  );

/** Checkpoints out of files, one a line, each signed by one of the keys. */
export async function checkpointsIn(
  files: readonly string[],
  publicKeys: readonly KeyObject[],
): Promise<{ readonly checkpoints: readonly Checkpoint[]; readonly unsigned: string | undefined }> {
  if (files.length > 0 && publicKeys.length === 0) {
    throw new CannotRun("A checkpoint proves nothing without --public-key: anybody could have written it.");
  }
  const checkpoints: Checkpoint[] = [];
  for (const file of files) {
    const lines = (await readText(file)).split("\n").filter((line) => line.trim() !== "");
    if (lines.length === 0) throw new CannotRun(`${file} holds no checkpoint.`);
    for (const [index, line] of lines.entries()) {
      const checkpoint = checkpointIn(line);
      const isSigned = checkpoint !== undefined && publicKeys.some((key) => isSignedBy(checkpoint, key));
      if (!isSigned) return { checkpoints, unsigned: `${file}:${index + 1}` };
      checkpoints.push(checkpoint);
    }
  }
  return { checkpoints, unsigned: undefined };
}

function checkpointIn(line: string): Checkpoint | undefined {
  try {
    return checkpointOf(JSON.parse(line));
  } catch {
    return undefined;
  }
}
