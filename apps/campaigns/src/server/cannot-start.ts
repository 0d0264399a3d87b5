/** Something the user can mend: told as one message, without a stack trace. */
export class CannotStart extends Error {
  override readonly name = "CannotStart";
}
