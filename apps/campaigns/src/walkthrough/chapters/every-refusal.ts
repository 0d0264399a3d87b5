import { reasons } from "@holdpoint/tier2-core";
import type { Chapter } from "../chapter.js";

export const everyRefusal: Chapter = {
  title: "Every refusal there is",
  async play({ say, showTable, expect, reasonsShown }) {
    say(
      "The contract's closed list of reasons, and which of them this walk-through has provoked. Of unknown_or_used it " +
        "has shown in_flight, in_doubt and already_executed; history_changed takes a store that can lose writes.",
    );
    const rows = Object.entries(reasons).map(([reason, { http }]) => ({
      reason,
      HTTP: http,
      shown: reasonsShown.has(reason),
    }));
    showTable(rows);
    expect(
      "not shown",
      rows.filter(({ shown }) => !shown).map(({ reason }) => reason),
      [],
    );
  },
};
