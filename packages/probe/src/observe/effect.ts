/** What a change is to somebody outside: the word that an observer gives to what it sees. */
export type Effect = keyof typeof effects;

/** `breaks`: the hint is false. `unsure`: nobody can tell from this. `caution`: worth saying, no contradiction. */
export type Bearing = "breaks" | "unsure" | "caution" | "nothing";

interface Row {
  readonly sentence: string;
  /** What it means for `readOnlyHint: true`. */
  readonly readOnly: Bearing;
  /** What it means for `idempotentHint: true` when it is seen again. */
  readonly repeated: Bearing;
  /** What it means for `destructiveHint: false`: can it be taken back at all? State is judged by its undo instead. */
  readonly recall: Bearing;
}

/** The one table of what counts. A write is never too small to count, if somebody else could find it out. */
export const effects = {
  write: { sentence: "state was written", readOnly: "breaks", repeated: "breaks", recall: "nothing" },
  touch: { sentence: "the same content was written again", readOnly: "breaks", repeated: "caution", recall: "nothing" },
  sequence: { sentence: "a sequence moved on", readOnly: "breaks", repeated: "caution", recall: "nothing" },
  credential: { sentence: "a credential was refreshed", readOnly: "breaks", repeated: "breaks", recall: "nothing" },
  notification: { sentence: "a notification went out", readOnly: "breaks", repeated: "breaks", recall: "breaks" },
  work: { sentence: "work was created", readOnly: "breaks", repeated: "breaks", recall: "nothing" },
  usage: { sentence: "usage was counted", readOnly: "breaks", repeated: "breaks", recall: "nothing" },
  trail: { sentence: "an event was recorded", readOnly: "breaks", repeated: "breaks", recall: "nothing" },
  log: { sentence: "a line was logged", readOnly: "caution", repeated: "nothing", recall: "nothing" },
  request: { sentence: "a remote was asked", readOnly: "unsure", repeated: "nothing", recall: "nothing" },
  watched_request: {
    sentence: "a watched remote was asked",
    readOnly: "nothing",
    repeated: "nothing",
    recall: "nothing",
  },
  opaque: { sentence: "an encrypted connection went out", readOnly: "unsure", repeated: "unsure", recall: "unsure" },
} as const satisfies Record<string, Row>;
