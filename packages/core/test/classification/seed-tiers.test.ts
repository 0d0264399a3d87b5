import { describe, expect, test } from "vitest";
import { classify } from "../../src/classification/classification.js";
import { seedTools } from "../fixtures/seed-tiers.js";

describe("the tier tables of the contract", () => {
  test.each(seedTools)("%s, classified as %o, is Tier-%i", (_name, classification, tier) => {
    expect(classify(classification).tier).toBe(tier);
  });

  test("hold every tool that the contract names", () => {
    expect(seedTools).toHaveLength(33);
    expect(new Set(seedTools.map(([name]) => name)).size).toBe(33);
  });

  test("depend on the classification alone, so that no name raises or lowers a tier", () => {
    const [, safe] = seedTools.find(([name]) => name === "pause_campaign") ?? [];
    const [, delivery] = seedTools.find(([name]) => name === "pause_source_campaign") ?? [];
    expect(classify({ ...safe, name: "delete_everything" } as never).tier).toBe(1);
    expect(classify({ ...delivery, name: "get_campaign" } as never).tier).toBe(2);
  });
});
