export type Row = Readonly<Record<string, unknown>>;

/** Rows as a small table with the column names on top; a column that a row does not have stays empty. */
export function table(rows: readonly Row[]): string[] {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => columns.map((column) => text(row[column])));
  const widths = columns.map((column, i) => Math.max(column.length, ...cells.map((line) => line[i]?.length ?? 0)));
  const line = (parts: readonly string[]) => `│ ${parts.map((part, i) => part.padEnd(widths[i] ?? 0)).join(" │ ")} │`;
  const rule = (left: string, middle: string, right: string) =>
    left + widths.map((width) => "─".repeat(width + 2)).join(middle) + right;
  return [rule("┌", "┬", "┐"), line(columns), rule("├", "┼", "┤"), ...cells.map(line), rule("└", "┴", "┘")];
}

function text(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
