import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as core from "../src/index.js";

// A name that is exported is a promise. Adding one means adding it here, on purpose.
const values = [
  ...[
    "NotExecuted",
    "Tier2Error",
    "canonicalJson",
    "categories",
    "classify",
    "collectionOf",
    "createEngine",
    "createTier2",
  ],
  ...[
    "defineTier2Tool",
    "demandNamedSecrets",
    "describeTool",
    "listedInput",
    "listedOutput",
    "nodePlatform",
    "peoplesKinds",
    "readPolicies",
    "reasons",
    "refuse",
    "toHttp",
    "toToolResult",
    "verbatim",
    "wireMaterial",
  ],
];
const types = [
  ...[
    "Approval",
    "ApprovalAction",
    "ApprovalRequest",
    "ApprovalStatus",
    "Approvals",
    "Approver",
    "Bind",
    "BreakGlass",
    "CannotDecide",
  ],
  ...["Checkpoint", "CheckpointStep", "Foreseen", "Foresight"],
  ...["AtDeadline", "Policy", "PolicyFacts", "PolicyScope", "Validity"],
  ...[
    "Decided",
    "Decision",
    "InDoubt",
    "NotSettled",
    "Operations",
    "Panel",
    "PolicyRef",
    "Previous",
    "Progress",
    "Proposed",
    "Requirement",
    "Retracted",
    "Settled",
    "Spent",
    "Vote",
  ],
  ...[
    "Answer",
    "ApprovalMeta",
    "ApprovalPending",
    "Checks",
    "EnforcedBy",
    "Under",
    "AnySchema",
    "ArgsOf",
    "CallContext",
    "CallStep",
    "Cancel",
    "Category",
    "Classification",
    "Classified",
    "Collection",
    "Commitments",
  ],
  ...[
    "ConfirmationRequired",
    "DataClassification",
    "Consumed",
    "ContractFunctions",
    "ConsumeToken",
    "Detail",
    "Discloses",
    "Done",
    "Envelope",
    "ErrorFacts",
    "ExecuteContext",
  ],
  ...[
    "FirstWrite",
    "Hints",
    "HookContext",
    "Hooks",
    "HttpReply",
    "HttpStatus",
    "Insert",
    "Instant",
    "IssueToken",
    "JsonSchema",
    "JournalContext",
    "Level",
  ],
  ...["ClientAnswer", "Elicit", "Elicited", "ElicitationOutcome", "Question", "Retype"],
  ...["Material", "Money", "Mutates", "Ok", "Page", "ParamsOf", "Platform", "Preview", "PreviewContext", "Reason"],
  ...[
    "ReconcileContext",
    "Reconciled",
    "Refused",
    "Rejected",
    "Reply",
    "Requester",
    "Resolvers",
    "Reversibility",
    "StandardSchema",
  ],
  ...["Store", "Stored", "StoredRecord", "Swap", "SwapCondition", "Tier", "Tier2Engine", "Tier2ErrorCode"],
  ...[
    "Tier2Event",
    "Tier2Options",
    "Tier2Tool",
    "Tier2ToolDefinition",
    "ToolResult",
    "ToolSummary",
    "Transaction",
    "TransactionLimits",
    "TransactionalStore",
    "Verbatim",
    "Write",
  ],
];

test("core exports these values", () => {
  expect(Object.keys(core).sort()).toEqual([...values].sort());
});

test("core exports these types, by name and not by wildcard", () => {
  const index = readFileSync(new URL("../src/index.ts", import.meta.url), "utf8");
  const lists = [...index.matchAll(/export (type )?\{([^}]*)\}/g)];
  const names = lists.flatMap(([, allTypes, list]) =>
    (list ?? "")
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "" && (allTypes !== undefined || name.startsWith("type ")))
      .map((name) => name.replace(/^type /, "")),
  );
  expect(names.sort()).toEqual([...types].sort());
  expect(index).not.toMatch(/export \*/);
});
