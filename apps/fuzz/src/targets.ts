import type { AnyTarget } from "./run/target.js";
import { argsPairsTarget } from "./targets/args-pairs.js";
import { canonicalJsonTarget } from "./targets/canonical-json.js";
import { confirmTokensTarget } from "./targets/confirm-tokens.js";
import { envelopesTarget } from "./targets/envelopes.js";
import { httpBodiesTarget } from "./targets/http-bodies.js";
import { inputSchemasTarget } from "./targets/input-schemas.js";

/** All that inputs are thrown at. */
export const targets: readonly AnyTarget[] = [
  canonicalJsonTarget(),
  argsPairsTarget(),
  confirmTokensTarget(),
  envelopesTarget(),
  inputSchemasTarget(),
  httpBodiesTarget(),
];
