import type { Elicited } from "../elicitation/elicit.js";
import { type ElicitationOutcome, outcomes } from "../elicitation/outcome.js";
import type { Platform } from "../ports.js";

/** Counting those that are open: no agent opens one dialog after the other until somebody gives in. */
const mostQuestions = 3;

interface Token {
  questions: number;
  isOver: boolean;
  answer?: Elicited;
}

/** What this process asked a client's user about each token. A refused attempt writes nothing, so no store knows. */
export class AskedBefore {
  readonly #platform: Pick<Platform, "inBackground">;
  readonly #tokens = new Map<string, Token>();

  constructor(platform: Pick<Platform, "inBackground">) {
    this.#platform = platform;
  }

  /** Takes one of the questions that a token has; false if there is none left. `forMs`: how long it is remembered. */
  take(id: string, forMs: number): boolean {
    const token = this.#tokens.get(id) ?? this.#remember(id, forMs);
    if (token.isOver || token.questions >= mostQuestions) return false;
    token.questions += 1;
    return true;
  }

  refused(id: string, outcome: ElicitationOutcome): void {
    const token = this.#tokens.get(id);
    if (token !== undefined && !outcomes[outcome].mayBeAskedAgain) token.isOver = true;
  }

  answered(id: string, answer: Elicited): void {
    const token = this.#tokens.get(id);
    if (token !== undefined) token.answer = answer;
  }

  /** For a call that repeats a claim whose reply was lost: its user did answer. */
  answerTo(id: string): Elicited | undefined {
    return this.#tokens.get(id)?.answer;
  }

  #remember(id: string, forMs: number): Token {
    const token: Token = { questions: 0, isOver: false };
    this.#tokens.set(id, token);
    this.#platform.inBackground(forMs, () => this.#tokens.delete(id));
    return token;
  }
}
