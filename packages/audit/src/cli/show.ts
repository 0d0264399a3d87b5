import { type EncryptionKey, openBody } from "../entry/encryption.js";
import { readEntry } from "../entry/read-entry.js";
import { Related } from "../receipt/related.js";
import { lineOf, type Told, timelineOf } from "../timeline/timeline.js";
import { filterOf } from "./filter.js";
import type { ExitCode, Io } from "./io.js";
import { encryptionKeysIn } from "./key-files.js";
import type { OpenLog } from "./open-log.js";
import type { Given } from "./options.js";

/** What is shown is not verified: that says `verify`. A line that is none is told, and the next one shown. */
export async function show(io: Io, log: OpenLog, given: Given): Promise<ExitCode> {
  const keys = await encryptionKeysIn(given.key ?? []);
  const filter = filterOf(given);
  const { operation } = given;
  const counts = { closed: 0, broken: 0 };
  if (operation === undefined) {
    for await (const told of toldIn(log, keys, counts)) if (filter(told)) io.out(`${written(told, given)}\n`);
  } else {
    const entries = (await entriesOf(log, keys, operation, counts)).filter(filter);
    if (entries.length === 0) io.err(`No entry of ${operation} was found.\n`);
    else if (given.json) for (const told of entries) io.out(`${written(told, given)}\n`);
    else io.out(`${timelineOf(operation, entries).join("\n")}\n`);
  }
  if (counts.closed > 0) io.err(`${counts.closed} entries are encrypted under keys that were not given (--key).\n`);
  if (counts.broken > 0) io.err(`${counts.broken} lines are no entries: tier2 audit verify tells what is wrong.\n`);
  return counts.broken > 0 ? 1 : 0;
}

const written = (told: Told, { json }: Given): string => (json ? JSON.stringify(told) : lineOf(told));

interface Counts {
  closed: number;
  broken: number;
}

/** The log is read twice: what its approval is called, is learnt from later entries than those of the approval. */
async function entriesOf(
  log: OpenLog,
  keys: readonly EncryptionKey[],
  operation: string,
  counts: Counts,
): Promise<Told[]> {
  const related = new Related(operation);
  for await (const { body } of toldIn(log, keys, { closed: 0, broken: 0 })) if (body !== undefined) related.learn(body);
  const found: Told[] = [];
  for await (const told of toldIn(log, keys, counts)) {
    if (told.body !== undefined && related.includes(told.body)) found.push(told);
  }
  return found;
}

async function* toldIn(log: OpenLog, keys: readonly EncryptionKey[], counts: Counts): AsyncGenerator<Told> {
  for await (const line of log.read()) {
    const found = readEntry(line);
    if (found === undefined) {
      counts.broken += 1;
      continue;
    }
    const { seq, atMs, kind } = found.entry;
    const opened = openBody(keys, found.entry);
    if (opened.kind !== "opened") counts.closed += 1;
    yield { seq, atMs, kind, ...(opened.kind === "opened" && { body: opened.body }) };
  }
}
