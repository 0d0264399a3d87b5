import { randomBytes } from "node:crypto";

const keyBytes = 32;

export interface SecretKey {
  key: Uint8Array;
  /** A generated key dies with the process: passwords sealed with it cannot be read after a restart. */
  source: "environment" | "generated";
}

/** The key that seals SMTP passwords: CAMPAIGNS_SECRET_KEY (32 bytes in base64), or a new one for this process. */
export function secretKey(environment: Record<string, string | undefined> = process.env): SecretKey {
  const given = environment.CAMPAIGNS_SECRET_KEY;
  if (given === undefined) return { key: randomBytes(keyBytes), source: "generated" };
  const key = Buffer.from(given, "base64");
  if (key.length !== keyBytes) throw new Error("CAMPAIGNS_SECRET_KEY must be 32 bytes in base64");
  return { key, source: "environment" };
}
