/** The annotations of a tool as MCP defines them: claims of its author. */
export interface Annotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

export const hintNames = ["readOnlyHint", "destructiveHint", "idempotentHint"] as const;
export type HintName = (typeof hintNames)[number];

/** What a hint says: as declared, or by MCP's default where it is missing. */
export interface Claim {
  readonly value: boolean;
  readonly declared: boolean;
}

export type Claims = Readonly<Record<HintName, Claim>>;

/** MCP's own defaults, which are the cautious answer to each. Missing metadata is no promise. */
const cautious: Readonly<Record<HintName, boolean>> = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
};

/** What a tool claims of itself. Anything that is no boolean is a missing hint. */
export function claims(annotations: Readonly<Record<string, unknown>> = {}): Claims {
  const claim = (name: HintName): Claim => {
    const value = annotations[name];
    return typeof value === "boolean" ? { value, declared: true } : { value: cautious[name], declared: false };
  };
  return {
    readOnlyHint: claim("readOnlyHint"),
    destructiveHint: claim("destructiveHint"),
    idempotentHint: claim("idempotentHint"),
  };
}
