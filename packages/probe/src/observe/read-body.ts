import type { IncomingMessage } from "node:http";

const maxBytes = 1024 * 1024;

/** The body as text, cut off after 1 MiB. A sender that goes away in the middle has sent what it has sent. */
export async function readBody(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of message as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes <= maxBytes) parts.push(part);
    }
  } catch {} // severed; what arrived is evidence all the same
  return Buffer.concat(parts).toString();
}
