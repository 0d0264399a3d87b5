import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Reply } from "@holdpoint/tier2-core";
import type { Ask, CallKind, ToWorker, WorkerPlan } from "../worker/plan.js";

const alive = new Set<ChildProcess>();

/** At once, and all that this process started: nothing stays behind when it is interrupted. */
export function killAllWorkers(): void {
  for (const child of alive) child.kill("SIGKILL");
}
process.once("exit", killAllWorkers);

interface FromWorker {
  readonly id: number;
  readonly reply?: Reply;
  readonly failed?: string;
}

/** Another process of the deployment, which can be stopped and killed. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #asked = new Map<number, (answer: FromWorker | undefined) => void>();
  readonly #ended: Promise<void>;
  #nextId = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = once(child, "exit").then(() => {
      for (const answer of this.#asked.values()) answer(undefined);
      this.#asked.clear();
    });
    child.on("message", (message) => {
      const answer = message as FromWorker;
      const resolve = this.#asked.get(answer.id);
      this.#asked.delete(answer.id);
      resolve?.(answer);
    });
  }

  /** Resolves when it has opened its store. */
  static async start(plan: WorkerPlan): Promise<WorkerProcess> {
    const child = fork(new URL("../worker/main.js", import.meta.url), [JSON.stringify(plan)], { execArgv: [] });
    alive.add(child);
    child.once("exit", () => alive.delete(child));
    child.on("error", () => {}); // what was sent to one that has been killed
    const worker = new WorkerProcess(child);
    await Promise.race([
      once(child, "message"),
      worker.#ended.then(() => Promise.reject(new Error("a worker ended before it was ready"))),
    ]);
    return worker;
  }

  /** How many calls it has not answered. */
  get underWay(): number {
    return this.#asked.size;
  }

  /** Its answer; undefined if the process ended before it answered. */
  async call(kind: CallKind, number: number, token?: string): Promise<Reply | undefined> {
    const id = this.#nextId++;
    const answer = await new Promise<FromWorker | undefined>((resolve) => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) return resolve(undefined);
      this.#asked.set(id, resolve);
      return this.#send({ id, kind, number, token } satisfies Ask);
    });
    if (answer?.failed !== undefined) throw new Error(`a worker failed: ${answer.failed}`);
    return answer?.reply;
  }

  /** Lets all handlers end that it holds. */
  release(): void {
    this.#send({ release: true });
  }

  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.#child.kill(signal);
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }

  #send(message: ToWorker): void {
    this.#child.send(message, () => {});
  }
}
