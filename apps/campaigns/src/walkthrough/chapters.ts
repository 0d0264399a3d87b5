import type { Chapter } from "./chapter.js";
import { askedAgain } from "./chapters/asked-again.js";
import { badArguments } from "./chapters/bad-arguments.js";
import { brokenDatabase } from "./chapters/broken-database.js";
import { brokenNetwork } from "./chapters/broken-network.js";
import { bulkPrices } from "./chapters/bulk-prices.js";
import { clientGivesUp } from "./chapters/client-gives-up.js";
import { decline } from "./chapters/decline.js";
import { doubledCalls } from "./chapters/doubled-calls.js";
import { downloadLink } from "./chapters/download-link.js";
import { everyRefusal } from "./chapters/every-refusal.js";
import { everyTool } from "./chapters/every-tool.js";
import { forgottenAnswer } from "./chapters/forgotten-answer.js";
import { guardedServer } from "./chapters/guarded-server.js";
import { humanPath } from "./chapters/human-path.js";
import { inDoubt } from "./chapters/in-doubt.js";
import { killedMidCall } from "./chapters/killed-mid-call.js";
import { killedWhileAllowed } from "./chapters/killed-while-allowed.js";
import { lostRace } from "./chapters/lost-race.js";
import { lostResponse } from "./chapters/lost-response.js";
import { migrationChanged } from "./chapters/migration-changed.js";
import { migrationInDoubt } from "./chapters/migration-in-doubt.js";
import { nobodyDecides } from "./chapters/nobody-decides.js";
import { overHttp } from "./chapters/over-http.js";
import { overStdio } from "./chapters/over-stdio.js";
import { ownLogChapter } from "./chapters/own-log.js";
import { payout } from "./chapters/payout.js";
import { policyChanged } from "./chapters/policy-changed.js";
import { previewedAnew } from "./chapters/previewed-anew.js";
import { smtpPasswordChapter } from "./chapters/smtp-password.js";
import { stateChanged } from "./chapters/state-changed.js";
import { storeAway } from "./chapters/store-away.js";
import { tools } from "./chapters/tools.js";
import { twoSteps } from "./chapters/two-steps.js";
import { userTypesIt } from "./chapters/user-types-it.js";
import { wrongToken } from "./chapters/wrong-token.js";

export const chapters: readonly Chapter[] = [
  tools,
  everyTool,
  twoSteps,
  payout,
  lostResponse,
  previewedAnew,
  clientGivesUp,
  doubledCalls,
  decline,
  wrongToken,
  badArguments,
  stateChanged,
  lostRace,
  bulkPrices,
  smtpPasswordChapter,
  downloadLink,
  askedAgain,
  forgottenAnswer,
  killedMidCall,
  brokenDatabase,
  brokenNetwork,
  inDoubt,
  storeAway,
  overHttp,
  guardedServer,
  overStdio,
  userTypesIt,
  humanPath,
  migrationChanged,
  migrationInDoubt,
  nobodyDecides,
  policyChanged,
  killedWhileAllowed,
  everyRefusal,
  ownLogChapter,
];
