/** What a command speaks to. */
export interface Io {
  out(text: string): void;
  err(text: string): void;
  /** Whether somebody watches `err`. */
  readonly progress: boolean;
}

/** 0: as it should be. 1: it is not. 2: it could not be found out. */
export type ExitCode = 0 | 1 | 2;

/** A command that cannot be done as it was given: told in one line, with exit code 2. */
export class CannotRun extends Error {
  override readonly name = "CannotRun";
}
