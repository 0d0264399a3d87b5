import { Tier2Error } from "../errors.js";
import type { Platform } from "../ports.js";
import { joined } from "./token.js";

const checkChars = 12;

type Ports = { readonly platform: Pick<Platform, "sha256">; readonly server: string };

const checkOf = ({ platform, server }: Ports, list: string, place: string): string =>
  platform.sha256(joined("holdpoint/cursor", server, list, place)).slice(0, checkChars);

/** Where a list goes on. What a store calls the place is nobody's to make up: each store takes another text amiss. */
export const cursorAt = (ports: Ports, list: string, place: string): string =>
  `${checkOf(ports, list, place)}.${place}`;

/**
 * The place of a cursor that this list gave, in whichever process.
 *
 * @throws Tier2Error `invalid_cursor` for any other text
 */
export function placeOf(ports: Ports, list: string, cursor: unknown): string | undefined {
  if (cursor === undefined) return undefined;
  const text = typeof cursor === "string" ? cursor : "";
  const place = text.slice(checkChars + 1);
  if (text !== "" && text === cursorAt(ports, list, place)) return place;
  throw new Tier2Error("invalid_cursor", "The cursor is none that this list gave. Leave it out to start anew.");
}
