import type {
  Approval,
  ApprovalRequest,
  Approvals,
  Approver,
  CannotDecide,
  Decided,
  InDoubt,
  Operations,
} from "@holdpoint/tier2-core";

/** The two interfaces as the engine will fill them, in one process and without a store. */
export function deskInMemory() {
  const approvals = new Map<string, Approval>();
  const doubts = new Map<string, InDoubt>();
  const ids = { next: 0 };

  const entitled = (approver: Approver, named: readonly string[]) =>
    named.some((name) => name === approver.id || approver.groups?.includes(name.replace("group:", "")));
  const cannot = (a: Approval, approver: Approver): CannotDecide | undefined => {
    const { subject, delegation = [] } = a.requester;
    if (approver.id === subject || delegation.includes(approver.id)) return "self_approval";
    if (!a.requirement.panels.some((panel) => entitled(approver, panel.approvers))) return "not_entitled";
    if (a.status !== "pending") return "closed";
    return a.allows.some((vote) => vote.approver === approver.id) ? "already_decided" : undefined;
  };
  const seen = (a: Approval, approver: Approver): Approval => {
    const why = cannot(a, approver);
    return { ...a, ...(why !== undefined && { cannotDecide: why }) };
  };
  const decide = (
    id: string,
    by: { approver: Approver; actionDigest?: string },
    step: (a: Approval, why: CannotDecide | undefined) => Partial<Approval> | Extract<Decided, { ok: false }>["reason"],
  ): Decided => {
    const a = approvals.get(id);
    if (a === undefined) return { ok: false, reason: "not_found" };
    const why = cannot(a, by.approver);
    const approval = seen(a, by.approver);
    if (why === "self_approval" || why === "not_entitled") return { ok: false, reason: why, approval };
    if (by.actionDigest !== undefined && by.actionDigest !== a.actionDigest)
      return { ok: false, reason: "changed", approval };
    const next = step(a, why);
    if (typeof next === "string") return { ok: false, reason: next, approval };
    approvals.set(id, { ...a, ...next });
    return { ok: true, approval: seen({ ...a, ...next }, by.approver) };
  };
  const page = <T>(items: T[], { cursor = "0", limit = 50 }: { cursor?: string; limit?: number }) => {
    const end = Number(cursor) + limit;
    return { items: items.slice(Number(cursor), end), ...(end < items.length && { cursor: String(end) }) };
  };

  const reviewed: { approvals: Approvals; operations: Operations } = {
    approvals: {
      list: async ({ approver, status, tool, ...pages }) =>
        page(
          [...approvals.values()]
            .filter((a) => (status ?? a.status) === a.status && (tool ?? a.tool) === a.tool)
            .map((a) => seen(a, approver)),
          pages,
        ),
      get: async (id, { approver }) => {
        const a = approvals.get(id);
        return a && seen(a, approver);
      },
      allow: async (id, d) =>
        decide(id, d, (a, why) => {
          if (why === "already_decided") return {};
          if (why === "closed") {
            if (a.deny?.approver === d.approver.id) return "conflict";
            return a.allows.some((vote) => vote.approver === d.approver.id) ? {} : "closed";
          }
          if ((d.uses ?? 0) > (a.requirement.uses ?? 1000)) return "not_entitled";
          const { approver, ...vote } = d;
          const allows = [...a.allows, { ...vote, approver: approver.id, groups: approver.groups ?? [], atMs: 1000 }];
          const enough = allows.length >= a.requirement.quorum;
          return { allows, ...(enough && { status: "approved", usesLeft: d.uses ?? a.requirement.uses }) };
        }),
      deny: async (id, d) =>
        decide(id, d, (a, why) => {
          if (why === "already_decided") return "conflict";
          if (why === "closed") return a.deny?.approver === d.approver.id ? {} : "closed";
          const { approver, ...vote } = d;
          return {
            status: "denied",
            deny: { ...vote, approver: approver.id, groups: approver.groups ?? [], atMs: 1000 },
          };
        }),
      revoke: async (id, d) =>
        decide(id, d, (a) =>
          a.status === "approved"
            ? { status: "revoked", revoked: { by: d.approver.id, reason: d.reason }, usesLeft: 0 }
            : "invalid",
        ),
      async withdraw(id, by) {
        const a = approvals.get(id);
        if (a === undefined || !("approver" in by)) return { ok: false, reason: "not_found" };
        if (by.approver.id !== a.requester.subject) return { ok: false, reason: "not_entitled", approval: a };
        approvals.set(id, { ...a, status: "cancelled" });
        return { ok: true, approval: { ...a, status: "cancelled" } };
      },
      breakGlass: async (id, d) =>
        decide(id, d, (a, why) => {
          if (why === "closed") return "closed";
          if (!entitled(d.approver, a.requirement.breakGlass?.approvers ?? [])) return "not_entitled";
          return { status: "approved", usesLeft: 1, breakGlass: { by: d.approver.id, evidence: d.evidence } };
        }),
      reviewItems: async ({ approver, ...pages }) =>
        page(
          [...approvals.values()]
            .filter((a) => a.breakGlass !== undefined && a.breakGlass.reviewed === undefined)
            .map((a) => seen(a, approver)),
          pages,
        ),
      closeReview: async (id, by) =>
        decide(id, by, (a) => {
          if (a.breakGlass === undefined) return "invalid";
          if (a.breakGlass.by === by.approver.id) return "not_entitled";
          return { breakGlass: { ...a.breakGlass, reviewed: { by: by.approver.id, reason: by.reason, atMs: 2000 } } };
        }),
    },
    operations: {
      inDoubt: async (pages = {}) => page([...doubts.values()], pages),
      settle: async (operationId) => doubts.delete(operationId),
    },
  };

  return {
    reviewed,
    open(request: ApprovalRequest): string {
      const id = `apr_${++ids.next}`;
      approvals.set(id, {
        ...request,
        id,
        status: "pending",
        decideByMs: request.requestedAtMs + request.requirement.decideByMs,
        validUntilMs: null,
        usesLeft: null,
        allows: [],
        spent: [],
        overdue: false,
      });
      return id;
    },
    change: (id: string, to: Partial<Approval>) => approvals.set(id, { ...(approvals.get(id) as Approval), ...to }),
    doubt: (operation: InDoubt) => doubts.set(operation.operationId, operation),
  };
}
