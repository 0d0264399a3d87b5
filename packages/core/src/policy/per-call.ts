import type { Category, Classification } from "../classification/classification.js";
import type { PolicyCall } from "./call.js";
import { countsAs } from "./category.js";

const oneOf =
  (...categories: Category[]) =>
  (call: PolicyCall) =>
    categories.some((category) => countsAs(category, call));

const discloses = ({ discloses }: Classification) => discloses === "sensitive" || discloses === "capability";

/** What has to be decided call by call, whatever a policy binds (seed 001): one row per kind. */
const perCall = {
  money: (call) => oneOf("payout", "refund", "budget")(call) || call.facts.material.amount !== undefined,
  productionAccess: oneOf("access", "credentials", "revoke"),
  messages: oneOf("send", "delivery"),
  sensitiveDisclosure: ({ definition, facts: { material } }) =>
    discloses(definition) ||
    material.dataClassification === "confidential" ||
    material.dataClassification === "restricted",
  externalBinding: ({ facts }) => facts.material.reversibility === "irreversible",
} satisfies Readonly<Record<string, (call: PolicyCall) => boolean>>;

export const isDecidedPerCall = (call: PolicyCall): boolean => Object.values(perCall).some((holds) => holds(call));
