import { refuse } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Sql } from "../../database/sql.js";
import { listOffers, type OfferInUse, offerInUse } from "../../entities/offers.js";
import { defineTier1Tool } from "./tier1-tool.js";

const shown = ({ version: _, ...offer }: OfferInUse) => offer;

export const listOffersTool = (sql: Sql) =>
  defineTier1Tool({
    name: "list_offers",
    title: "List offers",
    description: "List the offers with their payout and how many active campaigns use each.",
    input: z.strictObject({}),
    readOnly: true,
    run: async () => ({ offers: (await listOffers(sql)).map(shown) }),
  });

export const getOfferTool = (sql: Sql) =>
  defineTier1Tool({
    name: "get_offer",
    title: "Get offer",
    description: "One offer with its payout and how many active campaigns use it.",
    input: z.strictObject({ id: z.int().positive().describe("The offer's id, as list_offers gives it.") }),
    readOnly: true,
    async run({ id }) {
      const offer = await offerInUse(sql, id);
      return offer ? { offer: shown(offer) } : refuse(`Offer #${id} not found`);
    },
  });
