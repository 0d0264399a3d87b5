import { type Verdict, type VerifyOptions, verifyLog } from "../../src/chain/verify.js";
import { read } from "./logs.js";

const judge = (bytes: Uint8Array | readonly Uint8Array[], options: VerifyOptions = {}): Promise<Verdict> => {
  const whole = bytes instanceof Uint8Array ? bytes : Buffer.concat(bytes);
  return verifyLog(() => read(whole), options);
};

/** "ok", or what is wrong with which entry. */
export async function said(bytes: Uint8Array | readonly Uint8Array[], options: VerifyOptions = {}): Promise<string> {
  const verdict = await judge(bytes, options);
  return verdict.ok ? "ok" : `${verdict.fault} ${verdict.seq}`;
}
