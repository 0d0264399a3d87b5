import fs from "node:fs/promises";
import path from "node:path";
import { checkpointKeys, keyIdOf, signCheckpoint } from "../checkpoint/checkpoint.js";
import { newKeyText } from "../entry/key-text.js";
import { CannotRun, type ExitCode, type Io } from "./io.js";
import { checkpointsIn, privateKeyIn, publicKeysIn } from "./key-files.js";
import type { OpenLog } from "./open-log.js";
import type { Given } from "./options.js";
import { cannotWrite } from "./receipts.js";
import { textOf, verified } from "./verify.js";

/** Signs what a log is now. Never a broken one, nor one that contradicts an earlier checkpoint. */
export async function checkpoint(io: Io, log: OpenLog, given: Given): Promise<ExitCode> {
  const file = given["private-key"];
  if (file === undefined) throw new CannotRun("Signed with which --private-key?");
  const privateKey = await privateKeyIn(file);
  const { checkpoints, unsigned } = await checkpointsIn(
    given.checkpoint ?? [],
    await publicKeysIn(given["public-key"] ?? []),
  );
  if (unsigned !== undefined) throw new CannotRun(`${unsigned} is no checkpoint that is signed with this key.`);
  const verdict = await verified(io, log, checkpoints);
  if (!verdict.ok || verdict.head === null) {
    io.err(`${verdict.ok ? "There is nothing to sign in an empty log." : textOf(verdict)}\n`);
    return 1;
  }
  io.out(`${JSON.stringify(signCheckpoint(verdict.head, Date.now(), privateKey))}\n`);
  return 0;
}

/** Files that are there are never written over. */
export async function keygen(io: Io, name: string, { encryption }: Given): Promise<ExitCode> {
  if (encryption) {
    const file = `${name}.key.json`;
    await write(file, newKeyText(path.basename(name)), 0o600);
    io.out(`${file}: encrypts and opens bodies. Without it they are lost; with it they are no secret.\n`);
    return 0;
  }
  const { privateKey, publicKey } = checkpointKeys();
  await write(`${name}.private.pem`, privateKey.export({ type: "pkcs8", format: "pem" }) as string, 0o600);
  await write(`${name}.public.pem`, publicKey.export({ type: "spki", format: "pem" }) as string, 0o644);
  io.out(
    `${name}.private.pem signs checkpoints (key ${keyIdOf(publicKey)}), ${name}.public.pem checks them: give that away.\n`,
  );
  return 0;
}

const write = (file: string, text: string, mode: number): Promise<void> =>
  fs.writeFile(file, text, { flag: "wx", mode }).catch(cannotWrite(file));
