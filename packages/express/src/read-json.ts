import type { Request } from "express";
import { isUnread } from "./body.js";
import type { JsonBody } from "./review/request-members.js";

/** The JSON body of a request, be it parsed already by the app or not read yet. */
export async function readJson(req: Request, mostBytes: number): Promise<JsonBody> {
  if (Number(req.headers["content-length"] ?? 0) > mostBytes) return tooLarge;
  if (!isUnread(req)) return { ok: true, value: req.body };
  const text = await readText(req, mostBytes);
  if (text === undefined) return tooLarge;
  try {
    return { ok: true, value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text)) as unknown };
  } catch {
    return { ok: false, code: "invalid_json" };
  }
}

const tooLarge = { ok: false, code: "too_large" } as const;

/** Undefined if there is more. Listens rather than iterates: leaving a loop would destroy the connection to answer on. */
function readText(req: Request, mostBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    if (req.readableEnded || req.destroyed) return resolve(Buffer.of());
    const chunks: Buffer[] = [];
    let bytes = 0;
    req.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) resolve(undefined);
      else chunks.push(chunk);
    });
    req.once("end", () => resolve(Buffer.concat(chunks)));
    req.once("error", reject);
    req.once("close", () => reject(new Error("The client went away before its whole request was there.")));
  });
}
