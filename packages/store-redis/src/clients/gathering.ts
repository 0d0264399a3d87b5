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

/**
 * Gathers what a client of ioredis sends in one turn of the event loop into one write: ioredis writes each command by
 * itself, and that system call is what a short command costs most. Each stays a command of its own, in its order, and
 * none waits for a timer. Call it before each command. A Cluster's client has no socket of its own and is left as it is.
 */
export function gathering(client: Client): () => void {
  let isGathering = false;
  return () => {
    const { stream } = client;
    if (isGathering || client.status !== "ready" || !isCorkable(stream)) return;
    isGathering = true;
    stream.cork();
    process.nextTick(() => {
      isGathering = false;
      stream.uncork();
    });
  };
}
