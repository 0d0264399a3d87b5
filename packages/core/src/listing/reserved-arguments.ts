import type { JsonSchema } from "./json-schema.js";

/** The arguments that belong to the protocol, as a model reads them. */
export const reservedArguments: Readonly<Record<"confirm_token" | "acknowledge_duplicate", JsonSchema>> = {
  confirm_token: {
    type: "string",
    description:
      "Leave it out on the first call. To confirm, pass the confirm_token of the preview together with the SAME other arguments.",
  },
  acknowledge_duplicate: {
    type: "string",
    description:
      "Leave it out, unless the preview carries duplicate_of and the user wants the operation to run once more: then pass its operation_id together with confirm_token.",
  },
};

export const reservedNames: readonly string[] = Object.keys(reservedArguments);
