import type { RedisServer } from "@holdpoint/test-servers";

/** How many operations are claimed and not completed: they are what is listed. */
export async function claimsOn(server: RedisServer): Promise<number> {
  const listings = (await server.command("KEYS", "tier2:*:l")) as string[];
  const each = await Promise.all(listings.map((listing) => server.command("ZCARD", listing)));
  return each.reduce<number>((all, claims) => all + Number(claims), 0);
}
