import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

export interface Answer {
  readonly body: {
    readonly status: string;
    readonly reason?: string;
    readonly detail?: string;
    readonly confirm_token?: string;
  };
  readonly operationId?: string;
  readonly replayed: boolean;
}

export interface PayerOptions {
  readonly url: string;
  readonly schema: string;
  readonly guard: boolean;
  readonly leaseMs: number;
  readonly waitForCompletionMs?: number;
}

const alive = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});

/** Another process of the deployment, which can be stopped and killed. */
export class Payer {
  readonly #child: ChildProcess;
  readonly #ended: Promise<undefined>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once("exit", () => resolve(undefined)));
  }

  static async start(options: PayerOptions): Promise<Payer> {
    const child = fork(new URL("./payer.mjs", import.meta.url), [JSON.stringify(options)]);
    alive.add(child);
    child.once("exit", () => alive.delete(child));
    const [first] = await Promise.race([once(child, "message"), once(child, "exit")]);
    if ((first as { ready?: boolean } | null)?.ready !== true) throw new Error(`The payer ended with ${first}.`);
    return new Payer(child);
  }

  /** The answer, or undefined if the process ended first. */
  async call(args: object): Promise<Answer | undefined> {
    const answered = new Promise<Answer>((resolve) =>
      this.#child.once("message", (answer) => resolve(answer as Answer)),
    );
    this.#child.send({ args }, () => {});
    return Promise.race([answered, this.#ended]);
  }

  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.#child.kill(signal);
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }
}
