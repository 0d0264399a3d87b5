/** One thing that every store must do. Each check of the suite cites exactly one. */
export interface Requirement {
  readonly sentence: string;
  /** Where the design says so. */
  readonly source: string;
}

/** The store contract, sentence by sentence: pure data. */
export const requirements = {
  "insert-creates": {
    sentence: "An insert creates the record exactly as written and answers with it.",
    source: "design §4, insert",
  },
  "insert-taken": {
    sentence:
      "An insert onto a standing record is `taken`, writes nothing, and answers with the record that stands there.",
    source: "design §4, insert: get-or-create",
  },
  "insert-after-end": {
    sentence: "An insert onto a record whose retention ended creates a new one, which inherits nothing.",
    source: "design §4, insert and recordForMs",
  },
  "insert-once": {
    sentence: "Of many concurrent inserts of one id exactly one creates, and the others get its record.",
    source: "design §4, insert",
  },
  "absent-is-absent": {
    sentence: "What was never written is absent to get and to swap, and neither creates it.",
    source: "design §4.4: absence always means deny",
  },
  "answer-shape": {
    sentence:
      "Every record in an answer has all members, of their types; an absent text is null, a time is a whole number.",
    source: "design §4, StoredRecord",
  },
  "answer-is-a-copy": {
    sentence: "What is done to an answer never reaches the store, and no later write changes an answer.",
    source: "design §4, StoredRecord",
  },
  "swap-writes": {
    sentence:
      "An accepted swap replaces tag and state, writes what it names, and answers with the record as it then stands.",
    source: "design §4.1",
  },
  "swap-keeps": {
    sentence: "What an accepted swap leaves out stays as it stands: body, data, deadline and both retentions.",
    source: "design §4, Write: absent = keep",
  },
  "swap-tag": {
    sentence: "A swap from any other tag than the one that stands is refused with `tag`.",
    source: "design §4.1",
  },
  "swap-same-tag": {
    sentence: "A swap may leave tag and state as they are, and is accepted each time: a renewal.",
    source: "design §3: a lease is renewed",
  },
  "swap-once": {
    sentence: "Of many concurrent swaps from one tag to others exactly one is accepted.",
    source: "design §4.1",
  },
  "record-whole": {
    sentence: "No answer shows half of a write.",
    source: "design §4: atomic, one trip",
  },
  "refusal-writes-nothing": {
    sentence: "A refused swap has written nothing.",
    source: "design §3 and §4: a refused attempt writes nothing",
  },
  "refusal-shows-standing": {
    sentence:
      "A refused swap answers with the record that stands there, never with an older one, and that record itself shows why.",
    source: "design §4.2",
  },
  "refusal-reason": {
    sentence: "Of several reasons a refused swap names the first of tag, deadline, history.",
    source: "design §4, Swap: the reasons in its order",
  },
  "repeat-recognised": {
    sentence:
      "An attempt repeated after an unknown outcome is judged by the record that stands, and finds its own tag there.",
    source: "design §3: an attempt whose reply was lost is repeated and recognised as its own",
  },
  "deadline-judged": {
    sentence:
      "`open` holds until the last millisecond before the deadline, `passed` from exactly then on, `any` always.",
    source: "design §4.3",
  },
  "deadline-from-now": {
    sentence:
      "A deadline is the nowMs of the answer that set it plus the duration, to the millisecond, over ten years too.",
    source: "design §4.3",
  },
  "now-is-fresh": {
    sentence: "Every answer carries the store's clock at its own time, which for one record never goes back.",
    source: "design §4, StoredRecord: nowMs is the `now` of decide()",
  },
  "history-judged": {
    sentence:
      "`same` holds for what was last written under the store's present history, `changed` for all else, `any` always.",
    source: "design §4.4",
  },
  "history-told": {
    sentence: "Every answer tells whether its record was last written under the store's present history.",
    source: "design §4.4",
  },
  "history-stamped": {
    sentence: "Every accepted write stamps the present history, and nothing else does.",
    source: "design §4.4: every write stamps the store's history id",
  },
  "history-constant": {
    sentence:
      "Where history never changes, every record is of the present one and a swap that demands another is refused.",
    source: "design §4.4",
  },
  "payload-kept": {
    sentence:
      "Body and data are kept as long as the last write that said so asked: past the deadline, and without end for null.",
    source: "design §4, payloadForMs",
  },
  "payload-ends": {
    sentence:
      "From the end of the payload's retention body and data are null, swept or not; the rest of the record stays.",
    source: "design §4, StoredRecord: tombstone",
  },
  "payload-stays-gone": {
    sentence: "A payload that ended does not come back, whatever is written later.",
    source: "design §4, payloadForMs",
  },
  "record-kept": {
    sentence:
      "A record is kept as long as the last write that said so asked: past the deadline, and without end for null.",
    source: "design §4, recordForMs: null = until settled",
  },
  "record-ends": {
    sentence: "From the end of its retention a record is absent to get, swap and list, swept or not.",
    source: "design §4, recordForMs",
  },
  "list-names": {
    sentence: "A listing names the listed records of one kind as they stand, and no others.",
    source: "design §4, list and listed",
  },
  "list-omits-none": {
    sentence: "Whatever is written between two pages, a record that stays listed is on one of them.",
    source: "design §4, list: may repeat, never omits",
  },
  "list-pages": {
    sentence: "A page has at most `limit` records, and the pages come to an end.",
    source: "design §4, list",
  },
  "sweep-spares": {
    sentence: "A sweep changes no answer: it spares all whose retention has not ended, first of all what is unsettled.",
    source: "design §3 and §4, sweep: frees space only",
  },
  "sweep-ends": {
    sentence: "A sweep frees at most `limit`, and after finitely many of them there is no more.",
    source: "design §4, sweep",
  },
  "texts-exact": {
    sentence:
      "State, body and data come back character for character: empty, up to 1 MiB, of any script, none of them read.",
    source: "design §4: text is JSON the store never reads",
  },
  "ids-exact": {
    sentence: "Ids of up to 128 visible ASCII characters are told apart by every character and its case.",
    source: "design §4, id",
  },
  "tags-exact": {
    sentence: "Tags of up to 256 printable ASCII characters are told apart by every character, case and space.",
    source: "design §4.1",
  },
  "away-told": {
    sentence: "While the store is away every method rejects with a Tier2Error of code `store_unavailable`.",
    source: "design §4, Store; §5: store unreachable",
  },
  "never-away": {
    sentence: "A store that is never away answers every call and rejects none.",
    source: "design §4, Store",
  },
} as const satisfies Record<string, Requirement>;

export type RequirementId = keyof typeof requirements;
