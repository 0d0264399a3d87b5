/** Who asks. Made by the adapter from verified credentials only, never from arguments. */
export interface Requester {
  /** The id of the caller's token (never the token itself). Confirmations are bound to it. */
  readonly tokenId: string;
  /** The token's human owner; self-approval is judged by it. */
  readonly subject?: string | undefined;
  /** The calling process or session: what an approval for a session is bound to. */
  readonly process?: string | undefined;
  /** Every other subject in whose name this comes, such as whoever delegated to an agent: none of them approves it. */
  readonly delegation?: readonly string[] | undefined;
}

/**
 * A copy of what belongs to a requester and nothing else: an application's user object may carry tokens and hashes, and
 * whoever changes it meanwhile does not change whose call this is. Undefined if it names nobody.
 */
export function requesterOf(given: Requester | undefined): Requester | undefined {
  if (typeof given?.tokenId !== "string" || given.tokenId === "") return undefined;
  const { tokenId, subject, process, delegation } = given;
  return Object.freeze({
    tokenId,
    ...(typeof subject === "string" && { subject }),
    ...(typeof process === "string" && { process }),
    ...(delegation !== undefined && { delegation: Object.freeze([...delegation]) }),
  });
}

/** In whose names a call comes, as texts that are the same for the same people: the order of a chain means nothing. */
export const namesOf = ({ tokenId, subject, delegation = [] }: Requester): readonly (string | null)[] => [
  tokenId,
  subject ?? null,
  JSON.stringify([...new Set(delegation)].sort()),
];
