interface Client {
  readonly status: string;
  readonly stream?: unknown;
}

interface Corkable {
  cork(): void;
  uncork(): void;
}

const isCorkable = (stream: unknown): stream is Corkable =>
  typeof (stream as Partial<Corkable> | undefined)?.cork === "function";

/** How many go out at most in one write: the server begins with them while the next are being made. */
const mostTogether = 32;

/**
 * Gathers what a client of ioredis sends in one turn of the event loop into few writes: ioredis writes each command by
 * itself, and that system call is what a short command costs most. Each stays a command of its own, in its order, and
 * none waits for a timer. Call it before each command. A Cluster's client has no socket of its own and is left as it is.
 */
export function gathering(client: Client): () => void {
  let gathered = 0;
  let corked: Corkable | undefined;
  const send = () => {
    corked?.uncork();
    corked = undefined;
  };
  return () => {
    if (corked) {
      if (gathered === mostTogether) {
        corked.uncork();
        corked.cork();
        gathered = 0;
      }
      gathered += 1;
      return;
    }
    const { stream } = client;
    if (client.status !== "ready" || !isCorkable(stream)) return;
    corked = stream;
    gathered = 1;
    stream.cork();
    process.nextTick(send);
  };
}
