import { randomBytes } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { Tier2Error } from "@holdpoint/tier2-core";

/** A member of the lock that others can tell from one that is gone. */
export interface Presence {
  readonly id: string;
  /** Lets go whoever has knocked: they look again. */
  answer(): void;
  close(): void;
}

/** Somebody's door. */
export interface Door {
  /** There is nobody behind it, and never will be again. */
  readonly isGone: boolean;
  /** Resolves when it was answered, or whoever was behind it has died. */
  readonly answered: Promise<void>;
  leave(): void;
}

/** How members of one folder know of each other. */
export interface Presences {
  announce(onKnock: () => void): Promise<Presence>;
  knock(id: string): Promise<Door>;
  /** The name of the file that the dead leave in the folder, if they do. */
  trace(id: string): string | undefined;
}

const suffix = ".sock";
const isWindows = process.platform === "win32";

/**
 * By sockets in the folder: the kernel closes one when its process dies, however it dies, and says so to whoever connects;
 * one of a process that is stopped still takes connections. Unlike a process id this is never somebody else's, and it is
 * true across containers that share the folder, and for threads.
 */
export function socketPresences(folder: string): Presences {
  const address = (id: string) => (isWindows ? `\\\\.\\pipe\\holdpoint-${id}` : shortened(folder, `${id}${suffix}`));
  return {
    trace: (id) => (isWindows ? undefined : `${id}${suffix}`),
    announce(onKnock) {
      const id = `p${randomBytes(8).toString("hex")}`;
      return listen(id, address(id), onKnock);
    },
    knock: (id) => knock(address(id)),
  };
}

/** The longest address of a socket on all systems is 103 bytes. Linux has a shorter name for any open folder. */
function shortened(folder: string, name: string): string {
  const whole = path.join(folder, name);
  if (Buffer.byteLength(whole) <= 103) return whole;
  if (process.platform === "linux") return `/proc/self/fd/${folderHandle(folder)}/${name}`;
  throw new Tier2Error("invalid_setup", `The path of the audit folder is too long for a socket in it: ${folder}`);
}

const handles = new Map<string, number>();

/** One for each folder and process, never closed: an address must stay good for as long as its socket. */
function folderHandle(folder: string): number {
  const handle = handles.get(folder) ?? fs.openSync(folder, "r");
  handles.set(folder, handle);
  return handle;
}

async function listen(id: string, address: string, onKnock: () => void): Promise<Presence> {
  const waiting = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    socket.on("error", () => {}).once("close", () => waiting.delete(socket));
    socket.unref().resume();
    waiting.add(socket);
    onKnock();
  });
  await new Promise<void>((resolve, reject) => {
    // In a cluster the primary would listen for its workers, and outlive them.
    server.once("error", reject).listen({ path: address, exclusive: true }, resolve);
  });
  server.on("error", () => {}).unref();
  const answer = () => {
    for (const socket of waiting) socket.destroy();
  };
  return {
    id,
    answer,
    close() {
      server.close();
      answer();
    },
  };
}

/** What connecting says where nobody listens any more. Any other failure says nothing: then somebody is there. */
const goneCodes: readonly unknown[] = ["ECONNREFUSED", "ENOENT"];

function knock(address: string): Promise<Door> {
  return new Promise((resolve) => {
    const socket = net.connect(address);
    const answered = new Promise<void>((closed) => socket.once("close", () => closed()));
    const door = (isGone: boolean) => resolve({ isGone, answered, leave: () => void socket.destroy() });
    socket
      .once("connect", () => door(false))
      .on("error", ({ code }: NodeJS.ErrnoException) => door(goneCodes.includes(code)));
    socket.resume();
  });
}
