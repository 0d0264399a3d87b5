import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Keeps passwords unreadable in the database. `owner` ties a sealed text to its row: moved to another it does not open. */
export interface PasswordVault {
  seal(password: string, owner: string): string;
  open(sealed: string, owner: string): string;
}

const algorithm = "aes-256-gcm";
const format = "v1";
const nonceBytes = 12;

/** AES-256-GCM with a random nonce for each text, written as v1.nonce.tag.ciphertext in base64url. */
export const passwordVault = (key: Uint8Array): PasswordVault => ({
  seal(password, owner) {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(owner, "utf8"));
    const text = Buffer.concat([cipher.update(password, "utf8"), cipher.final()]);
    return [format, ...[nonce, cipher.getAuthTag(), text].map((bytes) => bytes.toString("base64url"))].join(".");
  },
  open(sealed, owner) {
    const [version, ...parts] = sealed.split(".");
    const [nonce, tag, text] = parts.map((part) => Buffer.from(part, "base64url"));
    if (version !== format || !nonce || !tag || !text) throw new Error("Not a password that this vault sealed");
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: 16 });
    decipher.setAAD(Buffer.from(owner, "utf8")).setAuthTag(tag);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
  },
});
