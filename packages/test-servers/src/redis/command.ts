import net from "node:net";

export type Reply = string | number | null | Reply[];

/** One command on a connection of its own. Rejects with the server's error, or if none comes within the time. */
export function redisCommand(port: number, args: readonly string[], withinMs = 5_000): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1");
    let received = "";
    const end = (settle: () => void) => {
      clearTimeout(timer);
      socket.destroy();
      settle();
    };
    const timer = setTimeout(() => end(() => reject(new Error(`no reply to ${args[0]} on port ${port}`))), withinMs);
    socket.on("error", (error) => end(() => reject(error)));
    socket.on("close", () => end(() => reject(new Error(`port ${port} closed before it replied to ${args[0]}`))));
    socket.on("data", (data) => {
      received += data.toString("latin1");
      const parsed = parse(received, 0);
      if (parsed) end(() => (parsed.value instanceof Error ? reject(parsed.value) : resolve(parsed.value)));
    });
    socket.write(`*${args.length}\r\n${args.map((arg) => `$${Buffer.byteLength(arg)}\r\n${arg}\r\n`).join("")}`);
  });
}

interface Parsed {
  readonly value: Reply | Error;
  readonly next: number;
}

/** RESP2, as far as it came: undefined if there is more to come. */
function parse(text: string, from: number): Parsed | undefined {
  const lineEnd = text.indexOf("\r\n", from);
  if (lineEnd < 0) return undefined;
  const line = text.slice(from + 1, lineEnd);
  const next = lineEnd + 2;
  switch (text[from]) {
    case "-":
      return { value: new Error(line), next };
    case ":":
      return { value: Number(line), next };
    case "$":
      return parseBulk(text, Number(line), next);
    case "*":
      return parseArray(text, Number(line), next);
    default:
      return { value: line, next };
  }
}

function parseBulk(text: string, length: number, from: number): Parsed | undefined {
  if (length < 0) return { value: null, next: from };
  const end = from + length;
  return text.length < end + 2 ? undefined : { value: text.slice(from, end), next: end + 2 };
}

function parseArray(text: string, length: number, from: number): Parsed | undefined {
  const items: Reply[] = [];
  let next = from;
  for (let left = length; left > 0; left -= 1) {
    const item = parse(text, next);
    if (!item) return undefined;
    items.push(item.value instanceof Error ? item.value.message : item.value);
    next = item.next;
  }
  return { value: items, next };
}
