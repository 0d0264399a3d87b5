import { CannotRun, type ExitCode, type Io } from "./io.js";
import { checkpoint, keygen } from "./keys.js";
import { openLog } from "./open-log.js";
import { type Command, commandIn } from "./options.js";
import { exportReceipt, verifyReceiptFile } from "./receipts.js";
import { show } from "./show.js";
import { usage } from "./usage.js";
import { verify } from "./verify.js";

const aboutLogs = { verify, show, export: exportReceipt, checkpoint };

/** `tier2 audit …`. Never rejects. */
export async function runCli(args: readonly string[], io: Io): Promise<ExitCode> {
  try {
    const command = commandIn(args);
    if (command !== "help") return await run(command, io);
    io.out(`${usage}\n`);
    return 0;
  } catch (error) {
    const isOurs = error instanceof CannotRun;
    io.err(
      `tier2: ${error instanceof Error ? error.message : String(error)}\n${isOurs ? "tier2 --help tells more.\n" : ""}`,
    );
    return 2;
  }
}

async function run({ name, about, given }: Command, io: Io): Promise<ExitCode> {
  if (name === "keygen") return keygen(io, about, given);
  if (name === "receipt verify") return verifyReceiptFile(io, about, given);
  const log = await openLog(about, given);
  try {
    return await aboutLogs[name as keyof typeof aboutLogs](io, log, given);
  } finally {
    await log.close();
  }
}
