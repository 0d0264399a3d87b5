import fc from "fast-check";
import { expect, test } from "vitest";
import { isInstant } from "../../src/tool/instant.js";

test("every instant that a Date writes is one", () => {
  const date = fc.date({ min: new Date(0), max: new Date("9999-12-31T23:59:59.999Z"), noInvalidDate: true });
  fc.assert(fc.property(date, (at) => isInstant(at.toISOString())));
});

test.each(["2026-12-24T18:00:00Z", "2026-12-24T18:00:00.5+01:00", "2024-02-29T00:00:00Z", "2000-02-29T23:59:59-11:30"])(
  "%s is an instant",
  (text) => expect(isInstant(text)).toBe(true),
);

test.each<unknown>([
  ...["tomorrow", "in 5 minutes", "", "2026-12-24", "2026-12-24T18:00:00", "2026-12-24 18:00:00Z", "1735063200"],
  ...["2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-02-30T00:00:00Z", "2026-04-31T00:00:00Z"],
  ...["2026-00-10T00:00:00Z", "2026-13-10T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z"],
  ...["2026-12-24T24:00:00Z", "2026-12-24T18:60:00Z", "2026-12-24T18:00:60Z", "2026-12-24T18:00:00+24:00"],
  ...["2026-12-24T18:00:00Z\n", " 2026-12-24T18:00:00Z", "2026-12-24t18:00:00z"],
  ...[1_735_063_200_000, new Date(0), null, undefined, ["2026-12-24T18:00:00Z"]],
])("%j is none", (value) => expect(isInstant(value)).toBe(false));
