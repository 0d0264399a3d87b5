import type { Group } from "./group.js";
import { median, type Row } from "./interleave.js";
import type { Trial } from "./trial.js";
import type { Verdict } from "./verdict.js";

const middle = (row: Row, figure: (trial: Trial) => number) => median(row.trials.map(figure));
const whole = (value: number) => Math.round(value).toLocaleString("en-US");

/** The group's table: a line a contestant and concurrency, then what became of its goals. */
export function markdown(group: Group, rows: readonly Row[], verdicts: readonly Verdict[]): string {
  const lines = [
    `### ${group.title}`,
    "",
    group.operation,
    "",
    "| | at a time | per second | p50 ms | p99 ms | client CPU µs |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    ...rows.map((row) =>
      [
        "",
        row.contestant,
        row.concurrency,
        whole(middle(row, (trial) => trial.operationsPerSecond)),
        middle(row, (trial) => trial.p50Ms).toFixed(2),
        middle(row, (trial) => trial.p99Ms).toFixed(2),
        middle(row, (trial) => trial.cpuMicrosecondsPerOperation).toFixed(1),
        "",
      ]
        .join(" | ")
        .trim(),
    ),
  ];
  if (verdicts.length > 0) {
    lines.push("", "| goal | measured | |", "| --- | ---: | --- |", ...verdicts.map(goalLine));
  }
  return lines.join("\n");
}

const goalLine = ({ of, over, atLeast, concurrency, ratio, met }: Verdict) =>
  `| ${of} ≥ ${atLeast.toFixed(2)} × ${over}, ${concurrency} at a time | ${ratio.toFixed(2)} × | ${met ? "met" : "missed"} |`;
