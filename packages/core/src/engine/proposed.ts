import { jsonCopy } from "../params/json-copy.js";
import type { Json } from "../params/plain-json.js";
import type { Material } from "../tool/material.js";

/** What was proposed, as it was shown: without the secrets of the call. */
export interface Proposed {
  readonly summary?: string;
  readonly preview: unknown;
  /** As they were sent. Null where hand-written code proposed it. */
  readonly params: unknown;
  /** What the tool's `resolve` made of some of them. */
  readonly resolved?: object;
  readonly stateVersion?: string;
  readonly material?: Material;
}

interface Seen {
  readonly summary?: string | undefined;
  readonly preview: Json;
  readonly params: Json;
  readonly resolved?: { readonly [name: string]: Json } | undefined;
  readonly stateVersion?: string | undefined;
  readonly material?: Material | undefined;
}

/** A private copy, for whoever is told of it. */
export const proposedOf = ({ summary, preview, params, resolved, stateVersion, material }: Seen): Proposed =>
  jsonCopy({
    preview,
    params,
    ...(summary !== undefined && { summary }),
    ...(resolved !== undefined && { resolved }),
    ...(stateVersion !== undefined && { stateVersion }),
    ...(material !== undefined && { material }),
  });
