// A reviewer's screen, as text, from the answers of the API alone: nothing here knows the packages.

interface Timed {
  at: string;
}

interface Vote extends Timed {
  approver: string;
  reason: string;
}

interface Row {
  id: string;
  status: string;
  summary: string;
  material: Record<string, unknown>;
  server: string;
  tool: string;
  params: unknown;
  requester: { token_id: string; subject?: string; process?: string; delegation?: string[] };
  requested_at: string;
  requirement: {
    policies: { id: string; version: number }[];
    panels: { policy: { id: string }; approvers: string[]; escalate_to: string[]; quorum: number }[];
    on_deadline: string;
    creates: { sentence: string; uses: number | null; minutes: number | null };
    break_glass?: { approvers: string[]; minutes: number };
  };
  state_version: string | null;
  action_digest: string;
  quorum: { needed: number; given: number };
  allows: Vote[];
  deny?: Vote;
  revoked?: { by: string; reason: string };
  break_glass?: { by: string; evidence: string; review: string; reviewed?: { by: string; reason: string } };
  decide_by: string | null;
  overdue: boolean;
  valid_until: string | null;
  uses_left: number | null;
  spent: (Timed & { operation_id: string })[];
  previous?: { id: string; status: string; by?: string; reason?: string };
  cannot_decide?: { code: string; error: string };
}

type Get = (path: string) => Promise<{ body: unknown }>;

/** The tab with what is open: one line per request. */
export async function listScreen(get: Get): Promise<string> {
  const { items } = (await get("/approvals?status=pending")).body as { items: Row[] };
  return items.map(listLine).join("\n");
}

const listLine = (row: Row): string =>
  [
    row.summary,
    `${row.server}/${row.tool}`,
    who(row),
    `by ${row.decide_by}`,
    `${row.quorum.given}/${row.quorum.needed}`,
    row.cannot_decide === undefined ? "[open]" : `(${row.cannot_decide.error})`,
  ].join(" | ");

/** The page of one request, from top to bottom. */
export async function detailScreen(get: Get, id: string): Promise<string> {
  const { approval: row } = (await get(`/approvals/${id}`)).body as { approval: Row };
  const lines = [...effect(row), ...provenance(row), ...why(row), ...progress(row), ...history(row), ...buttons(row)];
  return lines.join("\n");
}

const effect = (row: Row) => [
  `# ${row.summary}`,
  ...Object.entries(row.material).map(([name, fact]) => `${name}: ${plain(fact)}`),
  `call: ${row.tool}(${JSON.stringify(row.params)})`,
  `state: ${row.state_version ?? "not bound"}`,
];

const provenance = (row: Row) => [
  `asked by ${who(row)} at ${row.requested_at}`,
  ...(row.requester.delegation ?? []).map((subject) => `in the name of ${subject}`),
];

const why = ({ requirement, decide_by, overdue }: Row) => [
  `because of ${requirement.policies.map(({ id, version }) => `${id} v${version}`).join(", ")}`,
  ...requirement.panels.map(
    ({ policy, approvers, quorum }) => `${policy.id} asks ${quorum} of ${approvers.join(", ")}`,
  ),
  `your word: ${requirement.creates.sentence}`,
  `decide by ${decide_by}${overdue ? " (passed)" : ""}, then ${requirement.on_deadline}`,
];

const progress = (row: Row) => [
  `status: ${row.status}, allowed by ${row.quorum.given} of ${row.quorum.needed}`,
  ...row.allows.map(({ approver, reason, at }) => `+ ${approver} at ${at}: ${reason}`),
  ...(row.deny === undefined ? [] : [`- ${row.deny.approver} at ${row.deny.at}: ${row.deny.reason}`]),
  ...(row.revoked === undefined ? [] : [`x ${row.revoked.by}: ${row.revoked.reason}`]),
  ...(row.status === "approved" ? [`good until ${row.valid_until}, ${row.uses_left} left`] : []),
  ...row.spent.map(({ operation_id, at }) => `used by ${operation_id} at ${at}`),
];

const history = ({ previous, break_glass: glass }: Row) => [
  ...(previous === undefined
    ? []
    : [`before: ${previous.id} ${previous.status} by ${previous.by}: ${previous.reason}`]),
  ...(glass === undefined ? [] : [`GLASS BROKEN by ${glass.by}: ${glass.evidence} (review ${glass.review})`]),
  ...(glass?.reviewed === undefined ? [] : [`reviewed by ${glass.reviewed.by}: ${glass.reviewed.reason}`]),
];

/** What each button would send. */
const buttons = (row: Row): string[] => {
  if (row.cannot_decide !== undefined) return [`(${row.cannot_decide.error})`];
  const shown = `for ${row.action_digest}`;
  const { creates, break_glass: glass } = row.requirement;
  return [
    `[Deny ${shown}]`,
    `[Allow ${shown}]`,
    ...(creates.uses !== null && creates.uses > 1 ? [`[Allow up to ${creates.uses} uses ${shown}]`] : []),
    ...(glass === undefined ? [] : [`[Break the glass for ${glass.minutes} minutes: ${glass.approvers.join(", ")}]`]),
  ];
};

const who = ({ requester }: Row): string =>
  [requester.subject, requester.token_id, requester.process].filter((name) => name !== undefined).join(" / ");

const plain = (fact: unknown): string => {
  const money = fact as { value?: string; currency?: string };
  if (typeof money.value === "string") return `${money.value} ${money.currency}`;
  return typeof fact === "string" ? fact : JSON.stringify(fact);
};
