import { type Refused, refuse } from "@holdpoint/tier2-core";
import * as z from "zod";

const minuteMs = 60_000;
const [fewest, most] = [10, 1440];
const inMinutes = /^in (\d{1,4}) minutes$/;
const instant = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

export const validUntil = z
  .string()
  .trim()
  .default("in 15 minutes")
  .describe(
    `Until when the link leads anywhere: "in 30 minutes", counted from the preview on, or an instant such as ` +
      `2026-12-24T18:00:00Z. ${fewest} to ${most} minutes ahead; 15 unless given.`,
  );

/** The instant that the words mean now. It is shown, and stays the same however late the confirm call repeats the words. */
export function instantOf(words: string, nowMs: number): string | Refused {
  const [, minutes] = inMinutes.exec(words) ?? [];
  const atMs =
    minutes === undefined ? Date.parse(instant.test(words) ? words : "") : nowMs + Number(minutes) * minuteMs;
  const ahead = (atMs - nowMs) / minuteMs;
  if (Number.isNaN(ahead)) return refuse(`"${words}" is neither "in <n> minutes" nor an instant`);
  if (ahead < fewest || ahead > most) return refuse(`A link is valid for ${fewest} to ${most} minutes`);
  return new Date(atMs).toISOString();
}
