import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";

/**
 * Sends one request whole, and resets its TCP connection as soon as the first byte of an answer arrives, which shows
 * that the server received it. Nobody reads that answer.
 *
 * @returns whether a first byte came within `timeoutMs`; the connection is reset either way
 */
export function postAndSever(
  url: URL,
  headers: Readonly<Record<string, string>>,
  message: unknown,
  timeoutMs: number,
): Promise<boolean> {
  const body = JSON.stringify(message);
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((resolve) => {
    let socket: Socket | undefined;
    const end = (received: boolean) => {
      clearTimeout(late);
      if (socket !== undefined && url.protocol !== "https:") socket.resetAndDestroy();
      call.destroy();
      resolve(received);
    };
    const call = request(url, {
      method: "POST",
      agent: false, // a connection of its own, so that nothing else is severed with it
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "content-length": Buffer.byteLength(body),
        ...headers,
      },
    });
    const late = setTimeout(() => end(false), timeoutMs);
    call.on("socket", (opened) => {
      socket = opened;
    });
    call.on("response", () => end(true));
    call.on("error", () => end(false));
    call.end(body);
  });
}
