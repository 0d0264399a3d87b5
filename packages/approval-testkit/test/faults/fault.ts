import type { FailureTestId } from "../../src/index.js";
import type { Via } from "../support/reference-answers.js";
import type { Server } from "../support/reference-subject.js";

/** A server that is right but for one thing. */
export interface Fault {
  /** What it does wrong. */
  readonly does: string;
  /** The one failure test that this fails. */
  readonly fails: FailureTestId;
  readonly server: Server;
  readonly via?: Via;
}
