/** Who asks. Made by the adapter from verified credentials only, never from arguments. */
export interface Requester {
  /** The id of the caller's token (never the token itself). Confirmations are bound to it. */
  readonly tokenId: string;
  /** The token's human owner; self-approval is judged by it. */
  readonly subject?: string | undefined;
  /** The calling process or session, for the record. */
  readonly process?: string | undefined;
}
