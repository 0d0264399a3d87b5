import { expect, test } from "vitest";
import { envelopeSchemas } from "../../src/listing/envelope-schemas.js";
import { listedOutput } from "../../src/listing/listed-output.js";
import { executed, pending, waits } from "../support/replies.js";

test("beside a tool's own output every envelope with structured content is listed, by its status", () => {
  const listed = listedOutput({ type: "object", properties: { deleted: { type: "number" } } });
  const [own, ...envelopes] = listed.anyOf as { properties?: { status?: { const: string } } }[];
  expect(own).toEqual({ type: "object", properties: { deleted: { type: "number" } } });
  expect(envelopes.map(({ properties }) => properties?.status?.const)).toEqual([
    ...["confirmation_required", "approval_pending", "ok"],
  ]);
});

test.each([pending, waits, executed])("what is required of $status stands in it", (body) => {
  const { required, properties } = envelopeSchemas[body.status as keyof typeof envelopeSchemas];
  for (const member of required as string[]) expect(body).toHaveProperty(member);
  for (const member of Object.keys(body).filter((name) => name !== "foo")) expect(properties).toHaveProperty(member);
});
