/** The id prefix under which stores list approvals. */
export const approvalKind = "a:";

/** The id prefix of desks. */
export const deskKind = "s:";

/**
 * The kinds of records that hold what people have said. For a store that can tell a restart from a history that may have lost
 * writes: these outlast the restart.
 */
export const peoplesKinds: readonly string[] = [approvalKind, deskKind];
